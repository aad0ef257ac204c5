import { commitOf, encodedName, pageOf, text, type ProviderApi } from './providerApi.ts';

const api = 'https://api.bitbucket.org/2.0/repositories';

/** Bitbucket Cloud: “List pull requests” with a filter, and “List pull requests that contain a commit” (REST 2.0). */
export const bitbucketCloud: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'Bearer',
  addresses: ({ base, head, commit }) => {
    const repository = `${api}/${encodedName(base)}`;
    if (head === undefined) return [`${repository}/commit/${commit}/pullrequests?pagelen=30`];
    const filter = `source.branch.name=${JSON.stringify(head.branch)} AND state="OPEN"`;
    return [`${repository}/pullrequests?q=${encodeURIComponent(filter)}&pagelen=30`];
  },
  list: 'values',
  number: 'id',
  read: (item, { base }) => ({
    url: pageOf(item, 'links.html.href', base),
    isOpen: text(item, 'state') === 'OPEN',
    headCommit: commitOf(item, 'source.commit.hash'),
    headBranch: text(item, 'source.branch.name'),
    headRepository: text(item, 'source.repository.full_name'),
    baseRepository: text(item, 'destination.repository.full_name'),
  }),
};
