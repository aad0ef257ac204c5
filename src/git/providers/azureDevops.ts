import { firstOf, isObject } from '../../api/fields.ts';
import { branchOf, commitOf, text, type ProviderApi, type ProviderRepository } from './providerApi.ts';

/** Azure DevOps, as a service and as a server: “Pull Requests - Get Pull Requests” (REST 6.0). It has none by commit. */
export const azureDevops: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'Bearer',
  addresses: ({ base, head }) => {
    if (head === undefined) return [];
    const repository = `${projectOf(base)}/_apis/git/repositories/${encodeURIComponent(base.repo)}`;
    const branch = encodeURIComponent(`refs/heads/${head.branch}`);
    return [
      `${repository}/pullrequests?searchCriteria.sourceRefName=${branch}&searchCriteria.status=active&$top=30&api-version=6.0`,
    ];
  },
  list: 'value',
  number: 'pullRequestId',
  read: (item, { base }, number) => ({
    url: `${projectOf(base)}/_git/${encodeURIComponent(base.repo)}/pullrequest/${number}`,
    isOpen: text(item, 'status') === 'active',
    headCommit: commitOf(item, 'lastMergeSourceCommit.commitId'),
    headBranch: branchOf(text(item, 'sourceRefName')),
    headRepository: isObject(firstOf(item, ['forkSource'])) ? 'fork' : 'base',
    baseRepository: undefined,
  }),
};

function projectOf({ site, owner }: ProviderRepository): string {
  return `${site}/${encodeURIComponent(owner.slice(owner.lastIndexOf('/') + 1))}`;
}
