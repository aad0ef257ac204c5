import { firstOf, isObject } from '../../api/fields.ts';
import { branchOf, commitOf, items, numberOf, text, titleOf, type ProviderApi } from './providerApi.ts';

/** Azure DevOps, as a service and as a server: “Pull Requests - Get Pull Requests” (REST 6.0). It has none by commit. */
export const azureDevops: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'Bearer',
  addresses: ({ base, head }) => {
    if (head === undefined) return [];
    const project = base.owner.slice(base.owner.lastIndexOf('/') + 1);
    const repository = `${base.site}/${encodeURIComponent(project)}/_apis/git/repositories/${encodeURIComponent(base.repo)}`;
    const branch = encodeURIComponent(`refs/heads/${head.branch}`);
    return [
      `${repository}/pullrequests?searchCriteria.sourceRefName=${branch}&searchCriteria.status=active&$top=30&api-version=6.0`,
    ];
  },
  decode: (answer, { base }) =>
    items(firstOf(answer, ['value'])).flatMap(item => {
      const number = numberOf(item, 'pullRequestId');
      if (number === undefined) return [];
      const project = base.owner.slice(base.owner.lastIndexOf('/') + 1);
      const page = `${base.site}/${encodeURIComponent(project)}/_git/${encodeURIComponent(base.repo)}`;
      return {
        number,
        title: titleOf(item),
        url: `${page}/pullrequest/${number}`,
        isOpen: text(item, 'status') === 'active',
        headCommit: commitOf(item, 'lastMergeSourceCommit.commitId'),
        headBranch: branchOf(text(item, 'sourceRefName')),
        headRepository: isObject(firstOf(item, ['forkSource'])) ? 'fork' : 'base',
        baseRepository: undefined,
      };
    }),
};
