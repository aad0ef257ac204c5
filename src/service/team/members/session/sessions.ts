import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { audit } from '../audit.ts';
import type { Problem, SignedIn } from '../member.ts';
import { isAdmin } from '../roster.ts';

/** A session in the list of them. What would let somebody in with it is not among this. */
export interface SessionRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Address of the client at its sign-in. */
  readonly address: string | undefined;
  /** What the browser says of itself. */
  readonly userAgent: string | undefined;
}

/** Lists the valid sessions of a member, newest first. */
export async function listSessions(database: Kysely<Database>, memberId: string): Promise<readonly SessionRow[]> {
  const rows = await database
    .selectFrom('session')
    .select(['id', 'createdAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', memberId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ ipAddress, userAgent, ...row }) => ({
    ...row,
    address: ipAddress === null || ipAddress === '' ? undefined : ipAddress,
    userAgent: userAgent === null || userAgent === '' ? undefined : userAgent,
  }));
}

/** Ends a session at once, on all processes: one's own, or as an admin anybody's. */
export async function endSession(
  database: Kysely<Database>,
  actor: SignedIn,
  sessionId: string,
): Promise<Problem | undefined> {
  return database.transaction().execute(async transaction => {
    const owner = await transaction
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select(['user.id', 'user.email'])
      .where('session.id', '=', sessionId)
      .executeTakeFirst();
    const isOwn = owner?.id === actor.member.id;
    if (!isOwn && !(await isAdmin(transaction, actor.member.id)))
      return { problem: 'This session has ended already, or it is not yours.', status: 403 };
    if (owner === undefined) return { problem: 'This session has ended already.', status: 404 };
    await transaction.deleteFrom('session').where('id', '=', sessionId).execute();
    await audit(transaction, { actor: actor.member, action: 'session.end', object: owner.email });
    return undefined;
  });
}

/** Ends all sessions of a member but the one that asks. */
export async function endOtherSessions(database: Kysely<Database>, actor: SignedIn): Promise<void> {
  const { member, sessionId } = actor;
  await database.transaction().execute(async transaction => {
    await transaction.deleteFrom('session').where('userId', '=', member.id).where('id', '<>', sessionId).execute();
    await audit(transaction, { actor: member, action: 'session.end', object: member.email, detail: { others: true } });
  });
}
