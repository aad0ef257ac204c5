import type { MiddlewareHandler } from 'hono';
import { problemJson } from '../../http/problemJson.ts';
import type { Arrival } from './client.ts';

/** What the guard and the routes of the service itself find in `context.env`. */
export interface ArrivalBindings {
  readonly client: Arrival;
}

/**
 * Refuses requests that were not sent to the public URL, that could be read on their way, or that have a key in their
 * address, where it ends up in logs.
 */
export function guard(publicUrl: URL): MiddlewareHandler<{ Bindings: ArrivalBindings }> {
  const isSecret = publicUrl.protocol === 'https:';
  const defaultPort = isSecret ? /:443$/ : /:80$/;
  return (context, next) => {
    const { authority, protocol, isNear } = context.env.client;
    if (/crk_(?:live|dev)_/i.test(context.req.url)) {
      const detail = 'An API key in an address ends up in logs. Revoke it, and send keys as Authorization: Bearer.';
      return Promise.resolve(problemJson(context, 400, detail));
    }
    if (authority.replace(defaultPort, '').replace(/\.(?=:\d+$|$)/, '') !== publicUrl.host)
      return Promise.resolve(problemJson(context, 421, `This service answers at ${publicUrl.origin} only.`));
    if (!isNear || (isSecret && protocol !== 'https')) {
      const detail = isNear
        ? 'This service answers over HTTPS only; a proxy before it has to send X-Forwarded-Proto: https.'
        : 'This service answers its proxies and its own machine only.';
      return Promise.resolve(problemJson(context, 403, detail));
    }
    return next();
  };
}
