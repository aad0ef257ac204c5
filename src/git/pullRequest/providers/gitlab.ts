import {
  commitOf,
  fullNameOf,
  nameOf,
  nextByLink,
  numberOf,
  pageOf,
  text,
  type ProviderApi,
  type ProviderRepository,
} from './providerApi.ts';

/** GitLab: “List project merge requests” and “List merge requests associated with a commit” (REST v4). */
export const gitlab: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'Bearer',
  request: ({ base, head, commit }) => {
    const project = recordUrl(base);
    if (head === undefined) return { url: `${project}/repository/commits/${commit}/merge_requests?per_page=30` };
    const ofFork = head.id === undefined || nameOf(head) === nameOf(base) ? '' : `&source_project_id=${head.id}`;
    const branch = encodeURIComponent(head.branch);
    return { url: `${project}/merge_requests?state=opened&source_branch=${branch}${ofFork}&per_page=30` };
  },
  next: nextByLink,
  list: body => body,
  number: 'iid',
  read: (item, { base, head }) => {
    const source = numberOf(item, 'source_project_id');
    const isWithin = source !== undefined && source === numberOf(item, 'target_project_id');
    const isHead = source !== undefined && source === head?.id;
    return {
      url: pageOf(item, 'web_url', base),
      isOpen: text(item, 'state') === 'opened',
      headCommit: commitOf(item, 'sha'),
      headBranch: text(item, 'source_branch'),
      headRepository: isHead ? nameOf(head) : source === undefined ? undefined : isWithin ? 'base' : 'fork',
      baseRepository: fullNameOf({ name: text(item, 'references.full')?.replace(/!\d+$/, '') }, 'name'),
    };
  },
  recordUrl,
  readRecord: body => ({
    fullName: fullNameOf(body, 'path_with_namespace'),
    id: numberOf(body, 'id'),
    parent: fullNameOf(body, 'forked_from_project.path_with_namespace'),
  }),
  filtersById: true,
};

function recordUrl(repository: ProviderRepository): string {
  return `${repository.site}/api/v4/projects/${encodeURIComponent(nameOf(repository))}`;
}
