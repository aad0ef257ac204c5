import { badge } from '../html/badge.ts';
import { select, textField } from '../html/form.ts';
import { html, type Content, type Html } from '../html/html.ts';
import { buttonLink, pathWith } from '../html/links.ts';
import { page } from '../html/page.ts';
import { emptyState, table } from '../html/table.ts';
import { durationText, timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import { pageLength, type ReviewFilter, type ReviewRow } from '../queries/reviews.ts';

/** What the list of reviews shows. */
export interface ReviewsState {
  readonly reviews: readonly ReviewRow[];
  readonly filter: ReviewFilter;
  readonly repositories: readonly string[];
}

/** The list of reviews. */
export function reviewsPage(viewer: Viewer, { reviews, filter, repositories }: ReviewsState): Html {
  const shown = reviews.slice(0, pageLength);
  const next = reviews.length > pageLength ? shown.at(-1)?.number : undefined;
  const { status, repository, pr, before } = filter;
  const isFiltered = status !== undefined || repository !== undefined || pr !== undefined;
  const query = { state: status, repository, pr };
  const body =
    shown.length > 0
      ? html`<div id="reviews" ${before === undefined && shown.some(isUnderWay) && html` data-refresh`}>
            ${reviewTable(shown, viewer.now)}
          </div>
          <nav class="pager" aria-label="Pages">
            ${before === undefined ? html`<span></span>` : buttonLink(pathWith('/reviews', query), 'Newest')}
            ${next !== undefined && buttonLink(pathWith('/reviews', { ...query, before: next }), 'Older')}
          </nav>`
      : isFiltered || before !== undefined
        ? emptyState('No review matches', 'Change the filter, or show all reviews.', buttonLink('/reviews', 'Show all'))
        : firstSteps(viewer, repositories);
  const filters = (shown.length > 0 || isFiltered) && filterForm(filter, repositories, isFiltered);
  return page(viewer, { title: 'Reviews', section: 'reviews', body: html`${filters}${body}` });
}

/** The state of a review in a few words. */
export function statusBadge({ status, startedAt, progress }: ReviewRow): Html {
  switch (status) {
    case 'completed':
      return badge('good', 'Completed');
    case 'failed':
      return badge('bad', 'Failed');
    case 'cancelled':
      return badge('quiet', 'Cancelled');
    case 'pending':
      return startedAt === undefined
        ? badge('quiet', 'Waiting')
        : badge('busy', `Running, ${Math.floor(progress * 100)} %`);
  }
}

/** How long a review took, or takes so far. */
export function durationOf({ startedAt, completedAt, status }: ReviewRow, now: number): string | undefined {
  if (startedAt === undefined) return undefined;
  if (completedAt === undefined && status !== 'pending') return undefined;
  return durationText((completedAt?.getTime() ?? now) - startedAt.getTime());
}

function reviewTable(reviews: readonly ReviewRow[], now: number): Html {
  return table(
    'Reviews, newest first',
    [
      { title: 'Pull request', cell: reviewName },
      { title: 'State', cell: statusBadge },
      { title: 'Comments', kind: 'number', cell: ({ issues }) => issues ?? html`<span class="quiet">–</span>` },
      {
        title: 'Duration',
        kind: 'number',
        cell: review => durationOf(review, now) ?? html`<span class="quiet">–</span>`,
      },
      { title: 'Requested', cell: ({ createdAt }) => timeAgo(createdAt, now) },
    ],
    reviews,
  );
}

function reviewName({ id, repository, pr, title }: ReviewRow): Content {
  return html`<a href="/reviews/${id}">${repository} #${pr}</a
    >${title !== undefined && html`<span class="sub">${title}</span>`}`;
}

function filterForm(filter: ReviewFilter, repositories: readonly string[], isFiltered: boolean): Html {
  const states = [
    { value: '', label: 'All states' },
    { value: 'pending', label: 'Waiting or running' },
    { value: 'completed', label: 'Completed' },
    { value: 'failed', label: 'Failed' },
    { value: 'cancelled', label: 'Cancelled' },
  ];
  return html`<form class="filters" method="get" action="/reviews" role="search" aria-label="Filter reviews">
    <div class="grow">
      ${textField({ name: 'repository', label: 'Repository', value: filter.repository ?? '', placeholder: 'owner/name', options: repositories })}
    </div>
    <div class="small">
      ${textField({ name: 'pr', label: 'Pull request', type: 'number', value: filter.pr === undefined ? '' : String(filter.pr) })}
    </div>
    <div class="small">${select('state', 'State', states, filter.status ?? '')}</div>
    <div class="buttons"><button class="button">Filter</button>${isFiltered && buttonLink('/reviews', 'Clear')}</div>
  </form>`;
}

function firstSteps({ member }: Viewer, repositories: readonly string[]): Html {
  if (repositories.length === 0)
    return emptyState(
      'No repository is connected yet',
      'Reviews are made of pull requests in connected repositories.',
      member.role === 'admin'
        ? buttonLink('/repositories/connect', 'Connect a repository', 'primary')
        : 'Ask an admin of your team to connect one.',
    );
  return emptyState(
    'No reviews yet',
    html`Create an API key, sign in with it in VS Code, and run <strong>Code Review: Review Current Branch</strong>.`,
    buttonLink('/keys', 'API keys', 'primary'),
  );
}

function isUnderWay({ status }: ReviewRow): boolean {
  return status === 'pending';
}
