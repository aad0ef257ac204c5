import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Whom the provider signs in, as it says in the ID token. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

interface Pending {
  readonly person: Person;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirect: string;
}

/** Made once a process, since it takes long: one key that is published, and one that is not. */
const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [published, foreign] = [makeKeys(), makeKeys()];

/** An OIDC provider on loopback: configuration, authorization with PKCE, tokens that it signs, keys. */
export class OidcProvider {
  readonly clientId = 'code-review';
  readonly clientSecret = ['secret', 'of', 'the', 'client'].join('-');
  /** Changes an ID token before it is signed, as an attacker or a wrong clock would. */
  tamper: (claims: Record<string, unknown>) => Record<string, unknown> = claims => claims;
  /** Another issuer than it is, where set. */
  pretends: string | undefined;
  /** Says who somebody is at the address for that only, and not in the ID token. */
  hasBareTokens = false;
  /** Signs with a key that it does not publish. */
  hasForeignKey = false;
  readonly #codes = new Map<string, Pending>();
  readonly #people = new Map<string, Person>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<OidcProvider> {
    const provider = new OidcProvider();
    await new Promise<void>(resolve => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What its page does when a person signs in: the query of the address that the browser is sent back to. */
  authorize(location: string, person: Person): string {
    const { searchParams } = new URL(location);
    const code = randomUUID();
    this.#codes.set(code, {
      person,
      nonce: searchParams.get('nonce'),
      challenge: searchParams.get('code_challenge'),
      redirect: searchParams.get('redirect_uri') ?? '',
    });
    const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: this.issuer });
    return `?${query.toString()}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    const answer = this.#route(request, body);
    response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }));
  }

  #route({ url, headers }: IncomingMessage, body: URLSearchParams): object | undefined {
    const { issuer } = this;
    switch (url) {
      case '/.well-known/openid-configuration':
        return {
          issuer: this.pretends ?? issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256'],
        };
      case '/jwks':
        return { keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] };
      case '/token':
        return this.#token(headers.authorization ?? '', body);
      case '/userinfo':
        return this.#people.get((headers.authorization ?? '').replace('Bearer ', ''));
      default:
        return undefined;
    }
  }

  #token(authorization: string, body: URLSearchParams): object | undefined {
    const code = body.get('code') ?? '';
    const pending = this.#codes.get(code);
    this.#codes.delete(code);
    const client = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (pending === undefined || pending.challenge !== challenge) return undefined;
    if (pending.redirect !== body.get('redirect_uri')) return undefined;
    if (authorization !== `Basic ${client}`) return undefined;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      iat: now,
      exp: now + 300,
      nonce: pending.nonce,
      ...(this.hasBareTokens ? { sub: pending.person.sub } : pending.person),
    };
    const accessToken = randomUUID();
    this.#people.set(accessToken, pending.person);
    return { token_type: 'Bearer', access_token: accessToken, id_token: this.#signed(this.tamper(claims)) };
  }

  #signed(claims: object): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
    const { privateKey } = this.hasForeignKey ? foreign : published;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
  }
}
