import { actionButton, buttons, form, problemSummary, textField, type Problems } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { buttonLink } from '../html/links.ts';
import { page } from '../html/page.ts';
import { facts } from '../html/table.ts';
import type { Viewer } from '../html/viewer.ts';
import { shortestPassword } from '../../members/formFields.ts';
import type { SessionRow } from '../../members/session/sessions.ts';
import { sessionTable } from './sessions.ts';

/** What the page of one's own account shows. */
export interface AccountState {
  readonly sessions: readonly SessionRow[];
  /** Name of the organisation's own sign-in, where there is one. */
  readonly oidcName: string | undefined;
  readonly problems: Problems;
}

/** The page of one's own account. */
export function accountPage(viewer: Viewer, { sessions, oidcName, problems }: AccountState): Html {
  const { member, csrfToken } = viewer;
  return page(viewer, {
    title: 'Your account',
    section: 'account',
    isRefused: Object.keys(problems).length > 0,
    actions: actionButton('/sign-out', csrfToken, 'Sign out'),
    body: html`<div class="stack">
      ${problemSummary(problems)}
      <section class="panel" aria-labelledby="about">
        <h2 id="about">You</h2>
        ${facts([
          ['Name', member.name],
          ['Email address', member.email],
          ['Role', member.role === 'admin' ? 'Admin' : 'Member'],
        ])}${oidcName !== undefined && html`<p>${buttonLink('/sign-in/oidc', html`Connect ${oidcName}`)}</p>`}
      </section>
      <section class="panel" aria-labelledby="password-title">
        <h2 id="password-title">Change your password</h2>
        <div class="narrow">
          ${form(
            '/account/password',
            csrfToken,
            textField({
              name: 'current',
              label: 'Current password',
              type: 'password',
              autocomplete: 'current-password',
              problem: problems['current'],
              isRequired: true,
            }),
            textField({
              name: 'password',
              label: 'New password',
              hint: `At least ${shortestPassword} characters. All your other sessions end.`,
              type: 'password',
              autocomplete: 'new-password',
              problem: problems['password'],
              isRequired: true,
            }),
            buttons('Change password'),
          )}
        </div>
      </section>
      <section aria-labelledby="sessions">
        <h2 id="sessions">Sessions</h2>
        ${sessionTable(viewer, sessions, '/account/sessions')}
        ${sessions.length > 1 && html`<p class="pager">${actionButton('/account/sessions/end-others', csrfToken, 'End all other sessions')}</p>`}
      </section>
    </div>`,
  });
}
