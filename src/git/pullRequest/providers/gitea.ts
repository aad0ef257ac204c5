import { github } from './github.ts';
import { encodeFullName, setParameter, type ProviderResponse, type ProviderApi } from './providerApi.ts';

const pageLength = 50;

/** Gitea and Forgejo: “List a repo's pull requests” (REST v1), which filters by no branch: the open ones are paged through. */
export const gitea: ProviderApi = {
  // Its responses are like GitHub's.
  ...github,
  headers: { accept: 'application/json' },
  scheme: 'token',
  request: ({ base }) => ({
    url: `${base.site}/api/v1/repos/${encodeFullName(base)}/pulls?state=open&sort=recentupdate&limit=${pageLength}&page=1`,
  }),
  next,
  listsOpenOnly: true,
  recordUrl: repository => `${repository.site}/api/v1/repos/${encodeFullName(repository)}`,
};

/** By the total count, since a server may return shorter pages than requested. */
function next({ url, body, headers }: ProviderResponse): string | undefined {
  const length = Array.isArray(body) ? body.length : 0;
  const page = Number(new URL(url).searchParams.get('page') ?? 1);
  const total = headers['x-total-count'];
  const isLast = total === undefined ? length < pageLength : page * length >= Number(total);
  return length === 0 || isLast ? undefined : setParameter(url, 'page', page + 1);
}
