import { select } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { buttonLink, pathWith } from '../html/links.ts';
import { page } from '../html/page.ts';
import { emptyState, table } from '../html/table.ts';
import { exactTime } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import type { AuditNoun, AuditRow } from '../../members/audit.ts';

/** Entries on one page. */
export const entriesPerPage = 50;

const nouns: Readonly<Record<AuditNoun, string>> = {
  key: 'API keys',
  repository: 'Repositories',
  credential: 'Credentials',
  review: 'Reviews',
  member: 'Members',
  account: 'Connected accounts',
  invitation: 'Invitations',
  session: 'Sessions',
  password: 'Passwords',
  settings: 'Settings',
};

/** The list of what was done. @param rows one more than a page holds if there is another page */
export function auditPage(
  viewer: Viewer,
  rows: readonly AuditRow[],
  filter: { readonly action: string; readonly before: number | undefined },
): Html {
  const shown = rows.slice(0, entriesPerPage);
  const next = rows.length > entriesPerPage ? shown.at(-1)?.id : undefined;
  const { action, before } = filter;
  return page(viewer, {
    title: 'Audit',
    section: 'audit',
    body: html`<p class="lead">Everything that was done in this dashboard, newest first. Times are UTC.</p>
      <form class="filters" method="get" action="/audit">
        <div class="small">
          ${select(
            'action',
            'About',
            [{ value: '', label: 'Everything' }, ...Object.entries(nouns).map(([value, label]) => ({ value, label }))],
            action,
          )}
        </div>
        <div class="buttons"><button class="button">Filter</button></div>
      </form>
      ${
        shown.length === 0
          ? emptyState(
              'Nothing here',
              'Nothing of this kind was done yet.',
              action !== '' && buttonLink('/audit', 'Show everything'),
            )
          : html`${auditTable(shown)}
              <nav class="pager" aria-label="Pages">
                ${before === undefined ? html`<span></span>` : buttonLink(pathWith('/audit', { action }), 'Newest')}
                ${next !== undefined && buttonLink(pathWith('/audit', { action, before: next }), 'Older')}
              </nav>`
      }`,
  });
}

function auditTable(rows: readonly AuditRow[]): Html {
  return table(
    'What was done, newest first',
    [
      {
        title: 'When',
        cell: ({ at }) => html`<time datetime="${at.toISOString()}">${exactTime(at).replace(' UTC', '')}</time>`,
      },
      { title: 'Who', cell: ({ actorName }) => actorName },
      { title: 'What', cell: ({ action }) => html`<code>${action}</code>` },
      { title: 'Object', cell: ({ object }) => object },
      { title: 'Details', cell: ({ detail }) => detailText(detail) },
    ],
    rows,
  );
}

function detailText(detail: AuditRow['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)}: ${String(value)}`)
    .join(', ');
}
