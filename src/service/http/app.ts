import { Hono } from 'hono';
import type { Git } from '../../git/run/git.ts';
import type { Admit } from '../accounts/admission.ts';
import { LocalBackend } from '../jobs/localBackend.ts';
import type { Repositories } from '../jobs/repositories.ts';
import type { ReviewQueue } from '../jobs/reviewQueue.ts';
import type { LocalStore } from '../store/store.ts';
import { failedRequest, unknownEndpoint } from './apiErrors.ts';
import { apiRoutes } from './apiRoutes.ts';
import { authenticate, localOnly } from './authentication.ts';
import { cancellationsRoute } from './routes/cancellations.ts';
import { localPullsRoute } from './routes/localPulls.ts';
import { resolutionRoute } from './routes/resolution.ts';

/** Dependencies of the routes. */
interface AppOptions {
  readonly admit: Admit;
  readonly git: Git;
  readonly store: LocalStore;
  readonly repositories: Repositories;
  readonly jobs: ReviewQueue;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Creates the HTTP application that serves the API (docs/api.md) for local working copies. */
export function createApp({ admit, git, store, repositories, jobs, now, onError }: AppOptions): Hono {
  const app = new Hono();
  app.use(localOnly, authenticate(admit));
  app.route('/', apiRoutes(new LocalBackend({ git, store, repositories, jobs, now })));
  app.route('/', localPullsRoute(store, repositories));
  app.route('/', cancellationsRoute(jobs, store.keepDays));
  app.route('/', resolutionRoute(store, now));
  app.notFound(unknownEndpoint(app.routes));
  app.onError(failedRequest(onError));
  return app;
}
