import { firstOf, isObject } from '../../../api/decode/aliases.ts';
import {
  branchName,
  readCommit,
  isSameName,
  joinFullName,
  readText,
  setParameter,
  type ProviderResponse,
  type ProviderApi,
  type ProviderRepository,
  type PullRequestQuery,
} from './providerApi.ts';

const pageLength = 30;

/**
 * Azure DevOps: “Pull Requests - Get Pull Requests” and “Pull Request Query”, which tells those of a commit.
 * @param version of the REST interface; a server refuses what is newer than itself
 */
function azure(version: string): ProviderApi {
  const recordUrl = (repository: ProviderRepository): string =>
    `${projectOf(repository)}/_apis/git/repositories/${encodeURIComponent(repository.repo)}`;
  return {
    headers: { accept: 'application/json' },
    scheme: 'Bearer',
    request: ({ base, head, commit }) => {
      const repository = recordUrl(base);
      if (head === undefined) {
        const queries = ['commit', 'lastMergeCommit'].map(type => ({ type, items: [commit] }));
        return { url: `${repository}/pullrequestquery?api-version=${version}`, body: JSON.stringify({ queries }) };
      }
      const branch = encodeURIComponent(`refs/heads/${head.branch}`);
      return {
        url: `${repository}/pullrequests?searchCriteria.sourceRefName=${branch}&searchCriteria.status=active&$top=${pageLength}&api-version=${version}`,
      };
    },
    next,
    list: body => firstOf(body, 'value') ?? queried(body),
    number: 'pullRequestId',
    read: (item, { base }, number) => ({
      url: `${projectOf(base)}/_git/${encodeURIComponent(base.repo)}/pullrequest/${number}`,
      isOpen: readText(item, 'status') === 'active',
      headCommit: readCommit(item, 'lastMergeSourceCommit.commitId'),
      mergeCommit: readCommit(item, 'lastMergeCommit.commitId'),
      headBranch: branchName(readText(item, 'sourceRefName')),
      headRepository: headOf(item, base),
      baseRepository: undefined,
    }),
    pullRequestPath: 'pullrequests',
    recordUrl: repository => `${recordUrl(repository)}?includeParent=true&api-version=${version}`,
    readRecord: (body, repository) => {
      const collection = readText(body, 'parentRepository.collection.name');
      const isSame =
        collection === undefined || isSameName(collection, organisationOf(repository).split('/').at(-1) ?? '');
      return {
        fullName: nameAt(body, repository),
        id: undefined,
        parent: isSame ? nameAt(firstOf(body, 'parentRepository'), repository) : undefined,
      };
    },
  };
}

export const azureDevops = azure('6.0');

/** The oldest supported version: Azure DevOps Server 2019 has 5.0, Team Foundation Server 2018 has 4.1. */
export const azureDevopsServer = azure('3.0');

function next({ url, body }: ProviderResponse): string | undefined {
  const list = firstOf(body, 'value');
  if (!Array.isArray(list) || list.length < pageLength) return undefined;
  const skipped = Number(new URL(url).searchParams.get('$skip') ?? 0);
  return setParameter(url, '$skip', skipped + list.length);
}

/**
 * The response to a query by commit: for each part of the query, the pull requests by commit. Both may contain the same
 * one.
 */
function queried(body: unknown): unknown[] {
  const results = firstOf(body, 'results');
  const lists = (Array.isArray(results) ? results : []).flatMap(part => (isObject(part) ? Object.values(part) : []));
  const found = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return [...new Map(found.map(item => [readText(item, 'pullRequestId'), item])).values()];
}

function headOf(item: object, base: PullRequestQuery['base']): string {
  const fork = firstOf(item, 'forkSource');
  return isObject(fork) ? (nameAt(firstOf(fork, 'repository'), base) ?? 'fork') : 'base';
}

/** A repository beside another one, which it shares the organisation or collection with. */
function nameAt(item: unknown, beside: ProviderRepository): string | undefined {
  const project = readText(item, 'project.name');
  const name = readText(item, 'name');
  if (project === undefined || name === undefined) return undefined;
  return joinFullName({ ...beside, owner: [organisationOf(beside), project].filter(Boolean).join('/'), repo: name });
}

function organisationOf({ owner }: ProviderRepository): string {
  return owner.slice(0, Math.max(0, owner.lastIndexOf('/')));
}

function projectOf({ site, owner }: ProviderRepository): string {
  return `${site}/${encodeURIComponent(owner.slice(owner.lastIndexOf('/') + 1))}`;
}
