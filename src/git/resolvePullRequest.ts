import { CodeReviewError } from '../core/errors.ts';
import type { PullRequestCandidate } from '../core/pullRequest.ts';
import { readConfig } from './config.ts';
import type { Git } from './git.ts';
import type { RepositoryIdentity } from './identity.ts';
import type { RememberedChoice } from './remembered.ts';
import type { Hosts } from './remoteUrl.ts';
import type { PullRequestSource } from './source.ts';
import { branchConfig } from './sources/branchConfig.ts';
import { lsRemote } from './sources/lsRemote.ts';
import { remembered } from './sources/remembered.ts';
import type { WorkingCopy } from './workingCopy.ts';

/** The pull request of a branch, or what to ask. */
export type Resolution =
  /** Sure enough to go on with. */
  | {
      readonly kind: 'found';
      readonly candidate: PullRequestCandidate;
      readonly headCommit: string;
      readonly unpushed: number | undefined;
    }
  /** Several are possible, or none is sure. `reason` is a sentence. */
  | { readonly kind: 'ask'; readonly candidates: readonly PullRequestCandidate[]; readonly reason: string }
  /** No source knows one. `reason` is a sentence. */
  | { readonly kind: 'none'; readonly reason: string };

interface Request {
  readonly git: Git;
  readonly copy: WorkingCopy;
  readonly identity: RepositoryIdentity;
  readonly sources: readonly PullRequestSource[];
  readonly hosts: Hosts;
  readonly signal: AbortSignal;
}

/** The sources in the order they are asked, the cheapest first. */
export function defaultSources(options: {
  readonly remembered: () => RememberedChoice | undefined;
}): PullRequestSource[] {
  return [branchConfig, remembered(options.remembered), lsRemote];
}

/**
 * Asks the sources one after the other until one is sure. Never a wrong pull request in silence: what is not sure
 * becomes a question.
 */
export async function resolvePullRequest({
  git,
  copy,
  identity,
  sources,
  hosts,
  signal,
}: Request): Promise<Resolution> {
  const { head } = copy;
  if (head === undefined) return { kind: 'none', reason: 'The branch has no commit yet.' };
  const config = await readConfig(git, copy.root, signal);
  const context = { git, copy: { ...copy, head }, config, identity, hosts };
  const unsure = new Map<number, PullRequestCandidate>();
  let unreachable: string | undefined;
  for (const source of sources) {
    let answer;
    try {
      answer = await source.find(context, signal);
    } catch (error) {
      if (!CodeReviewError.is(error, 'git')) throw error;
      unreachable = error.message;
      continue;
    }
    if (answer.none !== undefined) return { kind: 'none', reason: `No pull request was looked for: ${answer.none}.` };
    const [sure] = answer.candidates.filter(({ confidence }) => confidence === 'high' || confidence === 'certain');
    if (sure !== undefined) {
      const headCommit = answer.headCommit ?? head;
      return {
        kind: 'found',
        candidate: sure,
        headCommit,
        unpushed: await unpushedCommits(git, copy.root, headCommit, head, signal),
      };
    }
    for (const candidate of answer.candidates)
      if (!unsure.has(candidate.number)) unsure.set(candidate.number, candidate);
  }
  if (unsure.size > 0) {
    return {
      kind: 'ask',
      candidates: [...unsure.values()],
      reason: 'Which pull request is this branch of? It could not be told for sure.',
    };
  }
  if (unreachable !== undefined) {
    return {
      kind: 'ask',
      candidates: [],
      reason: `The remote could not be asked (${unreachable}) Which pull request is it?`,
    };
  }
  const where = copy.branch === undefined ? 'HEAD is detached, and no' : 'No';
  return { kind: 'none', reason: `${where} pull request was found whose head is the pushed commit.` };
}

/** How many commits of HEAD the pull request does not have; undefined where its head is not here. */
async function unpushedCommits(
  git: Git,
  root: string,
  pushed: string,
  head: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (pushed === head) return 0;
  const count = await git.tryRun(root, ['rev-list', '--count', `${pushed}..${head}`, '--'], { signal });
  return count === undefined ? undefined : Number(count);
}
