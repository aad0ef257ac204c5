import { branchOf, commitOf, pageOf, text, type ProviderApi, type ProviderRepository } from './providerApi.ts';

/** Bitbucket Data Center: the pull requests of a repository's branch, outgoing, and those of a commit (REST 1.0). */
export const bitbucketServer: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'Bearer',
  addresses: ({ base, head, commit }) => {
    if (head === undefined) return [`${apiOf(base)}/commits/${commit}/pull-requests?limit=30`];
    const at = encodeURIComponent(`refs/heads/${head.branch}`);
    return [`${apiOf(head)}/pull-requests?direction=OUTGOING&state=OPEN&at=${at}&limit=30`];
  },
  list: 'values',
  number: 'id',
  read: (item, { base }) => ({
    url: pageOf(item, 'links.self.0.href', base),
    isOpen: text(item, 'state') === 'OPEN',
    headCommit: commitOf(item, 'fromRef.latestCommit'),
    headBranch: branchOf(text(item, 'fromRef.id')),
    headRepository: nameAt(item, 'fromRef'),
    baseRepository: nameAt(item, 'toRef'),
  }),
};

function apiOf({ site, owner, repo }: ProviderRepository): string {
  return `${site}/rest/api/1.0/projects/${encodeURIComponent(owner)}/repos/${encodeURIComponent(repo)}`;
}

function nameAt(item: unknown, end: 'fromRef' | 'toRef'): string | undefined {
  const project = text(item, `${end}.repository.project.key`);
  const repo = text(item, `${end}.repository.slug`);
  return project === undefined || repo === undefined ? undefined : `${project}/${repo}`;
}
