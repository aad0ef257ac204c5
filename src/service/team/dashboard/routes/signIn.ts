import { Hono } from 'hono';
import { isProblem, type Problem } from '../../members/member.ts';
import { endedLinkPage, joinPage, signInPage } from '../pages/signIn.ts';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { ownPath, refuse, show, visitOf } from '../requests.ts';

/** Routes for those who are not signed in: to sign in, and to become a member by a link. */
export function signInRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { members } = parts;
  const app = new Hono<DashboardEnv>();
  const signInForm = async (context: DashboardContext, problem?: Problem): Promise<Response> => {
    const to = context.get('form')['to'] ?? context.req.query('to');
    // What was typed is kept, but not the password.
    const values = { to, email: context.get('form')['email'] };
    const state = { values, problem, oidcName: members.oidc?.name, hasMembers: await members.hasMembers() };
    return refusedWith(context, problem, () => show(context, signInPage(state), problem?.status ?? 200));
  };

  app.get('/sign-in', async context => {
    if ((await members.memberOf(visitOf(context))) !== undefined)
      return context.redirect(ownPath(context.req.query('to')), 303);
    return signInForm(context);
  });
  app.post('/sign-in', async context => {
    const form = context.get('form');
    const refused = members.checkCsrf(visitOf(context), form, undefined);
    if (refused !== undefined) return refuse(context, refused);
    const answer = await members.signIn(visitOf(context), form);
    if (isProblem(answer)) return signInForm(context, answer);
    return withCookies(context, answer.cookies, ownPath(form['to']));
  });
  app.get('/sign-in/oidc', async context => {
    const answer = await members.oidc?.start(visitOf(context));
    if (answer === undefined) return context.redirect('/sign-in', 303);
    return isProblem(answer) ? refuse(context, answer) : withCookies(context, answer.cookies, answer.location);
  });
  app.get('/auth/callback/oidc', async context => {
    const answer = await members.oidc?.callback(visitOf(context), new URL(context.req.url).search);
    if (answer === undefined) return context.redirect('/sign-in', 303);
    return isProblem(answer) ? refuse(context, answer) : withCookies(context, answer.cookies, answer.location);
  });

  for (const path of ['/first-member', '/invitation'] as const) {
    const isFirst = path === '/first-member';
    const joinForm = async (context: DashboardContext, token: string, problem?: Problem): Promise<Response> => {
      const invitation = await members.invitation(token);
      if (invitation?.isFirst !== isFirst) return show(context, endedLinkPage(isFirst), 410);
      const page = joinPage({ invitation, token, values: context.get('form'), problem });
      return refusedWith(context, problem, () => show(context, page, problem?.status ?? 200));
    };
    app.get(path, context => joinForm(context, context.req.query('token') ?? ''));
    app.post(path, async context => {
      const form = context.get('form');
      const refused = members.checkCsrf(visitOf(context), form, undefined);
      if (refused !== undefined) return refuse(context, refused);
      const answer = await members.join(visitOf(context), form);
      if (isProblem(answer)) return joinForm(context, form['token'] ?? '', answer);
      return withCookies(context, answer.cookies, '/reviews');
    });
  }
  return app;
}

/** Leads on with the cookies that a sign-in sets or takes back. */
export function withCookies(context: DashboardContext, cookies: readonly string[], path: string): Response {
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
  return context.redirect(path, 303);
}

function refusedWith(context: DashboardContext, problem: Problem | undefined, answer: () => Response): Response {
  if (problem?.retryAfter !== undefined) context.header('retry-after', `${problem.retryAfter}`);
  return answer();
}
