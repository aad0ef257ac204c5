import { t } from '../../../core/base/l10n.ts';
import type { PullRequestCandidate } from '../../../core/review/pullRequest.ts';
import { parsePullRequestRef } from '../pullRequestRef.ts';
import { remoteCandidateRepository } from '../candidateRepository.ts';
import { noCandidates, type PullRequestSource, type SourceContext } from '../source.ts';
import { isOnDefaultBranch } from '../isOnDefaultBranch.ts';
import { readReflog } from '../../repository/history.ts';

/** Reads the branch's reflog for a fetch of a pull request: `fetch origin pull/9/head:NAME: storing head`. */
export const reflog: PullRequestSource = {
  name: 'reflog of the branch',
  isLocal: true,
  find: async (context, signal) => {
    const fetched = await lastFetch(context, signal);
    if (fetched === undefined || (await isOnDefaultBranch(context, fetched.commit, signal))) return noCandidates;
    const candidate = await candidateOf(context, fetched, signal);
    return candidate === undefined ? noCandidates : { candidates: [candidate], headCommit: fetched.commit };
  },
};

/** The last fetch that wrote a pull request to the branch, with the commit that it wrote; undefined if none did. */
export async function lastFetch(
  { git, copy, config }: SourceContext,
  signal: AbortSignal,
): Promise<(Fetch & { readonly commit: string }) | undefined> {
  const { branch } = copy;
  if (branch === undefined) return undefined;
  for (const { commit, message } of await readReflog(git, copy.root, `refs/heads/${branch}`, signal)) {
    const fetched = readFetch(message, branch, config.remotes);
    if (fetched !== undefined) return { ...fetched, commit };
  }
  return undefined;
}

interface Fetch {
  readonly remote: string;
  readonly number: number;
}

/** Parses the reflog message of a `git fetch` that wrote a pull request to the branch. */
function readFetch(message: string, branch: string, remotes: readonly string[]): Fetch | undefined {
  const words = message.split(' ');
  if (words[0] !== 'fetch') return undefined;
  const remote = words.find(word => remotes.includes(word)) ?? words.find(word => /^[^-].*[:/]/.test(word));
  for (const word of words) {
    const [from = '', to = ''] = word.replace(/^\+/, '').split(':');
    if (remote === undefined || to.replace(/^refs\/heads\//, '') !== branch) continue;
    const pull = parsePullRequestRef(from.startsWith('refs/') ? from : `refs/${from}`);
    if (pull !== undefined) return { remote, number: pull.number };
  }
  return undefined;
}

async function candidateOf(
  context: SourceContext,
  { remote, number }: Fetch,
  signal: AbortSignal,
): Promise<PullRequestCandidate | undefined> {
  const name = await remoteCandidateRepository(context, remote, signal);
  return name && { number, confidence: 'medium', explanation: t('which this branch was fetched from'), ...name };
}
