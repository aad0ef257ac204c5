import { firstOf } from '../../../api/decode/aliases.ts';
import {
  commitOf,
  encodedName,
  fullNameOf,
  isSameName,
  nameOf,
  pageOf,
  text,
  type ProviderApi,
  type ProviderRepository,
} from './providerApi.ts';

// Of a commit's pull requests the host leaves out most, unless it is asked for by name.
const fields = [
  '+values.state',
  '+values.source.branch.name',
  '+values.source.commit.hash',
  '+values.source.repository.full_name',
  '+values.destination.repository.full_name',
].join(',');

/** Bitbucket Cloud: “List pull requests” with a filter, and “List pull requests that contain a commit” (REST 2.0). */
export const bitbucketCloud: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'Bearer',
  request: ({ base, head, commit }) => {
    const repository = recordUrl(base);
    if (head === undefined)
      return {
        url: `${repository}/commit/${commit}/pullrequests?pagelen=30&fields=${encodeURIComponent(fields)}`,
      };
    const ofFork = isSameName(nameOf(head), nameOf(base))
      ? ''
      : ` AND source.repository.full_name=${JSON.stringify(nameOf(head))}`;
    const filter = `source.branch.name=${JSON.stringify(head.branch)}${ofFork} AND state="OPEN"`;
    return { url: `${repository}/pullrequests?q=${encodeURIComponent(filter)}&pagelen=30` };
  },
  next: ({ body }) => text(body, 'next', 2_000),
  list: body => firstOf(body, ['values']),
  number: 'id',
  read: (item, { base }) => ({
    url: pageOf(item, 'links.html.href', base),
    isOpen: text(item, 'state') === 'OPEN',
    headCommit: commitOf(item, 'source.commit.hash'),
    headBranch: text(item, 'source.branch.name'),
    headRepository: text(item, 'source.repository.full_name'),
    baseRepository: fullNameOf(item, 'destination.repository.full_name'),
  }),
  recordUrl,
  readRecord: body => ({
    fullName: fullNameOf(body, 'full_name'),
    id: undefined,
    parent: fullNameOf(body, 'parent.full_name'),
  }),
};

function recordUrl(repository: ProviderRepository): string {
  return `https://api.bitbucket.org/2.0/repositories/${encodedName(repository)}`;
}
