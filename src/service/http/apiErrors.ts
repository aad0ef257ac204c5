import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import { CodeReviewError, displayMessage } from '../../core/base/errors.ts';
import { storageFailure } from '../store/storageFailure.ts';
import { isSafeMethod } from './authentication.ts';
import { problemJson } from './problemJson.ts';

/** Methods by path, for the `Allow` header of a 405 response. */
const methods: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/repositories$/, 'GET'],
  [/^\/v1\/reviews$/, 'POST'],
  [/^\/v1\/reviews\/[^/]+$/, 'GET'],
  [/^\/v1\/local\/pulls$/, 'PUT'],
  [/^\/v1\/local\/dismissals$/, 'PUT'],
  [/^\/v1\/local\/cancellations$/, 'PUT'],
  [/^\/v1\/local\/resolution$/, 'GET'],
];

/** Responds to a request that no route takes. */
export const unknownEndpoint: NotFoundHandler = context => {
  const allowed = methods.find(([path]) => path.test(context.req.path))?.[1];
  return allowed === undefined
    ? problemJson(context, 404, 'There is no such endpoint.')
    : problemJson(context, 405, `Only ${allowed} is answered here.`, { allow: allowed });
};

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
