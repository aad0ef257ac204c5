import { firstOf } from '../../../api/decode/aliases.ts';
import {
  branchName,
  readCommit,
  readPageUrl,
  readText,
  setParameter,
  type ProviderApi,
  type ProviderRepository,
} from './providerApi.ts';

/** Bitbucket Data Center: the pull requests of a repository's branch, outgoing, and those of a commit (REST 1.0). */
export const bitbucketServer: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'Bearer',
  request: ({ base, head, commit }) => {
    if (head === undefined) return { url: `${recordUrl(base)}/commits/${commit}/pull-requests?limit=30` };
    const at = encodeURIComponent(`refs/heads/${head.branch}`);
    return { url: `${recordUrl(head)}/pull-requests?direction=OUTGOING&state=OPEN&at=${at}&limit=30` };
  },
  next: ({ url, body }) => {
    const start = firstOf(body, 'nextPageStart');
    return typeof start === 'number' ? setParameter(url, 'start', start) : undefined;
  },
  list: body => firstOf(body, 'values'),
  number: 'id',
  read: (item, { base }) => ({
    url: readPageUrl(item, 'links.self.0.href', base),
    isOpen: readText(item, 'state') === 'OPEN',
    headCommit: readCommit(item, 'fromRef.latestCommit'),
    headBranch: branchName(readText(item, 'fromRef.id')),
    headRepository: nameAt(item, 'fromRef.repository'),
    baseRepository: nameAt(item, 'toRef.repository'),
  }),
  pullRequestPath: 'pull-requests',
  recordUrl,
  readRecord: body => ({
    fullName: nameAt({ body }, 'body'),
    id: undefined,
    parent: nameAt(body, 'origin'),
  }),
};

function recordUrl({ site, owner, repo }: ProviderRepository): string {
  return `${site}/rest/api/1.0/projects/${encodeURIComponent(owner)}/repos/${encodeURIComponent(repo)}`;
}

function nameAt(item: unknown, path: string): string | undefined {
  const project = readText(item, `${path}.project.key`);
  const repo = readText(item, `${path}.slug`);
  return project === undefined || repo === undefined ? undefined : `${project}/${repo}`;
}
