import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { SessionCookies } from './sessionCookies.ts';
import type { SignedIn, Visit } from '../member.ts';

/** Finds who asks, in one query and by the database's clock: a session that was ended or whose member is gone is none. */
export async function currentSession(
  database: Kysely<Database>,
  cookies: SessionCookies,
  visit: Visit,
): Promise<SignedIn | undefined> {
  const token = await cookies.token(visit);
  if (token === undefined) return undefined;
  const row = await database
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['user.id', 'user.name', 'user.email', 'user.role', 'session.id as sessionId'])
    .select(sql<Date>`now()`.as('now'))
    .where('session.token', '=', token)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { sessionId, now, ...member } = row;
  return { member, sessionId, csrfToken: cookies.csrfToken(token), now: now.getTime() };
}
