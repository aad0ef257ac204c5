import { badge } from '../html/badge.ts';
import { actionButton } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { table } from '../html/table.ts';
import { exactTime, timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import type { SessionRow } from '../../members/session/sessions.ts';

/** A table of sessions. @param path where to end one, followed by its id */
export function sessionTable(viewer: Viewer, sessions: readonly SessionRow[], path: string): Html {
  return table(
    'Sessions, newest first',
    [
      {
        title: 'Browser',
        cell: ({ id, userAgent }) =>
          html`${browserOf(userAgent)} ${id === viewer.sessionId && badge('good', 'This one')}`,
      },
      {
        title: 'Address',
        cell: ({ address }) =>
          address === undefined ? html`<span class="quiet">Not known</span>` : html`<code>${address}</code>`,
      },
      { title: 'Signed in', cell: ({ createdAt }) => timeAgo(createdAt, viewer.now) },
      {
        title: 'Ends',
        cell: ({ expiresAt }) => html`<time datetime="${expiresAt.toISOString()}">${exactTime(expiresAt)}</time>`,
      },
      {
        title: 'Actions',
        kind: 'actions',
        cell: ({ id, userAgent, createdAt }) =>
          id !== viewer.sessionId &&
          actionButton(
            `${path}/${id}/end`,
            viewer.csrfToken,
            html`End<span class="unseen"> the session of ${browserOf(userAgent)} since ${exactTime(createdAt)}</span>`,
          ),
      },
    ],
    sessions,
  );
}

/** The browser and the system in what a browser says of itself; both are a guess. */
function browserOf(userAgent: string | undefined): string {
  if (userAgent === undefined) return 'Unknown browser';
  const browser = names(userAgent, [
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/(?:Headless)?Chrom(?:e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = names(userAgent, [
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/Linux/, 'Linux'],
  ]);
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}

function names(text: string, known: readonly (readonly [RegExp, string])[]): string | undefined {
  return known.find(([pattern]) => pattern.test(text))?.[1];
}
