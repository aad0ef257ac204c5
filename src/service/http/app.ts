import { Hono } from 'hono';
import { CodeReviewError, displayMessage } from '../../core/base/errors.ts';
import type { Git } from '../../git/run/git.ts';
import { authenticate, isSafeMethod, localOnly, type AuthenticationOptions } from './authentication.ts';
import type { ReviewQueue } from '../jobs/reviewQueue.ts';
import { problemJson } from './problemJson.ts';
import { findPullRequest } from '../jobs/pullRequests.ts';
import type { Repositories } from '../jobs/repositories.ts';
import { localPullsRoute } from './routes/localPulls.ts';
import { repositoriesRoute } from './routes/repositories.ts';
import { resolutionRoute } from './routes/resolution.ts';
import { reviewsRoute } from './routes/reviews.ts';
import { storageFailure } from '../store/storageFailure.ts';

/** Dependencies of the routes. */
interface AppOptions extends AuthenticationOptions {
  readonly git: Git;
  readonly repositories: Repositories;
  readonly jobs: ReviewQueue;
  readonly onError: (error: unknown) => void;
}

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

/** Creates the HTTP application that serves the API (docs/api.md) for local working copies. */
export function createApp(options: AppOptions): Hono {
  const { git, store, repositories, jobs, now, onError } = options;
  const app = new Hono();
  app.use(localOnly, authenticate(options));
  app.route('/', repositoriesRoute(repositories));
  app.route(
    '/',
    reviewsRoute({
      store,
      repositories,
      jobs,
      now,
      find: (copies, number, signal) => findPullRequest({ git, store }, copies, number, signal),
    }),
  );
  app.route('/', localPullsRoute(store, repositories));
  app.route('/', resolutionRoute(store, now));
  app.notFound(context => {
    const allowed = methods.find(([path]) => path.test(context.req.path))?.[1];
    return allowed === undefined
      ? problemJson(context, 404, 'There is no such endpoint.')
      : problemJson(context, 405, `Only ${allowed} is answered here.`, { allow: allowed });
  });
  app.onError((error, context) => {
    if (CodeReviewError.is(error, 'git')) return problemJson(context, 422, displayMessage(error));
    // The client has closed the connection.
    if (context.req.raw.signal.aborted) return problemJson(context, 400, 'The request is incomplete.');
    onError(error);
    if (CodeReviewError.is(error, 'service')) return problemJson(context, 500, displayMessage(error));
    const unkept = isSafeMethod(context.req.method) ? undefined : storageFailure(error);
    if (unkept !== undefined) return problemJson(context, 507, unkept);
    return problemJson(context, 500, 'The service failed. Its log has the details.');
  });
  return app;
}
