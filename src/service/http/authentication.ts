import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { findKey } from '../accounts/keys.ts';
import { takePermit, uncountedPermit, type Plan, type PlanPermit } from '../accounts/plans.ts';
import { problemJson } from './problemJson.ts';
import { storageFailure } from '../store/storageFailure.ts';
import type { Store } from '../store/store.ts';

/** Dependencies of authentication and rate limiting. */
export interface AuthenticationOptions {
  readonly store: Store;
  /** The plan of stored keys. */
  readonly plan: Plan;
  /** The parent process's key; neither stored nor counted. */
  readonly ownKey: string | undefined;
  readonly now: () => number;
}

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

/** Middleware that requires a Bearer key and counts the request against its hourly limit. */
export function authenticate({ store, plan, ownKey, now }: AuthenticationOptions): MiddlewareHandler {
  const permitFor = (keyId: string, method: string): PlanPermit => {
    try {
      return takePermit(store, keyId, plan, now());
    } catch (error) {
      // Stored results stay readable if nothing can be written.
      if (!isSafeMethod(method) || storageFailure(error) === undefined) throw error;
      return uncountedPermit(now(), plan.requestsPerHour);
    }
  };
  return async (context, next) => {
    const [, presented] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const isOwn = presented !== undefined && ownKey !== undefined && isSameText(presented, ownKey);
    const keyId = isOwn || presented === undefined ? undefined : findKey(store, presented, now())?.id;
    if (!isOwn && keyId === undefined) {
      const detail =
        presented === undefined
          ? 'Every request needs the header Authorization: Bearer <API_KEY>.'
          : 'The API key is not valid.';
      return problemJson(context, 401, detail, { 'www-authenticate': 'Bearer' });
    }
    const permit = keyId === undefined ? uncountedPermit(now()) : permitFor(keyId, context.req.method);
    const headers = {
      'ratelimit-limit': `${permit.limit}`,
      'ratelimit-remaining': `${permit.remaining}`,
      'ratelimit-reset': `${permit.resetSeconds}`,
    };
    if (!permit.granted) {
      const detail = `The limit of ${permit.limit} requests per hour is used up.`;
      return problemJson(context, 429, detail, { ...headers, 'retry-after': `${permit.resetSeconds}` });
    }
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return next();
  };
}

/** Whether a method is safe (RFC 9110): it changes nothing. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Compares in constant time. */
function isSameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
