import type { PullRequestCandidate } from '../../core/review/pullRequest.ts';
import type { GitConfig } from '../repository/config.ts';
import type { Git } from '../run/git.ts';
import type { RepositoryIdentity } from '../repository/identifyRepository.ts';
import type { PushTarget } from '../repository/pushTarget.ts';
import type { HostSettings, Provider } from '../repository/remoteUrl.ts';
import type { WorkingCopy } from '../repository/workingCopy.ts';

/** Input of every source. */
export interface SourceContext {
  readonly git: Git;
  readonly copy: WorkingCopy & { readonly head: string };
  readonly config: GitConfig;
  readonly identity: RepositoryIdentity;
  readonly hosts: HostSettings;
  /** The push target of the branch. */
  readonly push: PushTarget | undefined;
  /** The commit of the pushed branch as last fetched or pushed; undefined if it never was. */
  readonly tracked: string | undefined;
  /** Pull requests that the sources before name for this branch. */
  readonly hinted: readonly PullRequestCandidate[];
}

/** A host that refused an anonymous request; signing in may help. */
export interface Refusal {
  readonly provider: Provider;
  readonly host: string;
}

/** A host whose rate limit is exceeded. */
export interface HostLimit {
  readonly host: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** The result of a source; `candidates` is empty if it found nothing. */
export interface SourceResult {
  readonly candidates: readonly PullRequestCandidate[];
  /** The pull request's pushed head, if the source knows it. */
  readonly headCommit?: string;
  /** Whether a setting alone tells it, which stays when the branch is used for something else. */
  readonly isUnproven?: boolean;
  /** Why there can be no pull request; completes the sentence "… since NONE". Ends the search. */
  readonly none?: string;
  /** Whether the candidates are all that there are, so that no other source can tell which of them it is. */
  readonly isFinal?: boolean;
  readonly refusedBy?: Refusal;
  readonly limitedBy?: HostLimit;
}

/** One way to find the pull request of a branch. */
export interface PullRequestSource {
  readonly name: string;
  /** Local only; no network. */
  readonly isLocal: boolean;
  /** Whether its candidates only have the commit of the branch, so that nothing names them for it. */
  readonly isByCommit?: true;
  find(context: SourceContext, signal: AbortSignal): Promise<SourceResult>;
}

export const noCandidates: SourceResult = { candidates: [] };
