import { commitOf, encodedName, items, numberOf, pageOf, text, titleOf, type ProviderApi } from './providerApi.ts';

const pages = [1, 2, 3, 4];

/** Gitea and Forgejo: “List a repo's pull requests” (REST v1), which filters by no branch: the open ones are paged through. */
export const gitea: ProviderApi = {
  headers: { accept: 'application/json' },
  scheme: 'token',
  addresses: ({ base }) =>
    pages.map(
      page => `${base.site}/api/v1/repos/${encodedName(base)}/pulls?state=open&sort=recentupdate&limit=50&page=${page}`,
    ),
  decode: (answer, { base }) =>
    items(answer).flatMap(item => {
      const number = numberOf(item, 'number');
      if (number === undefined) return [];
      return {
        number,
        title: titleOf(item),
        url: pageOf(item, 'html_url', base),
        isOpen: text(item, 'state') === 'open',
        headCommit: commitOf(item, 'head.sha'),
        headBranch: text(item, 'head.ref'),
        headRepository: text(item, 'head.repo.full_name'),
        baseRepository: text(item, 'base.repo.full_name'),
      };
    }),
};
