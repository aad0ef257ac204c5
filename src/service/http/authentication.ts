import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Admit } from '../accounts/admission.ts';
import { problemJson } from './problemJson.ts';

/**
 * Refuses requests for a foreign host name (DNS rebinding) and requests of web pages, which browsers mark with `Origin`
 * or `Sec-Fetch-Site`.
 */
export const localOnly: MiddlewareHandler = async (context, next) => {
  if (!isThisMachine(authorityOf(context)))
    return problemJson(context, 421, 'This service answers on the loopback address only.');
  if (context.req.header('origin') !== undefined || context.req.header('sec-fetch-site') !== undefined)
    return problemJson(context, 403, 'This service refuses requests from web pages.');
  return next();
};

/** Host and port of the request: from an absolute target, else from the `Host` header (RFC 9112, 3.2.2). */
function authorityOf(context: Context): string {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(incoming?.url ?? '') ?? [];
  return authority ?? context.req.header('host') ?? '';
}

/** Whether a host is this machine; case and a final dot do not matter. */
function isThisMachine(authority: string): boolean {
  return /^(?:localhost\.?|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(authority);
}

/** What the middleware finds out about a request. */
export interface ApiEnvironment {
  readonly Variables: {
    /** Id of the API key that asks; undefined for the process that started the service. */
    readonly keyId: string | undefined;
  };
}

/** Middleware that requires a Bearer key and counts the request against its hourly limit. */
export function authenticate(admit: Admit): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    const [, presented] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const admission = presented === undefined ? undefined : await admit(presented, isSafeMethod(context.req.method));
    if (admission === undefined) {
      const detail =
        presented === undefined
          ? 'Every request needs the header Authorization: Bearer <API_KEY>.'
          : 'The API key is not valid.';
      return problemJson(context, 401, detail, { 'www-authenticate': 'Bearer' });
    }
    const headers = {
      'ratelimit-limit': `${admission.limit}`,
      'ratelimit-remaining': `${admission.remaining}`,
      'ratelimit-reset': `${admission.resetSeconds}`,
    };
    context.set('keyId', admission.keyId);
    if (!admission.granted) {
      const detail = `The limit of ${admission.limit} requests per hour is used up.`;
      return problemJson(context, 429, detail, { ...headers, 'retry-after': `${admission.resetSeconds}` });
    }
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return next();
  };
}

/** Whether a method is safe (RFC 9110): it changes nothing. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
