import { isAPIError } from 'better-auth/api';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { accountKey, giveBack, signInBuckets, takeAttempt } from './attempts.ts';
import { audit } from '../audit.ts';
import { libraryHeaders, type passwordLibrary } from './authLibrary.ts';
import { longestPassword, readEmail } from '../formFields.ts';
import { isProblem, type Done, type Form, type Problem, type Visit } from '../member.ts';
import type { SessionCookies } from './sessionCookies.ts';

/** Parts of signing in by password. */
export interface SignInParts {
  readonly database: Kysely<Database>;
  readonly cookies: SessionCookies;
  readonly library: ReturnType<typeof passwordLibrary>;
}

const wrong: Problem = { problem: 'The address or the password is wrong.', status: 422 };

/**
 * Signs in by mail address and password. A wrong password and an unknown address take the same time and get the same
 * answer. Attempts are counted before anything is hashed.
 */
export async function signIn(parts: SignInParts, visit: Visit, form: Form): Promise<Done | Problem> {
  const { database, cookies } = parts;
  const email = readEmail(form['email']);
  if (isProblem(email)) return email;
  const password = form['password'] ?? '';
  const account = accountKey(email);
  const device = await cookies.device(visit, account);
  const buckets = signInBuckets(account, visit.address, device);
  const refused = await takeAttempt(database, buckets);
  if (refused !== undefined) return refused;
  if (password === '' || password.length > longestPassword) return wrong;
  const done = await startSession(parts, visit, email, password);
  if (done === undefined) return wrong;
  await giveBack(database, buckets);
  return { cookies: [...done.cookies, await cookies.deviceCookie(account, device)] };
}

/**
 * Starts a session with an id of its own, and ends the one that the browser had: an id that somebody else has put there
 * is worth nothing. @returns undefined if the password is wrong
 */
export async function startSession(
  { database, cookies, library }: SignInParts,
  visit: Visit,
  email: string,
  password: string,
): Promise<Done | undefined> {
  const headers = libraryHeaders(visit);
  const answer = await library.api
    .signInEmail({ body: { email, password }, headers, returnHeaders: true })
    .catch((error: unknown) => {
      if (isAPIError(error) && error.statusCode === 401) return undefined;
      throw error;
    });
  if (answer === undefined) return undefined;
  const { user } = answer.response;
  const former = (await cookies.token(visit)) ?? '';
  await database.transaction().execute(async transaction => {
    await sql`delete from session where token = ${former} or "expiresAt" < now()`.execute(transaction);
    await audit(transaction, { actor: user, action: 'session.create', object: user.email, detail: { by: 'password' } });
  });
  return { cookies: answer.headers.getSetCookie() };
}

/** Signs out: ends the session of this browser. */
export async function signOut(parts: Pick<SignInParts, 'database' | 'cookies'>, visit: Visit): Promise<Done> {
  await endSessionOf(parts, visit);
  return { cookies: [parts.cookies.ended()] };
}

/** Ends the session that a visit came with, if there is one. */
export async function endSessionOf(
  { database, cookies }: Pick<SignInParts, 'database' | 'cookies'>,
  visit: Visit,
): Promise<void> {
  const token = await cookies.token(visit);
  if (token === undefined) return;
  await database.transaction().execute(async transaction => {
    const member = await transaction
      .deleteFrom('session')
      .using('user')
      .whereRef('user.id', '=', 'session.userId')
      .where('session.token', '=', token)
      .returning(['user.id', 'user.name', 'user.email'])
      .executeTakeFirst();
    if (member !== undefined) await audit(transaction, { actor: member, action: 'session.end', object: member.email });
  });
}
