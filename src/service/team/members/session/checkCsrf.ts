import { isSameToken } from './sessionCookies.ts';
import type { Form, Problem, SignedIn, Visit } from '../member.ts';

/**
 * Refuses a form that another site had the browser send: by the origin that browsers say, and by the token of the session.
 * Without a session (sign-in, an invitation) the origin alone decides, which also keeps others from signing somebody in as
 * themselves.
 */
export function checkCsrf(
  publicUrl: URL,
  visit: Visit,
  form: Form,
  signedIn: SignedIn | undefined,
): Problem | undefined {
  if (!isOwnOrigin(publicUrl, visit.headers))
    return { problem: `This form was not sent from ${publicUrl.origin}. Open it there and try again.`, status: 403 };
  if (signedIn !== undefined && !isSameToken(form['csrf'] ?? '', signedIn.csrfToken))
    return { problem: 'This page is of an earlier session. Reload it and try again.', status: 403 };
  return undefined;
}

function isOwnOrigin(publicUrl: URL, headers: Headers): boolean {
  const origin = headers.get('origin');
  return origin === null ? headers.get('sec-fetch-site') === 'same-origin' : origin === publicUrl.origin;
}
