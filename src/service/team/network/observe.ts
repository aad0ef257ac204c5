import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ArrivalBindings } from './guard.ts';
import type { AnsweredRequest } from './log.ts';

/** Methods that are counted by name; any other word of a client is one label. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Names each request in its answer, `x-request-id`, and tells `answered` how it was answered. */
export function observe(
  answered: (request: AnsweredRequest) => void,
): MiddlewareHandler<{ Bindings: ArrivalBindings; Variables: { readonly keyId?: string } }> {
  return async (context, next) => {
    const started = performance.now();
    const { requestId, address } = context.env.client;
    await next();
    context.header('x-request-id', requestId);
    const { status } = context.res;
    const { method } = context.req;
    const keyId = context.get('keyId');
    answered({
      requestId,
      method: methods.has(method) ? method : 'other',
      route: routeOf(routePath(context)),
      status,
      milliseconds: performance.now() - started,
      address,
      ...(keyId !== undefined && { keyId }),
    });
  };
}

/** Patterns of middleware and of what is answered 404 stand for no route. */
function routeOf(pattern: string): string {
  return pattern.includes('*') ? '(none)' : pattern;
}
