import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { migrate } from '../../../../../src/service/team/database/migrate.ts';
import { openDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import type { Database } from '../../../../../src/service/team/database/schema.ts';
import {
  isProblem,
  type Done,
  type Form,
  type Problem,
  type SignedIn,
  type Visit,
} from '../../../../../src/service/team/members/member.ts';
import { openMembers, type Members, type MembersOptions } from '../../../../../src/service/team/members/members.ts';
import type { Hashing } from '../../../../../src/service/team/members/session/passwordHashing.ts';
import { serviceDatabase } from '../../../../host/postgres/database.ts';

/** Where the service is, for the tests. */
export const publicUrl = new URL('https://reviews.example.com');
/** Of everybody, unless a test says otherwise. */
export const password = 'correct horse battery';

/** Hashes fast, and counts. */
export class CheapHashing implements Hashing {
  /** How often a password was hashed, also to compare it. */
  count = 0;
  readonly hash = (text: string): Promise<string> => {
    this.count++;
    return Promise.resolve(createHash('sha256').update(text).digest('hex'));
  };
  readonly verify = async ({ hash, password: text }: { hash: string; password: string }): Promise<boolean> =>
    hash === (await this.hash(text));
}

/** A database with members, as one or more processes see it. */
export interface Team {
  readonly database: Kysely<Database>;
  readonly members: Members;
  readonly hashing: CheapHashing;
  /** What was logged. */
  readonly log: string[];
  /** Another process on the same database. */
  process(options?: Partial<MembersOptions>): Members;
  /** Somebody who has joined, in a browser of their own. */
  join(name: string, role?: 'admin' | 'member'): Promise<Browser>;
  close(): Promise<void>;
}

/** Opens a team on a new database. */
export async function openTeam(options: Partial<MembersOptions> = {}): Promise<Team> {
  const made = await serviceDatabase();
  const log: string[] = [];
  const hashing = new CheapHashing();
  const opened = openDatabase({
    url: made.url,
    connections: 8,
    name: 'members',
    onError: error => log.push(String(error)),
  });
  await migrate(opened.database);
  const process = (others: Partial<MembersOptions> = {}): Members =>
    openMembers({
      database: opened.database,
      publicUrl,
      secretKey: Buffer.alloc(32, 7),
      hashing,
      onError: message => log.push(message),
      ...options,
      ...others,
    });
  const members = process();
  let admin: Browser | undefined;
  return {
    database: opened.database,
    members,
    hashing,
    log,
    process,
    join: async (name, role = 'member') => {
      const browser = new Browser(members);
      const link = admin === undefined ? ((await members.firstLink()) ?? '') : await invited(members, admin, role);
      const form = { token: tokenOf(link), name, email: `${name.toLowerCase()}@example.com`, password };
      browser.take(await members.join(browser.visit(), form));
      admin ??= browser;
      return browser;
    },
    close: async () => {
      await opened.close();
      await made.drop();
    },
  };
}

async function invited(members: Members, admin: Browser, role: string): Promise<string> {
  return done(await members.invite(await admin.signedIn(), { role })).link;
}

/** The token of a link. */
export function tokenOf(link: string): string {
  return new URL(link, publicUrl).searchParams.get('token') ?? '';
}

/** Fails if the answer is a refusal. */
export function done<Answer>(answer: Answer | Problem): Answer {
  if (isProblem(answer)) assert.fail(`Refused: ${answer.problem}`);
  return answer;
}

/** The refusal. Fails if it is none. */
export function refusal(answer: unknown): Problem {
  if (!isProblem(answer)) assert.fail('It was not refused.');
  return answer;
}

/** Keeps cookies as a browser does. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #members: Members;
  readonly #address: string;

  constructor(members: Members, address = '192.0.2.1') {
    this.#members = members;
    this.#address = address;
  }

  /** A request of this browser. */
  visit(headers: Readonly<Record<string, string>> = {}): Visit {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { headers: new Headers({ cookie, 'user-agent': 'Test', ...headers }), address: this.#address };
  }

  /** Keeps the cookies of an answer. */
  take(answer: Done | Problem): void {
    for (const line of done(answer).cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0\b/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** Who is signed in here; fails if nobody is. */
  async signedIn(): Promise<SignedIn> {
    return (await this.#members.memberOf(this.visit())) ?? assert.fail('Nobody is signed in.');
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.#members.memberOf(this.visit())) !== undefined;
  }

  async signIn(form: Form): Promise<Done | Problem> {
    const answer = await this.#members.signIn(this.visit(), form);
    if (!isProblem(answer)) this.take(answer);
    return answer;
  }
}
