import {
  readCommit,
  readFullName,
  joinFullName,
  nextPageUrl,
  readNumber,
  readPageUrl,
  readText,
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
    const ofFork =
      head.id === undefined || joinFullName(head) === joinFullName(base) ? '' : `&source_project_id=${head.id}`;
    const branch = encodeURIComponent(head.branch);
    return { url: `${project}/merge_requests?state=opened&source_branch=${branch}${ofFork}&per_page=30` };
  },
  next: nextPageUrl,
  list: body => body,
  number: 'iid',
  read: (item, { base, head }) => {
    const source = readNumber(item, 'source_project_id');
    const isWithin = source !== undefined && source === readNumber(item, 'target_project_id');
    const isHead = source !== undefined && source === head?.id;
    return {
      url: readPageUrl(item, 'web_url', base),
      isOpen: readText(item, 'state') === 'opened',
      headCommit: readCommit(item, 'sha'),
      headBranch: readText(item, 'source_branch'),
      headRepository: isHead ? joinFullName(head) : source === undefined ? undefined : isWithin ? 'base' : 'fork',
      baseRepository: readFullName({ name: readText(item, 'references.full')?.replace(/!\d+$/, '') }, 'name'),
    };
  },
  pullRequestPath: 'merge_requests',
  recordUrl,
  readRecord: body => ({
    fullName: readFullName(body, 'path_with_namespace'),
    id: readNumber(body, 'id'),
    parent: readFullName(body, 'forked_from_project.path_with_namespace'),
  }),
  filtersById: true,
};

function recordUrl(repository: ProviderRepository): string {
  return `${repository.site}/api/v4/projects/${encodeURIComponent(joinFullName(repository))}`;
}
