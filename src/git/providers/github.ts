import { commitOf, encodedName, pageOf, text, type ProviderApi, type ProviderRepository } from './providerApi.ts';

/** GitHub and GitHub Enterprise: “List pull requests” and “List pull requests associated with a commit” (REST 2022-11-28). */
export const github: ProviderApi = {
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  scheme: 'Bearer',
  addresses: ({ base, head, commit }) => {
    const repository = `${apiOf(base)}/repos/${encodedName(base)}`;
    if (head === undefined) return [`${repository}/commits/${commit}/pulls?per_page=30`];
    const wanted = encodeURIComponent(`${head.owner}:${head.branch}`);
    return [`${repository}/pulls?state=open&head=${wanted}&per_page=30`];
  },
  number: 'number',
  read: (item, { base }) => ({
    url: pageOf(item, 'html_url', base),
    isOpen: text(item, 'state') === 'open',
    headCommit: commitOf(item, 'head.sha'),
    headBranch: text(item, 'head.ref'),
    headRepository: text(item, 'head.repo.full_name'),
    baseRepository: text(item, 'base.repo.full_name'),
  }),
};

function apiOf({ host, site }: ProviderRepository): string {
  if (host === 'github.com') return 'https://api.github.com';
  if (host.endsWith('.ghe.com')) return `https://api.${host}`;
  return `${site}/api/v3`;
}
