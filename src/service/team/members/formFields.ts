import { plainLine } from '../../../core/base/text.ts';
import type { Problem, Role } from './member.ts';

/** Fewest characters of a new password. */
export const shortestPassword = 12;
/** Most characters of a password. */
export const longestPassword = 128;

const address =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Reads a mail address, in lower case. ASCII only: letters of other scripts that look like ours would make two members look
 * like one. Domains of other scripts are written as the mail systems do, `xn--…`.
 */
export function readEmail(text: string | undefined): string | Problem {
  const given = (text ?? '').trim();
  // Before the change of case: some letters beyond ASCII have a small one within it.
  const email = isAscii(given) && given.length <= 254 ? given.toLowerCase() : '';
  if (address.test(email)) return email;
  return refused('email', 'Enter a mail address such as ada@example.com, in plain letters without accents.');
}

/** Reads a person's name of 1 to 100 characters, as one line: what is invisible or would break it becomes a space. */
export function readName(text: string | undefined): string | Problem {
  const name = plainLine((text ?? '').slice(0, 1_000).normalize('NFC'), 101);
  if (name !== '' && Array.from(name).length <= 100) return name;
  return refused('name', 'Enter a name of 1 to 100 characters.');
}

/** Reads a new password. Any characters do; the length is what counts. */
export function readNewPassword(text: string | undefined, email: string): string | Problem {
  const password = text ?? '';
  const length = Array.from(password.slice(0, longestPassword * 2)).length;
  if (length < shortestPassword)
    return refused('password', `Choose a password of at least ${shortestPassword} characters.`);
  if (password.length > longestPassword)
    return refused('password', `Choose a password of at most ${longestPassword} characters.`);
  if (password.toLowerCase() === email || new Set(password).size < 4)
    return refused('password', 'This password is easy to guess. Choose another one.');
  return password;
}

/** Reads a role. */
export function readRole(text: string | undefined): Role | Problem {
  return text === 'admin' || text === 'member' ? text : refused('role', 'Choose the role admin or member.');
}

function refused(field: string, problem: string): Problem {
  return { problem, field, status: 422 };
}

function isAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}
