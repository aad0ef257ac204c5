import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { CodeReviewError } from '../../../../core/base/errors.ts';
import { audit } from '../audit.ts';
import { addressBucket, takeAttempt } from '../session/attempts.ts';
import { libraryHeaders, type LibraryParts } from '../session/authLibrary.ts';
import { endSessionOf } from '../session/signIn.ts';
import { currentSession } from '../session/currentSession.ts';
import { isProblem, type Done, type Problem, type Visit } from '../member.ts';
import { discover } from './discovery.ts';
import { oidcLibrary, providerId, type OidcOptions } from './oidcLibrary.ts';

/** Where to send the browser next. */
export interface Onward extends Done {
  readonly location: string;
}

const seconds = 1_000;

/** Sign-in by OIDC. Nothing is asked of the provider before somebody uses it. */
export class Oidc {
  /** What members know the provider by. */
  readonly name: string;
  readonly #parts: LibraryParts;
  readonly #options: OidcOptions;
  #library: Promise<ReturnType<typeof oidcLibrary>> | undefined;

  constructor(parts: LibraryParts, options: OidcOptions) {
    this.name = options.name;
    this.#parts = parts;
    this.#options = options;
  }

  /** Sends the browser to the provider: to sign in, or, for who is signed in, to connect the provider to the member. */
  async start(visit: Visit): Promise<Onward | Problem> {
    const { database, cookies } = this.#parts;
    const { key, limit } = addressBucket(visit.address);
    const refused = await takeAttempt(database, [{ key: `${key}:oidc`, limit }]);
    if (refused !== undefined) return refused;
    const library = await this.#reached();
    if (isProblem(library)) return library;
    await sql`delete from verification where "expiresAt" < now() - interval '1 day'`.execute(database);
    const isSignedIn = (await currentSession(database, cookies, visit)) !== undefined;
    const call = { headers: libraryHeaders(visit), returnHeaders: true } as const;
    const body = { provider: providerId, callbackURL: isSignedIn ? '/account' : '/', errorCallbackURL: '/sign-in' };
    const { response, headers } = isSignedIn
      ? await library.api.linkSocialAccount({ ...call, body })
      : await library.api.signInSocial({ ...call, body });
    if (response.url === undefined || response.url === '') return this.#failed('no_address');
    return { location: response.url, cookies: headers.getSetCookie() };
  }

  /** Answers the provider's redirect. @param search of the address that was called */
  async callback(visit: Visit, search: string): Promise<Onward | Problem> {
    const library = await this.#reached();
    if (isProblem(library)) return library;
    const address = new URL(`/auth/callback/${providerId}`, this.#parts.publicUrl);
    address.search = search;
    const answer = await within(
      20 * seconds,
      library.handler(new Request(address, { headers: libraryHeaders(visit) })),
    );
    const location = answer?.headers.get('location') ?? undefined;
    if (answer === undefined || location === undefined) return this.#failed(`status_${answer?.status ?? 'none'}`);
    const error = new URL(location, this.#parts.publicUrl).searchParams.get('error');
    if (error !== null) return this.#failed(error);
    // Who has only connected the provider goes on in the same session.
    if (location === '/') await endSessionOf(this.#parts, visit);
    else await this.#noteConnected(visit);
    return { location, cookies: answer.headers.getSetCookie() };
  }

  async #noteConnected(visit: Visit): Promise<void> {
    const { database, cookies } = this.#parts;
    const member = (await currentSession(database, cookies, visit))?.member;
    const detail = { by: this.name };
    if (member !== undefined)
      await audit(database, { actor: member, action: 'account.connect', object: member.email, detail });
  }

  /** The library once the provider has answered; a provider that does not is asked again by the next visit. */
  async #reached(): Promise<ReturnType<typeof oidcLibrary> | Problem> {
    this.#library ??= discover(this.#options.issuer, AbortSignal.timeout(10 * seconds)).then(discovered =>
      oidcLibrary(this.#parts, this.#options, discovered),
    );
    try {
      return await this.#library;
    } catch (error) {
      this.#library = undefined;
      if (!CodeReviewError.is(error)) throw error;
      this.#parts.onError(error.message);
      return {
        problem: `${this.name} cannot be reached. Try again in a minute, or ask an admin to look at the log.`,
        status: 502,
      };
    }
  }

  #failed(code: string): Problem {
    const { name } = this;
    switch (code) {
      case 'not_invited':
        return refused(`Your address at ${name} is not invited. Ask an admin of your team to invite it.`);
      case 'no_admin_yet':
        return refused('This service has no admin yet. Its log has the link for the first member.');
      case 'address_not_verified':
        return refused(`${name} does not say that your mail address is verified. Have it verified there.`);
      case 'address_unreadable':
      case 'email_not_found':
        return refused(`${name} sent no mail address in plain letters. Ask its admin to send one.`);
      case 'account_not_linked':
        return refused(`You have a password here. Sign in with it, then connect ${name} on the page of your account.`);
      case 'email_does_not_match':
        return refused(`Your address at ${name} is another one than here.`);
      case 'account_already_linked_to_different_user':
        return refused(`Your account at ${name} belongs to another member.`);
      case 'access_denied':
        return refused(`${name} did not let you in.`);
      case 'state_mismatch':
      case 'state_not_found':
      case 'state_invalid':
        return refused(
          'This sign-in took too long, was used before, or was started in another browser. Start it again.',
        );
      default:
        this.#parts.onError(`OIDC: ${code.replaceAll(/[^\w.-]/g, ' ').slice(0, 100)}`);
        return { problem: `Signing in with ${name} failed. The log of the service says why.`, status: 502 };
    }
  }
}

function refused(problem: string): Problem {
  return { problem, status: 403 };
}

/** What becomes of work within a time; undefined if it takes longer. */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  const ended = new AbortController();
  try {
    return await Promise.race([work, setTimeout(milliseconds, undefined, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}
