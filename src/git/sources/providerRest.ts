import type { PullRequestCandidate } from '../../core/pullRequest.ts';
import type { RepositoryIdentity } from '../identity.ts';
import { isOwnBranch } from '../ownBranch.ts';
import { azureDevops } from '../providers/azureDevops.ts';
import { bitbucketCloud } from '../providers/bitbucketCloud.ts';
import { bitbucketServer } from '../providers/bitbucketServer.ts';
import { ProviderClient, type ProviderAccess } from '../providers/client.ts';
import { gitea } from '../providers/gitea.ts';
import { github } from '../providers/github.ts';
import { gitlab } from '../providers/gitlab.ts';
import type {
  ProvidedPullRequest,
  ProviderApi,
  ProviderRepository,
  PullRequestQuery,
} from '../providers/providerApi.ts';
import { repositoryOfRemote } from '../remotes.ts';
import { knowsNothing, type PullRequestSource, type SourceAnswer, type SourceContext } from '../source.ts';
import { resolveCommit } from '../workingCopy.ts';

const apis: Readonly<Record<string, ProviderApi>> = {
  github,
  gitlab,
  bitbucket: bitbucketCloud,
  'bitbucket-server': bitbucketServer,
  azure: azureDevops,
  'azure-server': azureDevops,
  gitea,
};

/** Asks the provider for the open pull requests of the pushed branch, or of HEAD's commit where it is detached. */
export function providerRest(access: ProviderAccess): PullRequestSource {
  return {
    name: 'provider',
    isLocal: false,
    find: async (context, signal) => {
      const { copy, identity, tracked } = context;
      const api = apis[identity.provider];
      const base = providerRepository(identity);
      if (api === undefined || base === undefined || (await isOnDefaultBranch(context, signal))) return knowsNothing;
      const head = copy.branch === undefined ? undefined : await headOf(context, base, signal);
      if (copy.branch !== undefined && head === undefined) return knowsNothing;
      const query = { base, head, commit: tracked ?? copy.head };
      const client = new ProviderClient(access, api, identity);
      for (const address of api.addresses(query)) {
        const found = await client.get(address, query, signal);
        const wanted = found.filter(pull => isWanted(pull, query, copy.head));
        if (wanted.length > 0) return answer(context, query, wanted, signal);
        if (found.length === 0) break;
      }
      return knowsNothing;
    },
  };
}

function providerRepository({ site, host, fullName }: RepositoryIdentity): ProviderRepository | undefined {
  const slash = fullName.lastIndexOf('/');
  if (site === undefined || host === undefined) return undefined;
  return { site, host, owner: fullName.slice(0, slash), repo: fullName.slice(slash + 1) };
}

/** The branch where it is pushed; undefined where that is on another host. */
async function headOf(
  { git, copy, config, identity, hosts, push }: SourceContext,
  base: ProviderRepository,
  signal: AbortSignal,
): Promise<PullRequestQuery['head']> {
  if (push === undefined) return undefined;
  const { branch } = push;
  if (push.remote === identity.remote) return { ...base, branch };
  const found = await repositoryOfRemote(git, copy.root, config, push.remote, hosts, signal);
  if (found?.site === undefined || found.host !== base.host) return undefined;
  return { site: found.site, host: found.host, owner: found.owner, repo: found.repo, branch };
}

/** A pull request of the default branch is a release and not what someone on it works at. */
async function isOnDefaultBranch({ git, copy, identity, push }: SourceContext, signal: AbortSignal): Promise<boolean> {
  if (push === undefined || push.remote !== identity.remote) return false;
  const folder = `refs/remotes/${push.remote}/`;
  const ref = await git.tryRun(copy.root, ['symbolic-ref', '-q', `${folder}HEAD`], { signal });
  return ref === undefined ? ['main', 'master'].includes(push.branch) : ref === `${folder}${push.branch}`;
}

function isWanted(pull: ProvidedPullRequest, query: PullRequestQuery, head: string): boolean {
  return isAt(pull, query.commit) || isAt(pull, head) || isOfBranch(pull, query);
}

/** Whether its head is the commit; Bitbucket Cloud shortens hashes. */
function isAt({ headCommit }: ProvidedPullRequest, commit: string): boolean {
  return headCommit !== undefined && commit.startsWith(headCommit);
}

/** Whether its head has the name of the branch and may be in the repository that the branch is pushed to. */
function isOfBranch({ headBranch, headRepository }: ProvidedPullRequest, { base, head }: PullRequestQuery): boolean {
  if (head === undefined || headBranch !== head.branch) return false;
  if (headRepository === undefined) return false;
  const isSame = nameOf(head) === nameOf(base);
  if (headRepository === 'base' || headRepository === 'fork') return isSame === (headRepository === 'base');
  return headRepository.toLowerCase() === nameOf(head);
}

function nameOf({ owner, repo }: ProviderRepository): string {
  return `${owner}/${repo}`.toLowerCase();
}

async function answer(
  context: SourceContext,
  query: PullRequestQuery,
  pulls: readonly ProvidedPullRequest[],
  signal: AbortSignal,
): Promise<SourceAnswer> {
  const open = pulls.filter(({ isOpen }) => isOpen);
  const [only, ...others] = open;
  if (only === undefined) return { candidates: pulls.map(pull => candidate(pull, query, 'low', 'which is closed')) };
  const { host } = query.base;
  if (others.length > 0)
    return { candidates: open.map(pull => candidate(pull, query, 'medium', `one of several open ones at ${host}`)) };
  if (!(await isSure(context, query, only, signal)))
    return { candidates: [candidate(only, query, 'medium', `an open one at ${host} that this branch may be of`)] };
  const what = query.head === undefined ? 'this commit' : query.head.branch;
  const headCommit = await fullHash(context, only.headCommit, signal);
  return {
    candidates: [candidate(only, query, 'high', `the only open one of ${what} at ${host}`)],
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

/** Whether an open pull request is the one of the branch and not just of its name or commit. */
async function isSure(
  context: SourceContext,
  query: PullRequestQuery,
  pull: ProvidedPullRequest,
  signal: AbortSignal,
): Promise<boolean> {
  const { copy, push } = context;
  if (query.head === undefined) return isAt(pull, copy.head);
  if (push === undefined || push.isGuess || !isOfBranch(pull, query)) return false;
  if (isAt(pull, query.commit) && (await isOwnBranch(context, query.commit, signal))) return true;
  // A fork without its name may be anybody's.
  if (pull.headRepository === 'fork' || pull.headCommit === undefined) return false;
  return isOwnBranch(context, pull.headCommit, signal);
}

function candidate(
  { number, title, url, baseRepository }: ProvidedPullRequest,
  { base }: PullRequestQuery,
  confidence: PullRequestCandidate['confidence'],
  explanation: string,
): PullRequestCandidate {
  const isElsewhere = baseRepository !== undefined && baseRepository.toLowerCase() !== nameOf(base);
  return {
    number,
    confidence,
    explanation,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    ...(isElsewhere ? { repository: baseRepository } : {}),
  };
}
