import { github } from './github.ts';
import { encodedName, type ProviderApi } from './providerApi.ts';

const pages = [1, 2, 3, 4];

/** Gitea and Forgejo: “List a repo's pull requests” (REST v1), which filters by no branch: the open ones are paged through. */
export const gitea: ProviderApi = {
  // Its answers are as those of GitHub.
  ...github,
  headers: { accept: 'application/json' },
  scheme: 'token',
  addresses: ({ base }) =>
    pages.map(
      page => `${base.site}/api/v1/repos/${encodedName(base)}/pulls?state=open&sort=recentupdate&limit=50&page=${page}`,
    ),
};
