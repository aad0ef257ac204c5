import { firstOf } from '../../../api/decode/aliases.ts';
import {
  commitOf,
  encodedName,
  fullNameOf,
  nextByLink,
  numberOf,
  pageOf,
  text,
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
  next: nextByLink,
  list: body => body,
  number: 'number',
  read: (item, { base }) => ({
    url: pageOf(item, 'html_url', base),
    isOpen: text(item, 'state') === 'open',
    headCommit: commitOf(item, 'head.sha'),
    headBranch: text(item, 'head.ref'),
    headRepository: text(item, 'head.repo.full_name'),
    baseRepository: fullNameOf(item, 'base.repo.full_name'),
    isWithinFork: firstOf(item, ['base.repo.fork']) === true,
  }),
  recordUrl,
  readRecord: body => ({
    fullName: fullNameOf(body, 'full_name'),
    id: numberOf(body, 'id'),
    parent: fullNameOf(body, 'parent.full_name'),
  }),
};

function recordUrl(repository: ProviderRepository): string {
  return `${apiOf(repository)}/repos/${encodedName(repository)}`;
}

function apiOf({ host, site }: ProviderRepository): string {
  if (host === 'github.com') return 'https://api.github.com';
  if (host.endsWith('.ghe.com')) return `https://api.${host}`;
  return `${site}/api/v3`;
}
