import { badge, tag } from '../html/badge.ts';
import { buttons, form, problemSummary, radios, textField, type Problems } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { buttonLink } from '../html/links.ts';
import { page } from '../html/page.ts';
import { emptyState, facts, table } from '../html/table.ts';
import { dayTime, timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import type { KeyRow } from '../queries/keys.ts';

const prefixes = { production: 'crk_live_', development: 'crk_dev_' } as const;
const newKeyLink = buttonLink('/keys/new', 'New API key', 'primary');

/** The list of keys. */
export function keysPage(viewer: Viewer, keys: readonly KeyRow[]): Html {
  const isAdmin = viewer.member.role === 'admin';
  const body =
    keys.length === 0
      ? emptyState(
          'No API keys yet',
          'The editor signs in to this service with an API key. Create one, and paste it into Code Review: Sign In.',
          newKeyLink,
        )
      : table(
          'API keys',
          [
            {
              title: 'Name',
              cell: ({ name, revokedAt }) =>
                html`${name === '' ? html`<span class="quiet">No name</span>` : name}
                ${revokedAt && badge('quiet', 'Revoked')}`,
            },
            { title: 'Kind', cell: ({ kind }) => tag(kind) },
            { title: 'Key', cell: key => html`<code>${maskedKey(key)}</code>` },
            ...(isAdmin
              ? [
                  {
                    title: 'Created by',
                    cell: ({ createdByName, createdBy }: KeyRow) =>
                      createdByName ?? (createdBy === undefined ? 'Command line' : 'Former member'),
                  },
                ]
              : []),
            { title: 'Created', cell: ({ createdAt }) => timeAgo(createdAt, viewer.now) },
            {
              title: 'Last used',
              cell: ({ lastUsedOn }) =>
                lastUsedOn === undefined ? html`<span class="quiet">Never</span>` : dayTime(lastUsedOn),
            },
            {
              title: 'Actions',
              kind: 'actions',
              cell: ({ id, name, lastFour, revokedAt }) =>
                revokedAt === undefined &&
                buttonLink(
                  `/keys/${id}/revoke`,
                  html`Revoke<span class="unseen"> ${name === '' ? `key …${lastFour}` : name}</span>`,
                ),
            },
          ],
          keys,
        );
  return page(viewer, {
    title: 'API keys',
    section: 'keys',
    actions: keys.length > 0 && newKeyLink,
    body: html`<p class="lead">
        Editors and builds use keys to ask for reviews. A key is shown in full once, when it is created.
        <a href="/openapi">API reference</a>
      </p>
      ${body}`,
  });
}

/** The form for a new key. */
export function newKeyPage(
  viewer: Viewer,
  values: { readonly name: string; readonly kind: string },
  problems: Problems = {},
): Html {
  return page(viewer, {
    title: 'New API key',
    section: 'keys',
    back: { path: '/keys', text: 'API keys' },
    isRefused: Object.keys(problems).length > 0,
    body: html`<div class="narrow">
      ${problemSummary(problems)}${form(
        '/keys',
        viewer.csrfToken,
        textField({
          name: 'name',
          label: 'Name',
          hint: 'Where it is used, such as “Ada’s laptop” or “nightly build”.',
          value: values.name,
          problem: problems['name'],
          isRequired: true,
          longest: 100,
        }),
        radios(
          'kind',
          'Kind',
          [
            { value: 'production', label: 'Production', hint: 'For daily work in the editor.' },
            {
              value: 'development',
              label: 'Development',
              hint: 'For trying things out. It has a limit of its own, so tests use up nobody’s requests.',
            },
          ],
          values.kind,
          problems['kind'],
        ),
        buttons('Create key', '/keys'),
      )}
    </div>`,
  });
}

/** A key that was created, shown in full this once, with what to do with it. */
export function createdKeyPage(viewer: Viewer, key: KeyRow, secret: string, publicUrl: URL): Html {
  const address = publicUrl.href.replace(/\/$/, '');
  return page(viewer, {
    title: `Key created: ${key.name}`,
    section: 'keys',
    back: { path: '/keys', text: 'API keys' },
    body: html`<div class="stack">
      <section class="panel" aria-labelledby="key-title">
        <h2 id="key-title">Copy the key now</h2>
        <p>You cannot see it again after you leave this page.</p>
        ${copied('key', secret)}
        ${facts([
          ['Kind', key.kind],
          ['Ends in', html`<code>${key.lastFour}</code>`],
        ])}
      </section>
      <section class="panel" aria-labelledby="use-title">
        <h2 id="use-title">Sign in with it</h2>
        <ol class="next">
          <li>
            In VS Code, run <strong>Code Review: Sign In</strong> and enter this address: ${copied('address', address)}
          </li>
          <li>Paste the key.</li>
          <li>Check out a branch with a pull request and run <strong>Code Review: Review Current Branch</strong>.</li>
        </ol>
        <h3>In a container</h3>
        <p>Nothing can be stored there, so the extension reads the key from the environment:</p>
        ${copied('line', `export CODE_REVIEW_API_KEY='${secret}'`)}
      </section>
    </div>`,
  });
}

/** Asks before a key is revoked. */
export function revokeKeyPage(viewer: Viewer, key: KeyRow): Html {
  const name = key.name === '' ? `the key that ends in ${key.lastFour}` : key.name;
  return page(viewer, {
    title: `Revoke ${name}?`,
    section: 'keys',
    back: { path: '/keys', text: 'API keys' },
    body: html`<div class="panel narrow">
      ${facts([
        ['Key', html`<code>${maskedKey(key)}</code>`],
        ['Kind', key.kind],
        ['Created by', key.createdByName],
        ['Last used', key.lastUsedOn === undefined ? 'Never' : dayTime(key.lastUsedOn)],
      ])}
      <p>
        Everything that signs in with this key stops working at once. This cannot be undone; reviews that were made
        stay.
      </p>
      ${form(`/keys/${key.id}/revoke`, viewer.csrfToken, buttons('Revoke key', '/keys', 'danger'))}
    </div>`,
  });
}

/** A text that is to be copied; the button is there where the script is. */
export function copied(id: string, text: string): Html {
  return html`<div class="secret">
    <code id="${id}">${text}</code><button type="button" class="button" data-copy="${id}" hidden>Copy</button>
  </div>`;
}

function maskedKey({ kind, lastFour }: KeyRow): string {
  return `${prefixes[kind]}••••${lastFour}`;
}
