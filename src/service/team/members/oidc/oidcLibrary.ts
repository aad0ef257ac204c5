import { randomBytes } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Kysely } from 'kysely';
import { plainLine } from '../../../../core/base/text.ts';
import { databaseTime } from '../../database/databaseTime.ts';
import type { Database } from '../../database/schema.ts';
import { audit } from '../audit.ts';
import { libraryOptions, type LibraryParts } from '../session/authLibrary.ts';
import { readEmail } from '../formFields.ts';
import { findInvitationOf, hasMembers, useInvitation } from '../invitations.ts';
import { isProblem, type Role } from '../member.ts';
import type { Discovered } from './discovery.ts';

/** Configuration of the provider. */
export interface OidcOptions {
  /** As the provider spells it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What members know the provider by. */
  readonly name: string;
  /** Domains of mail addresses, in lower case, whose owners may join without an invitation. */
  readonly domains: readonly string[];
}

/** The id of the provider in addresses and tables. */
export const providerId = 'oidc';

/**
 * The library for sign-in by OIDC, apart from the one for passwords, which waits for no provider. It does what the standard
 * asks for: state bound to the browser, PKCE, nonce, and the signature, issuer and audience of the ID token. Of the
 * provider's tokens nothing is kept.
 */
export function oidcLibrary(parts: LibraryParts, oidc: OidcOptions, discovered: Discovered) {
  const { database } = parts;
  const options = libraryOptions(parts);
  const withoutTokens = { accessToken: null, refreshToken: null, idToken: null, scope: null };
  return betterAuth({
    ...options,
    account: { updateAccountOnSignIn: false },
    databaseHooks: {
      user: {
        create: {
          before: async user => {
            const now = new Date(await databaseTime(database));
            const data = { ...user, ...(await admitted(database, oidc, user)), createdAt: now, updatedAt: now };
            return { data: { ...data, image: null } };
          },
          after: async user => {
            await audit(database, {
              actor: user,
              action: 'member.join',
              object: user.email,
              detail: { by: oidc.name },
            });
          },
        },
      },
      verification: { create: { before: async state => Promise.resolve({ data: { ...state, ...lasting(state) } }) } },
      account: { create: { before: async account => Promise.resolve({ data: { ...account, ...withoutTokens } }) } },
      session: {
        create: {
          ...options.databaseHooks.session.create,
          after: async ({ userId }) => {
            const actor = await database
              .selectFrom('user')
              .select(['id', 'name', 'email'])
              .where('id', '=', userId)
              .executeTakeFirst();
            const detail = { by: oidc.name };
            await audit(database, { actor, action: 'session.create', object: actor?.email ?? userId, detail });
          },
        },
      },
    },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId,
            discoveryUrl: discovered.url,
            clientId: oidc.clientId,
            clientSecret: oidc.clientSecret,
            authentication: discovered.authentication,
            scopes: ['openid', 'email', 'profile'],
            requireIdTokenVerification: true,
            // An id is unique at its issuer only (OpenID Connect Core 1.0, section 2).
            accountSubject: ({ profile }) => `${oidc.issuer} ${String(profile.sub)}`,
          },
        ],
      }),
    ],
  });
}

/**
 * A sign-in that has begun holds for five minutes by the cookie of its browser. What is stored of it may be read by a process
 * with another clock, and outlives that.
 */
function lasting({ value }: { readonly value: string }): { readonly value: string; readonly expiresAt: Date } {
  const expiresAt = Date.now() + 24 * 3_600_000;
  return { value: JSON.stringify({ ...(JSON.parse(value) as object), expiresAt }), expiresAt: new Date(expiresAt) };
}

/**
 * Lets somebody in who is not a member: with an invitation to the address, which is used up, or an address of a named domain.
 *
 * @throws {APIError} whose code oidc.ts has a sentence for
 */
async function admitted(
  database: Kysely<Database>,
  { domains }: OidcOptions,
  user: { readonly name: string; readonly email: string; readonly emailVerified: boolean },
): Promise<{ readonly id: string; readonly name: string; readonly email: string; readonly role: Role }> {
  const email = readEmail(user.email);
  if (isProblem(email)) throw refusal('address_unreadable');
  if (!user.emailVerified) throw refusal('address_not_verified');
  // The link for the first member makes an admin, and holds until there is a member.
  if (!(await hasMembers(database))) throw refusal('no_admin_yet');
  const name = plainLine(user.name, 100) || email;
  const id = randomBytes(16).toString('hex');
  const invitation = await findInvitationOf(database, email);
  if (invitation !== undefined && (await useInvitation(database, invitation.id, id)))
    return { id, name, email, role: invitation.role };
  if (domains.includes(email.slice(email.lastIndexOf('@') + 1))) return { id, name, email, role: 'member' };
  throw refusal('not_invited');
}

function refusal(code: string): APIError {
  return new APIError('FORBIDDEN', { code, message: code });
}
