import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { audit } from './audit.ts';
import { readRole } from './formFields.ts';
import { isProblem, type Member, type Problem, type SignedIn } from './member.ts';

/** A member in the list of members. */
export interface MemberRow extends Member {
  readonly joinedAt: Date;
  /** When the newest session that is still valid began. */
  readonly signedInAt: Date | undefined;
  /** How many sessions are valid. */
  readonly sessions: number;
  readonly hasPassword: boolean;
  /** Whether the member can sign in by OIDC. */
  readonly isConnected: boolean;
}

/** What would go together with a member. */
export interface Removal {
  readonly member: Member;
  /** Valid API keys that the member made: they are revoked. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly lastFour: string }[];
}

const memberColumns = ['id', 'name', 'email', 'role'] as const;

/** Lists the members by name. */
export async function listMembers(database: Kysely<Database>): Promise<readonly MemberRow[]> {
  const has = (provider: ReturnType<typeof sql<boolean>>) =>
    sql<boolean>`exists (select 1 from account where account."userId" = "user".id and ${provider})`;
  const rows = await database
    .selectFrom('user')
    .leftJoin('session', join =>
      join.onRef('session.userId', '=', 'user.id').on('session.expiresAt', '>', sql<Date>`now()`),
    )
    .groupBy('user.id')
    .select(['user.id', 'user.name', 'user.email', 'user.role', 'user.createdAt as joinedAt'])
    .select(({ fn }) => [
      fn.max('session.createdAt').as('signedInAt'),
      fn.count<string>('session.id').as('sessions'),
      has(sql<boolean>`account."providerId" = 'credential'`).as('hasPassword'),
      has(sql<boolean>`account."providerId" <> 'credential'`).as('isConnected'),
    ])
    .orderBy(sql`lower("user".name)`)
    .orderBy('user.email')
    .execute();
  return rows.map(row => ({ ...row, sessions: Number(row.sessions), signedInAt: row.signedInAt ?? undefined }));
}

/** What `removeMember` would take away; undefined if there is no such member. */
export async function findRemoval(database: Kysely<Database>, memberId: string): Promise<Removal | undefined> {
  const member = await database.selectFrom('user').select(memberColumns).where('id', '=', memberId).executeTakeFirst();
  if (member === undefined) return undefined;
  const keys = await database
    .selectFrom('api_keys')
    .select(['id', 'name', 'last_four as lastFour'])
    .where('created_by', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return { member, keys };
}

/** Gives a member a role. There is always an admin left. Open links of who is no longer an admin end: they would be a way back. */
export async function setRole(
  database: Kysely<Database>,
  actor: SignedIn,
  memberId: string,
  asked: string,
): Promise<Problem | undefined> {
  const role = readRole(asked);
  if (isProblem(role)) return role;
  return changeMembers(database, async transaction => {
    const target = await findTarget(transaction, actor, memberId, role === 'admin' ? 'promote' : 'demote');
    if (isProblem(target) || target.role === role) return isProblem(target) ? target : undefined;
    await transaction
      .updateTable('user')
      .set({ role, updatedAt: sql`now()` })
      .where('id', '=', target.id)
      .execute();
    if (role === 'member') await revokeLinks(transaction, sql<boolean>`created_by = ${target.id}`);
    await audit(transaction, { actor: actor.member, action: 'member.role', object: target.email, detail: { role } });
    return undefined;
  });
}

/**
 * Removes a member, or has one leave. Sessions, the member's API keys and open invitations end with it: whoever goes takes
 * nothing along that still works.
 */
export async function removeMember(
  database: Kysely<Database>,
  actor: SignedIn,
  memberId: string,
): Promise<Problem | undefined> {
  return changeMembers(database, async transaction => {
    const target = await findTarget(transaction, actor, memberId, 'remove');
    if (isProblem(target)) return target;
    await transaction.deleteFrom('user').where('id', '=', target.id).execute();
    const revoked = await transaction
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()` })
      .where('created_by', '=', target.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    await revokeLinks(transaction, sql<boolean>`${target.id} in (created_by, member_id)`);
    const detail = { keys: Number(revoked.numUpdatedRows) };
    await audit(transaction, { actor: actor.member, action: 'member.remove', object: target.email, detail });
    return undefined;
  });
}

/** Revokes the open invitations and links that a condition names. */
async function revokeLinks(transaction: Transaction<Database>, which: ReturnType<typeof sql<boolean>>): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ revoked_at: sql`now()` })
    .where(which)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Changes who is a member, one at a time over all processes, so that what was counted still holds. */
export async function changeMembers<Result>(
  database: Kysely<Database>,
  change: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(hashtext('code-review'), hashtext('members'))`.execute(transaction);
    return change(transaction);
  });
}

/** Whether the member still is an admin; read anew where it decides. */
export async function isAdmin(database: Kysely<Database>, memberId: string): Promise<boolean> {
  const row = await database.selectFrom('user').select('role').where('id', '=', memberId).executeTakeFirst();
  return row?.role === 'admin';
}

async function findTarget(
  transaction: Transaction<Database>,
  { member: actor }: SignedIn,
  memberId: string,
  to: 'promote' | 'demote' | 'remove',
): Promise<Member | Problem> {
  const isOwn = actor.id === memberId && to === 'remove';
  if (!isOwn && !(await isAdmin(transaction, actor.id))) return onlyAdmins;
  const target = await transaction
    .selectFrom('user')
    .select(memberColumns)
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (target === undefined) return { problem: 'There is no such member any more.', status: 404 };
  if (target.role !== 'admin' || to === 'promote') return target;
  const { admins } = await transaction
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<string>().as('admins'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  if (Number(admins) > 1) return target;
  return { problem: `${target.name} is the last admin. Make somebody else an admin first.`, status: 409 };
}

/** The refusal of what only admins may do. */
export const onlyAdmins: Problem = { problem: 'Only admins may do this.', status: 403 };
