import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Form, Problem, Visit } from '../members/member.ts';
import { keepFlash, takeFlash } from './flash.ts';
import type { Html } from './html/html.ts';
import { pathWith } from './html/links.ts';
import type { Flash } from './html/viewer.ts';
import type { DashboardContext, DashboardEnv, DashboardParts } from './parts.ts';
import { refusedPage } from './html/refusedPage.ts';

/** Who asks, as the members' room wants to know it. */
export function visitOf(context: DashboardContext): Visit {
  return { headers: context.req.raw.headers, address: context.env.client?.address ?? '' };
}

/** Answers with a page, which nobody may keep. */
export function show(context: DashboardContext, page: Html, status: ContentfulStatusCode = 200): Response {
  return context.html(String(page), status);
}

/** Leads to another page after a form was carried out; it tells what has happened. */
export function goTo(context: DashboardContext, parts: DashboardParts, path: string, flash?: Flash): Response {
  if (flash !== undefined) keepFlash(context, parts, flash, path);
  return context.redirect(path, 303);
}

/** Reads the fields of a form. A field that is there twice counts once, and files are none. */
export const readForm: MiddlewareHandler<DashboardEnv> = async (context, next) => {
  const { method, url } = context.req;
  // Postgres keeps no text with the character U+0000, and no page has a link with one.
  if (url.includes('%00')) return show(context, refusedPage('There is no such page.'), 404);
  let form: Form = {};
  if (method === 'POST') {
    const fields = new URLSearchParams(await context.req.text());
    if ([...fields.values()].some(value => value.includes('\0')))
      return show(
        context,
        refusedPage('The form contains a character that cannot be stored. Type the text again.'),
        400,
      );
    form = Object.fromEntries(fields);
  }
  context.set('form', form);
  return next();
};

/** Lets only members in, and carries out only forms that this dashboard has sent them. */
export function membersOnly(parts: DashboardParts): MiddlewareHandler<DashboardEnv> {
  return async (context, next) => {
    const visit = visitOf(context);
    const signedIn = await parts.members.memberOf(visit);
    if (signedIn === undefined) return context.redirect(signInPath(context), 303);
    if (context.req.method === 'POST') {
      const refused = parts.members.checkCsrf(visit, context.get('form'), signedIn);
      if (refused !== undefined) return refuse(context, refused);
    }
    const flash = context.req.method === 'GET' ? takeFlash(context, parts, signedIn.member.id) : undefined;
    context.set('viewer', { ...signedIn, flash });
    return next();
  };
}

/** Lets only admins on. */
export const adminsOnly: MiddlewareHandler<DashboardEnv> = async (context, next) => {
  if (context.get('viewer').member.role === 'admin') return next();
  return show(context, refusedPage('Only admins can open this page. Ask an admin of your team.'), 403);
};

/** Answers a form that was refused for what no field of it is about. */
export function refuse(context: DashboardContext, { problem, status, retryAfter }: Problem): Response {
  if (retryAfter !== undefined) context.header('retry-after', `${retryAfter}`);
  return show(context, refusedPage(problem), status);
}

/** The page to sign in on, which leads back to the page that was asked for. */
function signInPath({ req }: DashboardContext): string {
  const { pathname, search } = new URL(req.url);
  return pathWith('/sign-in', { to: req.method === 'GET' && pathname !== '/' ? pathname + search : undefined });
}

/** A path of this dashboard that came from outside; `/reviews` for anything else. */
export function ownPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/reviews';
}
