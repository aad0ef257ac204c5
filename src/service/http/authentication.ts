import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { findKey } from '../accounts/keys.ts';
import { takePermit, uncountedPermit, type Plan, type PlanPermit } from '../accounts/plans.ts';
import { problem } from './problemJson.ts';
import { storageFailure } from '../store/storageFailure.ts';
import type { Store } from '../store/store.ts';

/** Who may ask, and how often. */
export interface AdmissionOptions {
  readonly store: Store;
  /** The plan of stored keys. */
  readonly plan: Plan;
  /** The key that the parent process holds; not stored, and not counted. */
  readonly ownKey: string | undefined;
  readonly now: () => number;
}

/**
 * Refuses what does not come from a program on this machine: a foreign name for it (DNS rebinding), or any web page.
 * Browsers name the origin with what a page sends, and with what it only loads the site that it was asked from.
 */
export const localOnly: MiddlewareHandler = async (context, next) => {
  if (!isThisMachine(authorityOf(context)))
    return problem(context, 421, 'This service answers on the loopback address only.');
  if (context.req.header('origin') !== undefined || context.req.header('sec-fetch-site') !== undefined)
    return problem(context, 403, 'This service does not answer web pages.');
  return next();
};

/** Host and port that the request is for: of its target where that names them, else of its header (RFC 9112, 3.2.2). */
function authorityOf(context: Context): string {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(incoming?.url ?? '') ?? [];
  return authority ?? context.req.header('host') ?? '';
}

/** Names are the same in either case, and with a final dot. */
function isThisMachine(authority: string): boolean {
  return /^(?:localhost\.?|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(authority);
}

/** Asks for a Bearer key and takes one request of its hour. */
export function admission({ store, plan, ownKey, now }: AdmissionOptions): MiddlewareHandler {
  const permitFor = (keyId: string, method: string): PlanPermit => {
    try {
      return takePermit(store, keyId, plan, now());
    } catch (error) {
      // Results that are there can be had, also where nothing can be written any more.
      if (!isRead(method) || storageFailure(error) === undefined) throw error;
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
      return problem(context, 401, detail, { 'www-authenticate': 'Bearer' });
    }
    const permit = keyId === undefined ? uncountedPermit(now()) : permitFor(keyId, context.req.method);
    const headers = {
      'ratelimit-limit': `${permit.limit}`,
      'ratelimit-remaining': `${permit.remaining}`,
      'ratelimit-reset': `${permit.resetSeconds}`,
    };
    if (!permit.granted) {
      const detail = `The limit of ${permit.limit} requests per hour is used up.`;
      return problem(context, 429, detail, { ...headers, 'retry-after': `${permit.resetSeconds}` });
    }
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return next();
  };
}

/** Whether a request with this method changes nothing. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Takes the same time wherever the texts differ. */
function isSameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
