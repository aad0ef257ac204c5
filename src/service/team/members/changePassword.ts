import { audit } from './audit.ts';
import { takeAttempt } from './session/attempts.ts';
import { longestPassword, readNewPassword } from './formFields.ts';
import { setPassword } from './join.ts';
import { isProblem, type Done, type Form, type Problem, type SignedIn, type Visit } from './member.ts';
import type { Hashing } from './session/passwordHashing.ts';
import { startSession, type SignInParts } from './session/signIn.ts';

/** Changes the member's own password. All sessions end; this browser gets a new one. */
export async function changePassword(
  parts: SignInParts & { readonly hashing: Hashing },
  visit: Visit,
  { member }: SignedIn,
  form: Form,
): Promise<Done | Problem> {
  const { database, hashing } = parts;
  const password = readNewPassword(form['password'], member.email);
  if (isProblem(password)) return password;
  const account = await database
    .selectFrom('account')
    .select('password')
    .where('userId', '=', member.id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  if (typeof account?.password !== 'string')
    return { problem: 'You have no password here. Ask an admin for a link to set one.', status: 409 };
  // Who has found an open browser cannot try passwords in it without end.
  const refused = await takeAttempt(database, [{ key: `password:${member.id}`, limit: 20 }]);
  if (refused !== undefined) return refused;
  const current = form['current'] ?? '';
  const isRight =
    current.length <= longestPassword && (await hashing.verify({ hash: account.password, password: current }));
  if (!isRight) return { problem: 'The current password is wrong.', field: 'current', status: 422 };
  const hash = await hashing.hash(password);
  const problem = await database.transaction().execute(async transaction => {
    await audit(transaction, { actor: member, action: 'password.change', object: member.email });
    return setPassword(transaction, member.id, hash);
  });
  return problem ?? (await startSession(parts, visit, member.email, password)) ?? { cookies: [] };
}
