import { commitOf, numberOf, pageOf, text, type ProviderApi } from './providerApi.ts';

/** GitLab: “List project merge requests” and “List merge requests associated with a commit” (REST v4). */
export const gitlab: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'Bearer',
  addresses: ({ base, head, commit }) => {
    const project = `${base.site}/api/v4/projects/${encodeURIComponent(`${base.owner}/${base.repo}`)}`;
    if (head === undefined) return [`${project}/repository/commits/${commit}/merge_requests?per_page=30`];
    return [`${project}/merge_requests?state=opened&source_branch=${encodeURIComponent(head.branch)}&per_page=30`];
  },
  number: 'iid',
  read: (item, { base }) => {
    const source = numberOf(item, 'source_project_id');
    return {
      url: pageOf(item, 'web_url', base),
      isOpen: text(item, 'state') === 'opened',
      headCommit: commitOf(item, 'sha'),
      headBranch: text(item, 'source_branch'),
      headRepository:
        source === undefined ? undefined : source === numberOf(item, 'target_project_id') ? 'base' : 'fork',
      baseRepository: undefined,
    };
  },
};
