import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { problemJson } from '../../http/problemJson.ts';
import { isLoopbackAddress } from './addresses.ts';
import type { ArrivalBindings } from './guard.ts';
import type { Metrics } from './metrics.ts';

/** Dependencies of the routes that say how the process is. */
export interface HealthParts {
  /** Why the process cannot answer requests now, in a sentence; undefined if it can. */
  readonly unready: () => Promise<string | undefined>;
  readonly metrics: Metrics;
  /** Bearer token that `/metrics` takes; undefined if it is answered on loopback only. */
  readonly metricsToken: string | undefined;
}

/** `/healthz`: the process lives. `/readyz`: it can answer requests. `/metrics`: its figures, for Prometheus. */
export function healthRoutes({ unready, metrics, metricsToken }: HealthParts): Hono<{ Bindings: ArrivalBindings }> {
  const route = new Hono<{ Bindings: ArrivalBindings }>();
  route.get('/healthz', context => context.json({ status: 'alive' }));
  route.get('/readyz', async context => {
    const why = await unready();
    return why === undefined
      ? context.json({ status: 'ready' })
      : problemJson(context, 503, why, { 'retry-after': '5' });
  });
  route.get('/metrics', async context => {
    if (!isOwnMachine(context) && !hasToken(context, metricsToken)) {
      const detail = 'Metrics are answered to this machine, and to the token of CODE_REVIEW_METRICS_TOKEN.';
      return problemJson(context, 401, detail, { 'www-authenticate': 'Bearer' });
    }
    return context.text(await metrics.text(), 200, { 'content-type': metrics.contentType });
  });
  return route;
}

/** Whether a program on this machine asks, and not through a proxy on it. */
function isOwnMachine(context: Context<{ Bindings: ArrivalBindings }>): boolean {
  const { address, isForwarded } = context.env.client;
  return isLoopbackAddress(address) && !isForwarded;
}

function hasToken(context: Context, token: string | undefined): boolean {
  const [, presented] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  if (token === undefined || presented === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(presented), digest(token));
}
