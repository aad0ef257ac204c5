import { assetPaths } from '../assets/assets.ts';
import { attribute, html, type Content, type Html } from './html.ts';
import { brandIcon, icon } from './icons.ts';
import type { Section, Viewer } from './viewer.ts';

/** What a page is made of. */
export interface PageParts {
  readonly title: string;
  /** Absent for a page that is in no section, such as that of an error. */
  readonly section?: Section;
  /** Beside the heading: what can be done here. */
  readonly actions?: Content;
  /** Above the heading: the way back. */
  readonly back?: { readonly path: string; readonly text: string };
  readonly body: Content;
  /** The form on it was refused, which the title says first. */
  readonly isRefused?: boolean;
}

const sections: readonly (readonly [Section, path: string, title: string, isForAdmins: boolean])[] = [
  ['reviews', '/reviews', 'Reviews', false],
  ['repositories', '/repositories', 'Repositories', false],
  ['keys', '/keys', 'API keys', false],
  ['usage', '/usage', 'Usage', false],
  ['members', '/members', 'Members', true],
  ['audit', '/audit', 'Audit', true],
  ['settings', '/settings', 'Settings', true],
];

/** A page for a member who is signed in. */
export function page(viewer: Viewer, { title, section, actions, back, body, isRefused = false }: PageParts): Html {
  const { member, flash } = viewer;
  const shown = sections.filter(([, , , isForAdmins]) => !isForAdmins || member.role === 'admin');
  return document(
    `${isRefused ? 'Error: ' : ''}${title}`,
    'app',
    html`<header class="top">
        <div class="bar">
          <a class="brand" href="/reviews">${brandIcon}<span>Code Review</span></a>
          <nav aria-label="Dashboard">
            <ul>
              ${shown.map(
                ([name, path, text]) =>
                  html`<li>
                    <a href="${path}" ${attribute('aria-current', name === section ? 'page' : undefined)}>${text}</a>
                  </li>`,
              )}
            </ul>
          </nav>
          <a class="who" href="/account" ${attribute('aria-current', section === 'account' ? 'page' : undefined)}
            ><span class="unseen">Your account: </span>${member.name}</a
          >
        </div>
      </header>
      <main id="main" tabindex="-1">
        ${flash && notice(flash.kind, flash.text)}
        ${
          back &&
          html`<p class="back">
            <a href="${back.path}"><span aria-hidden="true">← </span>${back.text}</a>
          </p>`
        }
        <div class="heading">
          <h1>${title}</h1>
          ${actions && html`<div class="tools">${actions}</div>`}
        </div>
        ${body}
      </main>`,
  );
}

/** A page without navigation: to sign in, and for errors before that. */
export function plainPage(title: string, body: Content, isRefused = false): Html {
  return document(
    `${isRefused ? 'Error: ' : ''}${title}`,
    'plain',
    html`<main id="main" tabindex="-1">
      <div class="card">
        <p class="brand">${brandIcon}<span>Code Review</span></p>
        <h1>${title}</h1>
        ${body}
      </div>
    </main>`,
  );
}

/** A sentence about what has happened. */
export function notice(kind: 'done' | 'problem' | 'hint', text: Content): Html {
  const sign = { done: 'tick', problem: 'warning', hint: 'info' } as const;
  return html`<div class="notice ${kind}" role="${kind === 'problem' ? 'alert' : 'status'}">
    ${icon(sign[kind])}
    <div>${text}</div>
  </div>`;
}

function document(title: string, kind: 'app' | 'plain', content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Code Review</title>
        <link rel="icon" href="${assetPaths.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetPaths.style}" />
        <script src="${assetPaths.script}" defer></script>
      </head>
      <body class="${kind}">
        <a class="skip" href="#main">Skip to the content</a>
        ${content}
      </body>
    </html>`;
}
