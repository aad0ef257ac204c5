import { Hono } from 'hono';
import { isProblem } from '../../members/member.ts';
import { refusedPage } from '../html/refusedPage.ts';
import { memberPage, removeMemberPage } from '../pages/member.ts';
import { invitePage, linkPage, membersPage } from '../pages/members.ts';
import type { DashboardEnv, DashboardParts } from '../parts.ts';
import { adminsOnly, goTo, refuse, show } from '../requests.ts';

const noMember = 'There is no such member. They may have been removed.';

/** Routes of the members, for admins. */
export function memberRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { members } = parts;
  const app = new Hono<DashboardEnv>();
  app.use('/members/*', adminsOnly);
  app.get('/members', async context => {
    const [rows, invitations] = await Promise.all([members.list(), members.invitations()]);
    return show(context, membersPage(context.get('viewer'), rows, invitations));
  });

  app.get('/members/invite', context => show(context, invitePage(context.get('viewer'), {})));
  app.post('/members/invite', async context => {
    const viewer = context.get('viewer');
    const form = context.get('form');
    const answer = await members.invite(viewer, form);
    if (isProblem(answer))
      return show(context, invitePage(viewer, form, { [answer.field ?? '']: answer.problem }), answer.status);
    return goTo(context, parts, '/members/link', {
      kind: 'done',
      text: 'This is an invitation, valid for 7 days.',
      secret: answer.link,
    });
  });
  app.get('/members/link', context => {
    const { flash, ...viewer } = context.get('viewer');
    if (flash?.secret === undefined) return context.redirect('/members', 303);
    return show(context, linkPage({ ...viewer, flash: undefined }, flash.secret, flash.text));
  });
  app.post('/members/invitations/:id/revoke', async context => {
    const refused = await members.revokeInvitation(context.get('viewer'), context.req.param('id'));
    if (refused !== undefined) return refuse(context, refused);
    return goTo(context, parts, '/members', { kind: 'done', text: 'The link is revoked.' });
  });

  app.get('/members/:id', async context => {
    const id = context.req.param('id');
    const [rows, sessions] = await Promise.all([members.list(), members.sessions(id)]);
    const row = rows.find(each => each.id === id);
    if (row === undefined) return show(context, refusedPage(noMember), 404);
    return show(context, memberPage(context.get('viewer'), row, sessions));
  });
  app.post('/members/:id/role', async context => {
    const id = context.req.param('id');
    const refused = await members.setRole(context.get('viewer'), id, context.get('form')['role'] ?? '');
    if (refused !== undefined) return refuse(context, refused);
    return goTo(context, parts, `/members/${id}`, { kind: 'done', text: 'The role was changed.' });
  });
  app.post('/members/:id/password-link', async context => {
    const answer = await members.passwordLink(context.get('viewer'), context.req.param('id'));
    if (isProblem(answer)) return refuse(context, answer);
    return goTo(context, parts, '/members/link', {
      kind: 'done',
      text: 'This link sets a new password. It is valid for one day.',
      secret: answer.link,
    });
  });
  app.post('/members/:id/sessions/:session/end', async context => {
    const refused = await members.endSession(context.get('viewer'), context.req.param('session'));
    if (refused !== undefined) return refuse(context, refused);
    return goTo(context, parts, `/members/${context.req.param('id')}`, {
      kind: 'done',
      text: 'The session has ended.',
    });
  });
  app.get('/members/:id/remove', async context => {
    const removal = await members.removal(context.req.param('id'));
    if (removal === undefined) return show(context, refusedPage(noMember), 404);
    return show(context, removeMemberPage(context.get('viewer'), removal));
  });
  app.post('/members/:id/remove', async context => {
    const id = context.req.param('id');
    const viewer = context.get('viewer');
    const removal = await members.removal(id);
    const refused = await members.remove(viewer, id);
    if (refused !== undefined) return refuse(context, refused);
    if (id === viewer.member.id) return context.redirect('/sign-in', 303);
    return goTo(context, parts, '/members', {
      kind: 'done',
      text: `${removal?.member.name ?? 'The member'} was removed.`,
    });
  });
  return app;
}
