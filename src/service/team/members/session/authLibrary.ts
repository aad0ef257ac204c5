import { betterAuth, type BetterAuthOptions } from 'better-auth';
import type { Kysely } from 'kysely';
import { plainLine } from '../../../../core/base/text.ts';
import { databaseTime } from '../../database/databaseTime.ts';
import type { Database } from '../../database/schema.ts';
import type { Visit } from '../member.ts';
import type { Hashing } from './passwordHashing.ts';
import { longestPassword, shortestPassword } from '../formFields.ts';
import { sessionSeconds, type SessionCookies } from './sessionCookies.ts';

/** Parts of the library's options. */
export interface LibraryParts {
  readonly database: Kysely<Database>;
  readonly publicUrl: URL;
  readonly cookies: SessionCookies;
  readonly hashing: Hashing;
  readonly onError: (message: string) => void;
}

// Visitors cannot set it: only headers that `libraryHeaders` makes reach the library.
const addressHeader = 'x-code-review-client';

/**
 * Options of better-auth: members and sessions in our tables, no sign-up, no cookie that stands for a row of the database,
 * nothing sent anywhere. Its HTTP routes are not mounted; oidc.ts hands it the one that a provider calls back.
 */
export function libraryOptions({ database, publicUrl, cookies, hashing, onError }: LibraryParts) {
  return {
    baseURL: publicUrl.origin,
    basePath: '/auth',
    secret: cookies.secret,
    // Without transactions of its own: hooks ask the pool for a connection while the library would hold one.
    database: { db: database, type: 'postgres', transaction: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: hashing,
    },
    user: { additionalFields: { role: { type: 'string', required: true, input: false, defaultValue: 'member' } } },
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true, cookieCache: { enabled: false } },
    verification: { disableCleanup: true },
    databaseHooks: { session: { create: { before: session => byDatabaseClock(database, session) } } },
    advanced: {
      // Our migrations say what fits, also beside a newer schema.
      database: { validateSchema: false },
      cookiePrefix: cookies.prefix,
      // The prefix of the library would be `__Secure-`.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.protocol === 'https:' },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', disableColors: true, log: (_, message) => onError(plainLine(message)) },
  } as const satisfies BetterAuthOptions;
}

/** The library for sign-in by password. */
export function passwordLibrary(parts: LibraryParts) {
  return betterAuth(libraryOptions(parts));
}

/** The headers of a visit that the library may see. */
export function libraryHeaders({ headers, address }: Visit): Headers {
  const seen = new Headers({ [addressHeader]: address });
  const [cookie, agent] = [headers.get('cookie'), headers.get('user-agent')];
  if (cookie !== null) seen.set('cookie', cookie);
  if (agent !== null) seen.set('user-agent', plainLine(agent));
  return seen;
}

/** A session begins and ends by the clock of the database, which is the same for all processes. */
async function byDatabaseClock<Session extends object>(database: Kysely<Database>, session: Session) {
  const now = new Date(await databaseTime(database));
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1_000);
  return { data: { ...session, createdAt: now, updatedAt: now, expiresAt } };
}
