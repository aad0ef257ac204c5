import type { Context, MiddlewareHandler } from 'hono';
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
    // Behind `next` it would have the answer made anew, with its body as a stream.
    context.header('x-request-id', requestId);
    await next();
    const { status } = context.res;
    const keyId = context.get('keyId');
    answered({
      requestId,
      method: methodOf(context),
      route: routeOf(context),
      status,
      milliseconds: performance.now() - started,
      address,
      ...(keyId !== undefined && { keyId }),
    });
  };
}

/** The method of a request, or `other`. */
export function methodOf({ req: { method } }: Context): string {
  return methods.has(method) ? method : 'other';
}

/** The pattern that answered a request. Patterns of middleware and of what is answered 404 stand for no route. */
export function routeOf(context: Context): string {
  const pattern = routePath(context);
  return pattern.includes('*') ? '(none)' : pattern;
}
