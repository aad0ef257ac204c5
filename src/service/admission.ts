import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { findKey } from './keys.ts';
import { takePermit, uncountedPermit, type Plan } from './plans.ts';
import { problem } from './problem.ts';
import type { Store } from './store.ts';

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
  const host = (context.req.header('host') ?? '').replace(/:\d+$/, '');
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) {
    return problem(context, 421, 'This service answers on the loopback address only.');
  }
  if (context.req.header('origin') !== undefined || context.req.header('sec-fetch-site') !== undefined)
    return problem(context, 403, 'This service does not answer web pages.');
  return next();
};

/** Asks for a Bearer key and takes one request of its hour. */
export function admission({ store, plan, ownKey, now }: AdmissionOptions): MiddlewareHandler {
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
    const permit = keyId === undefined ? uncountedPermit(now()) : takePermit(store, keyId, plan, now());
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

/** Takes the same time wherever the texts differ. */
function isSameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
