import { t } from '../../../core/base/l10n.ts';
import type { PullRequestCandidate } from '../../../core/review/pullRequest.ts';
import type { Git } from '../../run/git.ts';
import { candidateRepository } from '../candidateRepository.ts';
import type { RepositoryIdentity } from '../../repository/identifyRepository.ts';
import { tellsOpen } from '../openState.ts';
import { commitsBesides } from '../evidence/commitsBesides.ts';
import { isAncestor, readReflog, type ReflogEntry } from '../../repository/history.ts';
import { isOwnBranch } from '../isOwnBranch.ts';
import { remoteBranch, RemoteRefs } from '../remoteRefs.ts';
import { repositoryOfRemote } from '../../repository/remotes.ts';
import { noCandidates, type PullRequestSource, type SourceResult, type SourceContext } from '../source.ts';

/**
 * Lists the refs of the base repository once and matches by commit. The commit of the pushed branch comes from the same
 * listing, so unpushed commits and stale fetches do not matter. If there is no match, does the same in the repository
 * that the branch is pushed to. A match is sure only if the refs prove that the pull request is open.
 */
export const lsRemote: PullRequestSource = {
  name: 'refs of the remote',
  isLocal: false,
  find: async (context, signal) => {
    const { identity, push } = context;
    const base = identity.remote;
    const inBase = base === undefined ? noCandidates : await findIn(context, base, identity, undefined, signal);
    if (push === undefined || push.remote === base || inBase.none !== undefined || inBase.candidates.length > 0)
      return inBase;
    const { git, copy, config, hosts } = context;
    const fork = await repositoryOfRemote(git, copy.root, config, push.remote, hosts, signal);
    const named = fork && candidateRepository(identity, fork);
    return fork === undefined || named === undefined
      ? noCandidates
      : findIn(context, push.remote, fork, named.repository, signal);
  },
};

/** @param repository the remote's `owner/name`, unless it is the base repository */
async function findIn(
  context: SourceContext,
  remote: string,
  { provider, host = remote }: Pick<RepositoryIdentity, 'provider' | 'host'>,
  repository: string | undefined,
  signal: AbortSignal,
): Promise<SourceResult> {
  const { git, copy, identity } = context;
  const refs = await RemoteRefs.list(git, copy.root, remote, signal);
  const { pushed, isGuess } = await pushedBranch(context, remote, refs, signal);
  if (pushed?.remote === remote && pushed.branch === refs.defaultBranch)
    return {
      candidates: [],
      none: t('{branch} is the default branch of {repository}', {
        branch: pushed.branch,
        repository: repository ?? identity.fullName,
      }),
    };
  const isTold = tellsOpen(provider, refs);
  const isOpen = (number: number): boolean => isTold && refs.hasMerge(number);
  const commits = new Set([pushed?.commit, copy.head].filter(commit => commit !== undefined));
  for (const commit of commits) {
    const numbers = await numbersOf(git, copy.root, refs, commit, signal);
    if (numbers.length === 0) continue;
    const isPushed = commit === pushed?.commit;
    if (isPushed) {
      const { commits: others, haveDiverged } = await commitsBesides(context, commit, signal);
      const found = await Promise.all(others.map(other => numbersOf(git, copy.root, refs, other, signal)));
      const besides = found.flat().filter(number => haveDiverged || isOpen(number));
      if (besides.some(number => !numbers.includes(number)))
        return severalOf(
          [...besides, ...numbers],
          haveDiverged ? divergedSentence(pushed) : besidesSentence(),
          repository,
        );
    }
    const open = numbers.filter(isOpen);
    const doubt =
      (open.length > 0 ? undefined : closedDoubt(host, isTold)) ??
      (isPushed
        ? await pushedDoubt(context, refs, pushed, isGuess, remote, signal)
        : await unpushedDoubt(context, pushed !== undefined, signal));
    return answer(refs, numbers, open, isPushed, doubt, repository);
  }
  return noCandidates;
}

/** The pull requests of HEAD and of the pushed branch where those are two things. */
function severalOf(numbers: readonly number[], explanation: string, repository: string | undefined): SourceResult {
  const named = repository === undefined ? {} : { repository };
  return {
    candidates: [...new Set(numbers)].map(number => ({ number, confidence: 'medium', explanation, ...named })),
  };
}

interface Pushed {
  readonly remote: string;
  readonly branch: string;
  readonly commit: string;
}

/** The pushed branch according to the remotes. */
async function pushedBranch(
  { git, copy, push }: SourceContext,
  remote: string,
  refs: RemoteRefs,
  signal: AbortSignal,
): Promise<{ readonly pushed: Pushed | undefined; readonly isGuess: boolean }> {
  if (push === undefined) return { pushed: undefined, isGuess: false };
  const commitOf = (branch: string): Promise<string | undefined> =>
    push.remote === remote
      ? Promise.resolve(refs.branch(branch))
      : remoteBranch(git, copy.root, push.remote, branch, signal);
  const at = async (branch: string): Promise<Pushed | undefined> => {
    const commit = await commitOf(branch);
    return commit === undefined ? undefined : { remote: push.remote, branch, commit };
  };
  if (!push.isGuess || copy.branch === undefined) return { pushed: await at(push.branch), isGuess: false };
  const own = await at(copy.branch);
  const tracked = own?.commit === copy.head ? undefined : await at(push.branch);
  if (own !== undefined && tracked?.commit !== copy.head) return { pushed: own, isGuess: false };
  // Made from the default branch, whatever its name, the branch is another one.
  if (push.remote === remote && push.branch === refs.defaultBranch) return { pushed: undefined, isGuess: false };
  return { pushed: tracked, isGuess: true };
}

/** The pull requests whose head or merge is the commit, latest first; none if they are already merged. */
async function numbersOf(
  git: Git,
  root: string,
  refs: RemoteRefs,
  commit: string,
  signal: AbortSignal,
): Promise<number[]> {
  const numbers = refs.pullRequestsAt(commit);
  return numbers.length > 0 && (await isMerged(git, root, refs, commit, signal)) ? [] : numbers;
}

/** Whether a commit is in the default branch: those belong to merged pull requests and to every new branch. */
async function isMerged(
  git: Git,
  root: string,
  refs: RemoteRefs,
  commit: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { defaultBranch } = refs;
  const trunk = defaultBranch === undefined ? undefined : refs.branch(defaultBranch);
  return trunk !== undefined && (trunk === commit || (await isAncestor(git, root, commit, trunk, signal)));
}

/** A pull request that is not proven open is closed, squashed or in conflict; most hosts' refs do not show which. */
function closedDoubt(host: string, isTold: boolean): string {
  return isTold
    ? t('which is closed or in conflict with its base')
    : t('which may be closed: the refs of {host} do not tell', { host });
}

/** The branch that was matched may be another one: tracked only, of the same name, or one of several at that commit. */
async function pushedDoubt(
  context: SourceContext,
  refs: RemoteRefs,
  { remote, branch, commit }: Pushed,
  isGuess: boolean,
  listed: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isGuess && commit !== context.copy.head) return t('whose head is {branch}, which this branch tracks', { branch });
  if (!(await isOwnBranch(context, branch, commit, signal))) return divergedSentence({ branch, remote });
  const { git, copy } = context;
  const otherAt = (at: string): string | undefined =>
    refs.branchesAt(at).find(each => remote !== listed || each !== branch);
  const other = otherAt(commit);
  if (other !== undefined) return t('whose head is also where {other} is', { other });
  const atHead = otherAt(copy.head);
  return atHead === undefined || (await isMerged(git, copy.root, refs, copy.head, signal))
    ? undefined
    : t('though HEAD is the head of {other}', { other: atHead });
}

/**
 * A branch that is not at its pushed commit, or that was just made from another one, may have nothing to do with it.
 */
async function unpushedDoubt(
  { git, copy }: SourceContext,
  isPushedElsewhere: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (copy.branch === undefined) return undefined;
  const doubt = t('whose head is the commit of HEAD, though this branch is not pushed there');
  if (isPushedElsewhere) return doubt;
  const here = await git.run(copy.root, ['for-each-ref', '--format=x', `--points-at=${copy.head}`, 'refs/heads'], {
    signal,
  });
  return here.length > 1 || (await isNew(git, copy.root, copy.branch, copy.head, signal)) ? doubt : undefined;
}

/** Whether a branch is at its commit only because it was made there from another branch. */
async function isNew(git: Git, root: string, branch: string, head: string, signal: AbortSignal): Promise<boolean> {
  const moves = (await readReflog(git, root, `refs/heads/${branch}`, signal)).filter(({ commit }) => commit === head);
  // What was just fetched is no branch of anyone here.
  const isMade = ({ message }: ReflogEntry): boolean =>
    message.startsWith('branch: Created from ') && !message.endsWith(' FETCH_HEAD');
  return moves.length > 0 && moves.every(isMade);
}

function divergedSentence({ branch, remote }: Pick<Pushed, 'branch' | 'remote'>): string {
  return t('whose head is {branch} on {remote}, which has diverged', { branch, remote });
}

function besidesSentence(): string {
  return t('one of several that this branch may be of');
}

function severalSentence(isPushed: boolean): string {
  return isPushed
    ? t('one of several whose head is the pushed commit')
    : t('one of several whose head is the commit of HEAD');
}

function onlySentence(isPushed: boolean, isOnly: boolean): string {
  if (isOnly)
    return isPushed
      ? t('the only pull request whose head is the pushed commit')
      : t('the only pull request whose head is the commit of HEAD');
  return isPushed
    ? t('the only open pull request whose head is the pushed commit')
    : t('the only open pull request whose head is the commit of HEAD');
}

function answer(
  refs: RemoteRefs,
  numbers: readonly number[],
  open: readonly number[],
  isPushed: boolean,
  doubt: string | undefined,
  repository: string | undefined,
): SourceResult {
  const [only, ...others] = open;
  const named = repository === undefined ? {} : { repository };
  if (only === undefined || others.length > 0 || doubt !== undefined) {
    const explanation = numbers.length > 1 ? severalSentence(isPushed) : (doubt ?? '');
    const confidence = 'medium';
    return { candidates: numbers.map(number => ({ number, confidence, explanation, ...named })) };
  }
  const explanation = onlySentence(isPushed, numbers.length === 1);
  const candidate: PullRequestCandidate = { number: only, confidence: 'high', explanation, ...named };
  const head = refs.head(only);
  return { candidates: [candidate], ...(head === undefined ? {} : { headCommit: head }) };
}
