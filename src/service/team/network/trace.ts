import type { MiddlewareHandler } from 'hono';
import { within, type Tracing } from '../tracing/spans.ts';
import type { ArrivalBindings } from './guard.ts';
import { methodOf, routeOf } from './observe.ts';

/** Makes a span of each request, by its route's pattern. One that a trusted proxy has begun is gone on with. */
export function traceRequests(tracing: Tracing): MiddlewareHandler<{ Bindings: ArrivalBindings }> {
  return async (context, next) => {
    const method = methodOf(context);
    const span = tracing.begin(method, 'server', context.env.client.traceparent);
    await within(span, next);
    const { status } = context.res;
    const route = routeOf(context);
    const facts = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
    span.end(facts, status >= 500, `${method} ${route}`);
  };
}
