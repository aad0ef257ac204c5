import type { Provider } from '../../../../git/repository/remoteUrl.ts';
import { badge, tag } from '../html/badge.ts';
import { html, type Content, type Html } from '../html/html.ts';
import { buttonLink, pathWith } from '../html/links.ts';
import { page } from '../html/page.ts';
import { emptyState, table } from '../html/table.ts';
import { timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import { repositoriesPerPage, type RepositoryRow } from '../queries/repositories.ts';

const providers: Readonly<Record<Provider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket Cloud',
  'bitbucket-server': 'Bitbucket Data Center',
  azure: 'Azure DevOps',
  'azure-server': 'Azure DevOps Server',
  gitea: 'Gitea or Forgejo',
  git: 'Another git server',
};

/** What people call a hosting provider. */
export function providerName(provider: string): string {
  return providerNames.find(([each]) => each === provider)?.[1] ?? provider;
}

/** The providers that a host of its own can run. */
export const providerNames = Object.entries(providers) as readonly (readonly [provider: Provider, name: string])[];

/** The list of connected repositories. */
export function repositoriesPage(viewer: Viewer, repositories: readonly RepositoryRow[], after: string): Html {
  const isAdmin = viewer.member.role === 'admin';
  const connect = buttonLink('/repositories/connect', 'Connect a repository', 'primary');
  const shown = repositories.slice(0, repositoriesPerPage);
  const next = repositories.length > repositoriesPerPage ? shown.at(-1)?.fullName : undefined;
  const body =
    shown.length === 0
      ? emptyState(
          after === '' ? 'No repository is connected yet' : 'No more repositories',
          'Give the clone address of a repository and a token that may read it. Its pull requests can then be reviewed.',
          isAdmin ? connect : 'Ask an admin of your team to connect one.',
        )
      : html`${repositoryTable(shown, viewer, isAdmin)}
          <nav class="pager" aria-label="Pages">
            ${after === '' ? html`<span></span>` : buttonLink('/repositories', 'First page')}
            ${next !== undefined && buttonLink(pathWith('/repositories', { after: next }), 'Next page')}
          </nav>`;
  return page(viewer, {
    title: 'Repositories',
    section: 'repositories',
    actions: isAdmin && shown.length > 0 && connect,
    body,
  });
}

/** Whether a repository can be read, as of its last check. */
export function readableBadge({ problem, checkedAt }: RepositoryRow): Html {
  if (problem !== undefined) return badge('bad', 'Cannot be read');
  return checkedAt === undefined ? badge('quiet', 'Not checked') : badge('good', 'Connected');
}

function repositoryTable(repositories: readonly RepositoryRow[], { now }: Viewer, isAdmin: boolean): Html {
  return table(
    'Connected repositories',
    [
      { title: 'Repository', cell: each => repositoryName(each, isAdmin) },
      { title: 'Host', cell: ({ provider }) => providerName(provider) },
      { title: 'State', cell: readableBadge },
      { title: 'Last review', cell: ({ lastReview }) => lastReviewLink(lastReview, now) },
    ],
    repositories,
  );
}

/** The last review of a repository. */
export function lastReviewLink(review: RepositoryRow['lastReview'], now: number): Content {
  if (review === undefined) return html`<span class="quiet">None yet</span>`;
  return html`<a href="/reviews/${review.id}">${review.status === 'pending' ? 'under way' : review.status}</a>
    ${timeAgo(review.createdAt, now)}`;
}

function repositoryName({ id, fullName, isPrivate, problem }: RepositoryRow, isAdmin: boolean): Content {
  const name = isAdmin ? html`<a href="/repositories/${id}">${fullName}</a>` : fullName;
  return html`${name}
  ${isPrivate && tag('private')}${problem !== undefined && html`<span class="sub">${problem}</span>`}`;
}
