import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { accountKey } from './session/attempts.ts';
import { audit } from './audit.ts';
import { readEmail, readName, readNewPassword } from './formFields.ts';
import { findInvitation, hasMembers, useInvitation } from './invitations.ts';
import { isProblem, type Done, type Form, type Member, type Problem, type Visit } from './member.ts';
import type { Hashing } from './session/passwordHashing.ts';
import { changeMembers } from './roster.ts';
import { startSession, type SignInParts } from './session/signIn.ts';

const gone: Problem = {
  problem: 'This link was used or withdrawn, or is too old. Ask an admin of your team for a new one.',
  status: 410,
};

/**
 * Uses a link: a new member joins, or one gets a new password. Whoever uses it is signed in. What the link says is checked
 * first, so that nothing is hashed without one.
 */
export async function join(
  parts: SignInParts & { readonly hashing: Hashing },
  visit: Visit,
  form: Form,
): Promise<Done | Problem> {
  const { database, cookies, hashing } = parts;
  const invitation = await findInvitation(database, form['token'] ?? '');
  if (invitation === undefined) return gone;
  const fixed = invitation.member?.email ?? invitation.email;
  const email = fixed ?? readEmail(form['email']);
  if (isProblem(email)) return email;
  const name = invitation.member?.name ?? readName(form['name']);
  if (isProblem(name)) return name;
  const password = readNewPassword(form['password'], email);
  if (isProblem(password)) return password;
  const hash = await hashing.hash(password);
  const refused = await changeMembers(database, async transaction => {
    const id = invitation.member?.id ?? randomBytes(16).toString('hex');
    if (invitation.isFirst && (await hasMembers(transaction))) return gone;
    if (invitation.member === undefined && (await isTaken(transaction, email))) return taken(email);
    if (!(await useInvitation(transaction, invitation.id, id))) return gone;
    const member = { id, name, email, role: invitation.role };
    if (invitation.member === undefined) await addMember(transaction, member, fixed !== undefined);
    if (invitation.isFirst) await transaction.deleteFrom('invitations').where('created_by', 'is', null).execute();
    if (invitation.member !== undefined)
      await audit(transaction, { actor: member, action: 'password.change', object: email, detail: { by: 'link' } });
    return setPassword(transaction, member.id, hash);
  });
  if (refused !== undefined) return refused;
  const done = await startSession(parts, visit, email, password);
  return { cookies: [...(done?.cookies ?? []), await cookies.deviceCookie(accountKey(email), undefined)] };
}

/** Gives a member a password and ends all sessions. @returns a refusal if the member is gone */
export async function setPassword(
  transaction: Transaction<Database>,
  memberId: string,
  hash: string,
): Promise<Problem | undefined> {
  // Of two at the same moment, the second replaces what the first has set.
  const member = transaction.selectFrom('user').select('id').where('id', '=', memberId).forUpdate();
  if ((await member.executeTakeFirst()) === undefined) return gone;
  await transaction
    .deleteFrom('account')
    .where('userId', '=', memberId)
    .where('providerId', '=', 'credential')
    .execute();
  await transaction
    .insertInto('account')
    .values({
      id: randomBytes(16).toString('hex'),
      accountId: memberId,
      providerId: 'credential',
      userId: memberId,
      password: hash,
    })
    .execute();
  await transaction.deleteFrom('session').where('userId', '=', memberId).execute();
  return undefined;
}

/** Adds a member. @param isVerified whether an admin has named the address, and not only whoever has the link */
async function addMember(transaction: Transaction<Database>, member: Member, isVerified: boolean): Promise<void> {
  await transaction
    .insertInto('user')
    .values({ ...member, emailVerified: isVerified, createdAt: sql`now()`, updatedAt: sql`now()` })
    .execute();
  await audit(transaction, {
    actor: member,
    action: 'member.join',
    object: member.email,
    detail: { role: member.role },
  });
}

async function isTaken(transaction: Transaction<Database>, email: string): Promise<boolean> {
  const row = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

function taken(email: string): Problem {
  return { problem: `${email} is a member already. Sign in instead.`, field: 'email', status: 409 };
}
