import { badge, tag } from '../html/badge.ts';
import { actionButton, buttons, form, problemSummary, radios, textField, type Problems } from '../html/form.ts';
import { html, type Html } from '../html/html.ts';
import { buttonLink } from '../html/links.ts';
import { page } from '../html/page.ts';
import { table } from '../html/table.ts';
import { exactTime, timeAgo } from '../html/time.ts';
import type { Viewer } from '../html/viewer.ts';
import type { InvitationRow } from '../../members/invitations.ts';
import type { Form } from '../../members/member.ts';
import type { MemberRow } from '../../members/roster.ts';
import { copied } from './keys.ts';

const roles = [
  { value: 'member', label: 'Member', hint: 'Sees reviews, and creates API keys for their own use.' },
  { value: 'admin', label: 'Admin', hint: 'Also manages repositories, all keys, members and settings.' },
];

/** The list of members and of open invitations. */
export function membersPage(
  viewer: Viewer,
  members: readonly MemberRow[],
  invitations: readonly InvitationRow[],
): Html {
  return page(viewer, {
    title: 'Members',
    section: 'members',
    actions: buttonLink('/members/invite', 'Invite a member', 'primary'),
    body: html`<div class="stack">
      ${memberTable(viewer, members)}
      <section aria-labelledby="invitations">
        <h2 id="invitations">Open invitations</h2>
        ${
          invitations.length === 0
            ? html`<p class="quiet">None. An invitation is a link that you send to somebody; it can be used once.</p>`
            : invitationTable(viewer, invitations)
        }
      </section>
    </div>`,
  });
}

/** The form for an invitation. */
export function invitePage(viewer: Viewer, values: Form, problems: Problems = {}): Html {
  return page(viewer, {
    title: 'Invite a member',
    section: 'members',
    back: { path: '/members', text: 'Members' },
    isRefused: Object.keys(problems).length > 0,
    body: html`<div class="narrow">
      ${problemSummary(problems)}${form(
        '/members/invite',
        viewer.csrfToken,
        textField({
          name: 'email',
          label: 'Email address (optional)',
          hint: 'With one, only this address can use the link.',
          type: 'email',
          value: values['email'] ?? '',
          problem: problems['email'],
          longest: 254,
        }),
        radios('role', 'Role', roles, values['role'] ?? 'member', problems['role']),
        html`<p class="hint">You get a link to send. No mail is sent by the service.</p>`,
        buttons('Create link', '/members'),
      )}
    </div>`,
  });
}

/** A link that was made, shown this once. @param what says what it is for */
export function linkPage(viewer: Viewer, link: string, what: string): Html {
  return page(viewer, {
    title: 'Send this link',
    section: 'members',
    back: { path: '/members', text: 'Members' },
    body: html`<div class="panel">
      <p>${what} It can be used once, and you cannot see it again after you leave this page.</p>
      ${copied('link', link)}
    </div>`,
  });
}

/** The form for a member's role. */
export function roleForm(viewer: Viewer, { id, role }: MemberRow): Html {
  return form(`/members/${id}/role`, viewer.csrfToken, radios('role', 'Role', roles, role), buttons('Save role'));
}

function memberTable(viewer: Viewer, members: readonly MemberRow[]): Html {
  return table(
    'Members',
    [
      {
        title: 'Name',
        cell: ({ id, name, email }) =>
          html`<a href="/members/${id}">${name}</a> ${id === viewer.member.id && badge('good', 'You')}<span class="sub"
              >${email}</span
            >`,
      },
      { title: 'Role', cell: ({ role }) => (role === 'admin' ? 'Admin' : 'Member') },
      {
        title: 'Signs in with',
        cell: ({ hasPassword, isConnected }) => [
          hasPassword && tag('password'),
          ' ',
          isConnected && tag('organisation'),
        ],
      },
      { title: 'Joined', cell: ({ joinedAt }) => timeAgo(joinedAt, viewer.now) },
      {
        title: 'Last signed in',
        cell: ({ signedInAt }) =>
          signedInAt === undefined ? html`<span class="quiet">No session</span>` : timeAgo(signedInAt, viewer.now),
      },
      { title: 'Sessions', kind: 'number', cell: ({ sessions }) => sessions },
    ],
    members,
  );
}

function invitationTable(viewer: Viewer, invitations: readonly InvitationRow[]): Html {
  return table(
    'Open invitations, newest first',
    [
      {
        title: 'For',
        cell: ({ email, passwordOf }) =>
          passwordOf !== undefined ? `New password of ${passwordOf}` : (email ?? 'Whoever has the link'),
      },
      {
        title: 'Role',
        cell: ({ role, passwordOf }) =>
          passwordOf !== undefined ? html`<span class="quiet">–</span>` : role === 'admin' ? 'Admin' : 'Member',
      },
      {
        title: 'Created',
        cell: ({ createdAt, createdBy }) =>
          html`${timeAgo(createdAt, viewer.now)}${createdBy !== undefined && html` by ${createdBy}`}`,
      },
      {
        title: 'Valid until',
        cell: ({ expiresAt }) => html`<time datetime="${expiresAt.toISOString()}">${exactTime(expiresAt)}</time>`,
      },
      {
        title: 'Actions',
        kind: 'actions',
        cell: ({ id, email, passwordOf }) =>
          actionButton(
            `/members/invitations/${id}/revoke`,
            viewer.csrfToken,
            html`Revoke<span class="unseen">
                ${passwordOf !== undefined ? `the link for a new password of ${passwordOf}` : `the invitation of ${email ?? 'whoever has the link'}`}</span
              >`,
          ),
      },
    ],
    invitations,
  );
}
