import type { PullRequestCandidate } from '../../core/review/pullRequest.ts';
import type { GitConfig } from '../repository/config.ts';
import type { Git } from '../run/git.ts';
import type { RepositoryIdentity } from '../repository/identifyRepository.ts';
import type { PushTarget } from '../repository/pushTarget.ts';
import type { Hosts, Provider } from '../repository/remoteUrl.ts';
import type { WorkingCopy } from '../repository/workingCopy.ts';

/** What every source is given. */
export interface SourceContext {
  readonly git: Git;
  readonly copy: WorkingCopy & { readonly head: string };
  readonly config: GitConfig;
  readonly identity: RepositoryIdentity;
  readonly hosts: Hosts;
  /** Where the branch is pushed to. */
  readonly push: PushTarget | undefined;
  /** The commit of the pushed branch as it was last fetched or pushed; undefined where it never was. */
  readonly tracked: string | undefined;
}

/** A host that has refused to tell anonymously; with a sign-in it may. */
export interface Refusal {
  readonly provider: Provider;
  readonly host: string;
}

/** What a source knows; nothing at all is an empty list. */
export interface SourceAnswer {
  readonly candidates: readonly PullRequestCandidate[];
  /** The pull request's pushed head, where the source saw it. */
  readonly headCommit?: string;
  /** Why there can be no pull request, as the end of a sentence ("… since NONE"). Ends the search. */
  readonly none?: string;
  readonly refusedBy?: Refusal;
}

/** One way to find the pull request of a branch. */
export interface PullRequestSource {
  readonly name: string;
  /** Looks at nothing but this machine, which takes a few milliseconds. */
  readonly isLocal: boolean;
  find(context: SourceContext, signal: AbortSignal): Promise<SourceAnswer>;
}

export const knowsNothing: SourceAnswer = { candidates: [] };
