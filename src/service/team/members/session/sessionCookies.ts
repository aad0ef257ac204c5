import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseSigned, serialize, serializeSigned } from 'hono/utils/cookie';
import type { Visit } from '../member.ts';

/** Lifetime of a session, in seconds, from its sign-in. */
export const sessionSeconds = 30 * 24 * 3_600;
const deviceSeconds = 400 * 24 * 3_600;

/**
 * The cookies of a browser: its session, and the device that has signed in before. Both are signed with a key that is
 * derived from the service's, so that rows of the database alone are no session.
 */
export class SessionCookies {
  /** Signs cookies; 64 hexadecimal digits. */
  readonly secret: string;
  /** Prefix of the names; `__Host-` has browsers take them over https and from this host only. */
  readonly prefix: string;
  readonly #attributes: {
    readonly httpOnly: true;
    readonly sameSite: 'Lax';
    readonly path: '/';
    readonly secure: boolean;
  };

  constructor(secretKey: Uint8Array, publicUrl: URL) {
    const isSecure = publicUrl.protocol === 'https:';
    this.secret = Buffer.from(hkdfSync('sha256', secretKey, '', 'code-review sessions', 32)).toString('hex');
    this.prefix = `${isSecure ? '__Host-' : ''}code-review`;
    this.#attributes = { httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure };
  }

  /** The token of the session that the browser has a signed cookie of. Whether it is still valid is the database's to say. */
  async token(visit: Visit): Promise<string | undefined> {
    return this.#read(visit, 'session_token');
  }

  /** A cookie that ends the session in the browser. */
  ended(): string {
    return serialize(`${this.prefix}.session_token`, '', { ...this.#attributes, maxAge: 0 });
  }

  /** The id of the device, where this account has signed in from it before. */
  async device(visit: Visit, account: string): Promise<string | undefined> {
    const [id, of] = (await this.#read(visit, 'device'))?.split('.') ?? [];
    return of === account ? id : undefined;
  }

  /** A cookie that makes this browser a known device of an account; `known` keeps its id. */
  async deviceCookie(account: string, known: string | undefined): Promise<string> {
    const value = `${known ?? randomBytes(12).toString('hex')}.${account}`;
    return serializeSigned(`${this.prefix}.device`, value, this.secret, { ...this.#attributes, maxAge: deviceSeconds });
  }

  /** The token for the forms of a session. */
  csrfToken(sessionToken: string): string {
    return createHmac('sha256', this.secret).update(`csrf ${sessionToken}`).digest('base64url');
  }

  /** The cookies of ours that a request carries, and no others. */
  async #read(visit: Visit, name: string): Promise<string | undefined> {
    const full = `${this.prefix}.${name}`;
    const value = (await parseSigned(visit.headers.get('cookie') ?? '', this.secret, full))[full];
    return typeof value === 'string' ? value : undefined;
  }
}

/** Compares in constant time. */
export function isSameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
