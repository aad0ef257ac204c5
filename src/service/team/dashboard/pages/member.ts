import { actionButton, buttons, form } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { buttonLink } from '../html/links.ts';
import { page } from '../html/page.ts';
import { facts } from '../html/table.ts';
import { timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import type { MemberRow, Removal } from '../../members/roster.ts';
import type { SessionRow } from '../../members/session/sessions.ts';
import { roleForm } from './members.ts';
import { sessionTable } from './sessions.ts';

/** The page of a member. */
export function memberPage(viewer: Viewer, row: MemberRow, sessions: readonly SessionRow[]): Html {
  const { id, name, email, joinedAt } = row;
  return page(viewer, {
    title: name,
    section: 'members',
    back: { path: '/members', text: 'Members' },
    actions: buttonLink(`/members/${id}/remove`, 'Remove…', 'danger'),
    body: html`<div class="stack">
      <section class="panel" aria-labelledby="about">
        <h2 id="about">About</h2>
        ${facts([
          ['Email address', email],
          ['Joined', timeAgo(joinedAt, viewer.now)],
        ])}
      </section>
      <section class="panel" aria-label="Role">${roleForm(viewer, row)}</section>
      <section class="panel" aria-labelledby="password">
        <h2 id="password">Password</h2>
        <p>A link by which ${name} sets a new password, valid for one day. All their sessions end when it is used.</p>
        ${actionButton(`/members/${id}/password-link`, viewer.csrfToken, 'Create link')}
      </section>
      <section aria-labelledby="sessions">
        <h2 id="sessions">Sessions</h2>
        ${
          sessions.length === 0
            ? html`<p class="quiet">${name} is not signed in anywhere.</p>`
            : sessionTable(viewer, sessions, `/members/${id}/sessions`)
        }
      </section>
    </div>`,
  });
}

/** Asks before a member is removed. */
export function removeMemberPage(viewer: Viewer, { member, keys }: Removal): Html {
  const isSelf = member.id === viewer.member.id;
  return page(viewer, {
    title: isSelf ? 'Leave the team?' : `Remove ${member.name}?`,
    section: 'members',
    back: { path: `/members/${member.id}`, text: member.name },
    body: html`<div class="panel narrow">
      <p>
        ${isSelf ? 'You are' : html`<strong>${member.name}</strong> (${member.email}) is`} signed out everywhere at
        once. What was done stays in the audit list.
      </p>
      ${
        keys.length === 0
          ? html`<p>No API key goes with it.</p>`
          : html`<p>These API keys are revoked:</p>
              <ul class="plain-list">
                ${keys.map(({ name, lastFour }) => html`<li>${name === '' ? 'No name' : name} <code>••••${lastFour}</code></li>`)}
              </ul>`
      }
      ${form(`/members/${member.id}/remove`, viewer.csrfToken, buttons(isSelf ? 'Leave' : 'Remove member', `/members/${member.id}`, 'danger'))}
    </div>`,
  });
}
