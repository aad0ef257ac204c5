import { firstOf } from '../../../api/decode/aliases.ts';
import {
  readCommit,
  encodeFullName,
  readFullName,
  nextPageUrl,
  readNumber,
  readPageUrl,
  readText,
  type ProviderApi,
  type ProviderRepository,
} from './providerApi.ts';

/** GitHub and GitHub Enterprise: “List pull requests” and “List pull requests associated with a commit” (REST 2022-11-28). */
export const github: ProviderApi = {
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  scheme: 'Bearer',
  request: ({ base, head, commit }) => {
    const repository = recordUrl(base);
    if (head === undefined) return { url: `${repository}/commits/${commit}/pulls?per_page=30` };
    const wanted = encodeURIComponent(`${head.owner}:${head.branch}`);
    return { url: `${repository}/pulls?state=open&head=${wanted}&per_page=30` };
  },
  next: nextPageUrl,
  list: body => body,
  number: 'number',
  read: (item, { base }) => ({
    url: readPageUrl(item, 'html_url', base),
    isOpen: readText(item, 'state') === 'open',
    headCommit: readCommit(item, 'head.sha'),
    headBranch: readText(item, 'head.ref'),
    headRepository: readText(item, 'head.repo.full_name'),
    baseRepository: readFullName(item, 'base.repo.full_name'),
    isWithinFork: firstOf(item, 'base.repo.fork') === true,
  }),
  pullRequestPath: 'pulls',
  recordUrl,
  readRecord: body => ({
    fullName: readFullName(body, 'full_name'),
    id: readNumber(body, 'id'),
    parent: readFullName(body, 'parent.full_name'),
  }),
};

function recordUrl(repository: ProviderRepository): string {
  return `${apiOf(repository)}/repos/${encodeFullName(repository)}`;
}

function apiOf({ host, site }: ProviderRepository): string {
  if (host === 'github.com') return 'https://api.github.com';
  if (host.endsWith('.ghe.com')) return `https://api.${host}`;
  return `${site}/api/v3`;
}
