import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import type { RouterRoute } from 'hono/types';
import { CodeReviewError, displayMessage } from '../../core/base/errors.ts';
import { storageFailure } from '../store/storageFailure.ts';
import { isSafeMethod } from './authentication.ts';
import { problemJson } from './problemJson.ts';

/** Responds to a request that no route of `routes` takes: 405 where they take the same path by another method. */
export function unknownEndpoint(routes: readonly Pick<RouterRoute, 'method' | 'path'>[]): NotFoundHandler {
  const endpoints = routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }));
  return context => {
    const allowed = endpoints.find(({ path }) => path.test(context.req.path))?.method;
    return allowed === undefined
      ? problemJson(context, 404, 'There is no such endpoint.')
      : problemJson(context, 405, `Only ${allowed} is answered here.`, { allow: allowed });
  };
}

/** Responds for a route that threw. @param onError called with errors that are no fault of the request */
export function failedRequest(onError: (error: unknown) => void): ErrorHandler {
  return (error, context: Context) => {
    if (CodeReviewError.is(error, 'git')) return problemJson(context, 422, displayMessage(error));
    // The client has closed the connection.
    if (context.req.raw.signal.aborted) return problemJson(context, 400, 'The request is incomplete.');
    onError(error);
    if (CodeReviewError.is(error, 'service')) return problemJson(context, 500, displayMessage(error));
    const unkept = isSafeMethod(context.req.method) ? undefined : storageFailure(error);
    if (unkept !== undefined) return problemJson(context, 507, unkept);
    return problemJson(context, 500, 'The service failed. Its log has the details.');
  };
}
