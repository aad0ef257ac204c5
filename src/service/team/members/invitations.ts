import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { audit } from './audit.ts';
import { readEmail, readRole } from './formFields.ts';
import { isProblem, type Problem, type Role, type SignedIn } from './member.ts';
import { changeMembers, isAdmin, onlyAdmins } from './roster.ts';

/** What a link is for. */
export interface Invitation {
  readonly role: Role;
  /** The only address that may join with it. */
  readonly email: string | undefined;
  /** Whether it makes the first member. */
  readonly isFirst: boolean;
  /** The member who gets a new password by it. */
  readonly member: { readonly id: string; readonly name: string; readonly email: string } | undefined;
}

/** An invitation that can still be used, in the list of them. */
export interface InvitationRow {
  readonly id: string;
  readonly role: Role;
  readonly email: string | undefined;
  /** Name of the member who gets a new password by it. */
  readonly passwordOf: string | undefined;
  readonly createdAt: Date;
  readonly createdBy: string | undefined;
  readonly expiresAt: Date;
}

/** The link for the first member, as a path; undefined once there is a member. It holds until somebody has joined. */
export async function firstLink(database: Kysely<Database>): Promise<string | undefined> {
  if (await hasMembers(database)) return undefined;
  return `/first-member?token=${await keepLink(database, { role: 'admin', days: 3_650 })}`;
}

/** Whether anybody has joined yet. */
export async function hasMembers(database: Kysely<Database>): Promise<boolean> {
  return (await database.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Finds what a link is for; undefined if it is unknown, used, revoked or too old. */
export async function findInvitation(
  database: Kysely<Database>,
  token: string,
): Promise<(Invitation & { readonly id: string }) | undefined> {
  const row = await openInvitations(database)
    .leftJoin('user as member', 'member.id', 'invitations.member_id')
    .select([
      'invitations.id',
      'invitations.role',
      'invitations.email',
      'invitations.created_by',
      'invitations.member_id',
    ])
    .select(['member.name', 'member.email as memberEmail'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isFirst = row.created_by === null;
  if (isFirst && (await hasMembers(database))) return undefined;
  const { member_id: memberId, name, memberEmail } = row;
  if (memberId !== null && (name === null || memberEmail === null)) return undefined;
  return {
    id: row.id,
    role: row.role,
    email: row.email ?? undefined,
    isFirst,
    member: memberId === null ? undefined : { id: memberId, name: name ?? '', email: memberEmail ?? '' },
  };
}

/** Finds an invitation to a mail address. */
export async function findInvitationOf(
  database: Kysely<Database>,
  email: string,
): Promise<{ readonly id: string; readonly role: Role } | undefined> {
  return openInvitations(database)
    .select(['id', 'role'])
    .where('email', '=', email)
    .where('member_id', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Uses an invitation up. @returns false if somebody else was faster */
export async function useInvitation(transaction: Kysely<Database>, id: string, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('invitations')
    .set({ used_at: sql`now()`, used_by: memberId })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Invites by link: to one mail address, or whoever gets it. @returns the path of the link, which is not kept */
export async function invite(
  database: Kysely<Database>,
  actor: SignedIn,
  asked: { readonly role: string | undefined; readonly email: string | undefined },
): Promise<string | Problem> {
  const role = readRole(asked.role);
  if (isProblem(role)) return role;
  const email = (asked.email ?? '').trim() === '' ? undefined : readEmail(asked.email);
  if (isProblem(email)) return email;
  return byAdmin(database, actor, async transaction => {
    const token = await keepLink(transaction, { role, days: 7, createdBy: actor.member.id, email });
    const detail = { role };
    await audit(transaction, { actor: actor.member, action: 'invitation.create', object: email ?? 'anyone', detail });
    return `/invitation?token=${token}`;
  });
}

/** Makes a link by which a member sets a new password. @returns the path of the link, which is not kept */
export async function passwordLink(
  database: Kysely<Database>,
  actor: SignedIn,
  memberId: string,
): Promise<string | Problem> {
  return byAdmin(database, actor, async transaction => {
    const member = await transaction.selectFrom('user').select('email').where('id', '=', memberId).executeTakeFirst();
    if (member === undefined) return { problem: 'There is no such member any more.', status: 404 };
    const token = await keepLink(transaction, { role: 'member', days: 1, createdBy: actor.member.id, memberId });
    await audit(transaction, { actor: actor.member, action: 'password.link', object: member.email });
    return `/invitation?token=${token}`;
  });
}

/** Lists what can still be used, newest first. */
export async function listInvitations(database: Kysely<Database>): Promise<readonly InvitationRow[]> {
  const rows = await openInvitations(database)
    .innerJoin('user as creator', 'creator.id', 'invitations.created_by')
    .leftJoin('user as member', 'member.id', 'invitations.member_id')
    .select(['invitations.id', 'invitations.role', 'invitations.email', 'creator.name as createdBy'])
    .select(['member.name as passwordOf', 'invitations.created_at as createdAt', 'invitations.expires_at as expiresAt'])
    .orderBy('invitations.created_at', 'desc')
    .execute();
  return rows.map(row => ({ ...row, email: row.email ?? undefined, passwordOf: row.passwordOf ?? undefined }));
}

/** Takes an invitation back. */
export async function revokeInvitation(
  database: Kysely<Database>,
  actor: SignedIn,
  id: string,
): Promise<Problem | undefined> {
  return byAdmin(database, actor, async transaction => {
    const revoked = await transaction
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where(sql`id::text`, '=', id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('email')
      .executeTakeFirst();
    if (revoked === undefined) return { problem: 'This link was used or revoked before.', status: 409 };
    await audit(transaction, { actor: actor.member, action: 'invitation.revoke', object: revoked.email ?? 'anyone' });
    return undefined;
  });
}

/** Invitations that hold: not used, not revoked, not too old. */
function openInvitations(database: Kysely<Database>) {
  return database
    .selectFrom('invitations')
    .where('invitations.used_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', sql<Date>`now()`);
}

async function byAdmin<Result>(
  database: Kysely<Database>,
  actor: SignedIn,
  action: (transaction: Transaction<Database>) => Promise<Result | Problem>,
): Promise<Result | Problem> {
  return changeMembers(database, async transaction =>
    (await isAdmin(transaction, actor.member.id)) ? action(transaction) : onlyAdmins,
  );
}

async function keepLink(
  database: Kysely<Database>,
  link: { role: Role; days: number; createdBy?: string; email?: string | undefined; memberId?: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database
    .insertInto('invitations')
    .values({
      token_hash: hashOf(token),
      role: link.role,
      email: link.email ?? null,
      member_id: link.memberId ?? null,
      created_by: link.createdBy ?? null,
      expires_at: sql`now() + make_interval(days => ${link.days})`,
    })
    .execute();
  return token;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
