import { firstOf } from '../../../api/decode/aliases.ts';
import {
  readCommit,
  encodeFullName,
  readFullName,
  isSameName,
  joinFullName,
  readPageUrl,
  readText,
  type ProviderApi,
  type ProviderRepository,
} from './providerApi.ts';

// The host omits most of a commit's pull requests unless asked for them by name.
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
    const ofFork = isSameName(joinFullName(head), joinFullName(base))
      ? ''
      : ` AND source.repository.full_name=${JSON.stringify(joinFullName(head))}`;
    const filter = `source.branch.name=${JSON.stringify(head.branch)}${ofFork} AND state="OPEN"`;
    return { url: `${repository}/pullrequests?q=${encodeURIComponent(filter)}&pagelen=30` };
  },
  next: ({ body }) => readText(body, 'next', 2_000),
  list: body => firstOf(body, 'values'),
  number: 'id',
  read: (item, { base }) => ({
    url: readPageUrl(item, 'links.html.href', base),
    isOpen: readText(item, 'state') === 'OPEN',
    headCommit: readCommit(item, 'source.commit.hash'),
    headBranch: readText(item, 'source.branch.name'),
    headRepository: readText(item, 'source.repository.full_name'),
    baseRepository: readFullName(item, 'destination.repository.full_name'),
  }),
  pullRequestPath: 'pullrequests',
  recordUrl,
  readRecord: body => ({
    fullName: readFullName(body, 'full_name'),
    id: undefined,
    parent: readFullName(body, 'parent.full_name'),
  }),
};

function recordUrl(repository: ProviderRepository): string {
  return `https://api.bitbucket.org/2.0/repositories/${encodeFullName(repository)}`;
}
