import { t } from '../../../core/base/l10n.ts';
import type { PullRequestCandidate } from '../../../core/review/pullRequest.ts';
import type { RepositoryIdentity } from '../../repository/identifyRepository.ts';
import { isOwnBranch } from '../isOwnBranch.ts';
import { remoteBranch } from '../remoteRefs.ts';
import { providerRepository } from '../providers/askHost.ts';
import { ProviderClient, type ProviderAccess } from '../providers/client.ts';
import {
  isSameName,
  joinFullName,
  type ProvidedPullRequest,
  type ProviderRepository,
  type PullRequestQuery,
} from '../providers/providerApi.ts';
import { providerApis } from '../providers/providerApis.ts';
import { findOpen, isAt, isOfBranch, type Found, type FoundPullRequest } from '../providers/search.ts';
import { withBesides, type ByCommit } from './foundBesides.ts';
import { hintsOf, isHinted } from '../evidence/hints.ts';
import { repositoryOfRemote } from '../../repository/remotes.ts';
import { noCandidates, type PullRequestSource, type SourceResult, type SourceContext } from '../source.ts';
import { resolveCommit } from '../../repository/workingCopy.ts';

/** Asks the provider for open pull requests of the pushed branch, or of the commit if HEAD is detached. */
export function providerRest(access: ProviderAccess): PullRequestSource {
  return {
    name: 'provider',
    isLocal: false,
    find: async (context, signal) => {
      const { copy, identity, tracked } = context;
      const api = providerApis[identity.provider];
      const base = providerRepository(identity);
      if (api === undefined || base === undefined || (await isOnDefaultBranch(context, signal))) return noCandidates;
      const head = copy.branch === undefined ? undefined : await headOf(context, base, signal);
      if (copy.branch !== undefined && head === undefined) return noCandidates;
      const query = { base, head, commit: tracked ?? copy.head };
      const client = new ProviderClient(access, api, identity);
      const ofBranch = await findOpen(client, api, query, copy.head, signal);
      const byCommit: ByCommit = {
        ask: commit => findOpen(client, api, { base, head: undefined, commit }, commit, signal),
        isOpenOnly: api.listsOpenOnly === true,
      };
      const found = await askByCommit(context, ofBranch, byCommit, signal);
      const answered = found.pulls.length === 0 ? noCandidates : await answer(context, found, signal);
      const { isRefused, limitedUntil } = client;
      return {
        ...answered,
        ...(isRefused ? { refusedBy: { provider: identity.provider, host: base.host } } : {}),
        ...(limitedUntil === undefined ? {} : { limitedBy: { host: base.host, until: limitedUntil } }),
      };
    },
  };
}

/** Asks by commit what the branch's pull request leaves open, or where it has none, but something names one for it. */
async function askByCommit(
  context: SourceContext,
  ofBranch: Found,
  byCommit: ByCommit,
  signal: AbortSignal,
): Promise<Found> {
  const { branch, head } = context.copy;
  if (branch === undefined) return ofBranch;
  if (ofBranch.pulls.length === 0) return hintsOf(context).length === 0 ? ofBranch : byCommit.ask(head);
  const [only, ...others] = ofBranch.pulls.filter(({ pull }) => pull.isOpen);
  const commit = others.length === 0 ? only?.pull.headCommit : undefined;
  if (commit === undefined) return ofBranch;
  return withBesides(context, ofBranch, (await fullHash(context, commit, signal)) ?? commit, byCommit, signal);
}

/** The pushed branch; undefined if it is on another host. */
async function headOf(
  { git, copy, config, identity, hosts, push }: SourceContext,
  base: ProviderRepository,
  signal: AbortSignal,
): Promise<PullRequestQuery['head']> {
  if (push === undefined) return undefined;
  const { branch, remote } = push;
  const isBase = remote === identity.remote;
  const pushUrl = config.get(`remote.${remote}.pushurl`);
  if (isBase && pushUrl === undefined) return { ...base, branch };
  const found = await repositoryOfRemote(git, copy.root, config, pushUrl ?? remote, hosts, signal);
  if (found?.site === undefined || found.host !== base.host) return isBase ? { ...base, branch } : undefined;
  return { site: found.site, host: found.host, owner: found.owner, repo: found.repo, branch };
}

/** A pull request of the default branch is a release and not what someone on it works at. */
async function isOnDefaultBranch({ git, copy, identity, push }: SourceContext, signal: AbortSignal): Promise<boolean> {
  if (push === undefined || push.remote !== identity.remote) return false;
  const folder = `refs/remotes/${push.remote}/`;
  const ref = await git.tryRun(copy.root, ['symbolic-ref', '-q', `${folder}HEAD`], { signal });
  return ref === undefined ? ['main', 'master'].includes(push.branch) : ref === `${folder}${push.branch}`;
}

async function answer(context: SourceContext, { pulls, isWhole }: Found, signal: AbortSignal): Promise<SourceResult> {
  const { identity } = context;
  const host = identity.host ?? '';
  const open = pulls.filter(({ pull }) => pull.isOpen);
  const closed = pulls
    .filter(({ pull }) => !pull.isOpen)
    .map(found => candidate(identity, found, 'low', t('which is closed')));
  const [only, ...others] = open;
  if (only === undefined) return { candidates: closed };
  if (others.length > 0)
    return {
      isFinal: isWhole && open.every(({ pull, query }) => query.head !== undefined && isOfBranch(pull, query)),
      candidates: [
        ...open.map(found => candidate(identity, found, 'medium', t('one of several open ones at {host}', { host }))),
        ...closed,
      ],
    };
  if (!isWhole || !(await isSure(context, only, signal)))
    return {
      candidates: [
        candidate(identity, only, 'medium', t('an open one at {host} that this branch may be of', { host })),
        ...closed,
      ],
    };
  const { head } = only.query;
  const explanation =
    head === undefined
      ? t('the only open one of this commit at {host}', { host })
      : t('the only open one of {branch} at {host}', { branch: head.branch, host });
  const headCommit = await fullHead(context, only.pull, signal);
  return {
    candidates: [candidate(identity, only, 'high', explanation)],
    ...(headCommit === undefined ? {} : { headCommit }),
  };
}

async function fullHash(
  { git, copy }: SourceContext,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (commit === undefined || commit.length >= 40) return commit;
  return resolveCommit(git, copy.root, commit, signal);
}

/** The head that some hosts shorten, also where somebody has pushed it since the last fetch. */
async function fullHead(
  context: SourceContext,
  { headCommit }: ProvidedPullRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { git, copy, push } = context;
  const here = await fullHash(context, headCommit, signal);
  if (here !== undefined || headCommit === undefined || push === undefined) return here;
  const pushed = await remoteBranch(git, copy.root, push.remote, push.branch, signal);
  return pushed?.startsWith(headCommit) === true ? pushed : undefined;
}

/** Whether an open pull request is the one of the branch and not just of its name or commit. */
async function isSure(context: SourceContext, found: FoundPullRequest, signal: AbortSignal): Promise<boolean> {
  const { pull, query } = found;
  const { copy, push } = context;
  const isAtHead = isAt(pull, copy.head);
  if (copy.branch === undefined) return isAtHead;
  if (isAtHead && isHinted(context, pull.number, pull.baseRepository ?? joinFullName(query.base))) return true;
  if (push === undefined || !isOfBranch(pull, query)) return false;
  if (push.isGuess) return isAtHead;
  if (isAt(pull, query.commit) && (await isOwnBranch(context, push.branch, query.commit, signal))) return true;
  // A fork without a name could be anyone's.
  if (pull.headRepository === 'fork' || pull.headCommit === undefined) return false;
  return isOwnBranch(context, push.branch, pull.headCommit, signal);
}

function candidate(
  { fullName }: RepositoryIdentity,
  { pull: { number, title, url, baseRepository }, query: { base } }: FoundPullRequest,
  confidence: PullRequestCandidate['confidence'],
  explanation: string,
): PullRequestCandidate {
  const repository = baseRepository ?? joinFullName(base);
  return {
    number,
    confidence,
    explanation,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    ...(isSameName(repository, fullName) ? {} : { repository }),
  };
}
