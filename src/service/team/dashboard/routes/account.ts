import { Hono } from 'hono';
import { isProblem } from '../../members/member.ts';
import { keepFlash } from '../flash.ts';
import type { Problems } from '../html/form.ts';
import { accountPage } from '../pages/account.ts';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { goTo, refuse, show, visitOf } from '../requests.ts';
import { withCookies } from './signIn.ts';

/** Routes of one's own account. */
export function accountRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { members } = parts;
  const app = new Hono<DashboardEnv>();
  const account = async (context: DashboardContext, problems: Problems = {}) => {
    const viewer = context.get('viewer');
    const state = { sessions: await members.sessions(viewer.member.id), oidcName: members.oidc?.name, problems };
    return accountPage(viewer, state);
  };
  app.get('/account', async context => show(context, await account(context)));
  app.post('/account/password', async context => {
    const answer = await members.changePassword(visitOf(context), context.get('viewer'), context.get('form'));
    if (!isProblem(answer)) {
      keepFlash(context, parts, { kind: 'done', text: 'Your password was changed.' }, '/account');
      return withCookies(context, answer.cookies, '/account');
    }
    const { field = '', problem, status, retryAfter } = answer;
    if (retryAfter !== undefined) context.header('retry-after', `${retryAfter}`);
    return show(context, await account(context, { [field]: problem }), status);
  });
  app.post('/account/sessions/end-others', async context => {
    await members.endOtherSessions(context.get('viewer'));
    return goTo(context, parts, '/account', { kind: 'done', text: 'All other sessions have ended.' });
  });
  app.post('/account/sessions/:id/end', async context => {
    const refused = await members.endSession(context.get('viewer'), context.req.param('id'));
    if (refused !== undefined) return refuse(context, refused);
    return goTo(context, parts, '/account', { kind: 'done', text: 'The session has ended.' });
  });
  app.post('/sign-out', async context => {
    const { cookies } = await members.signOut(visitOf(context));
    return withCookies(context, cookies, '/sign-in');
  });
  return app;
}
