import { Hono } from 'hono';
import type { Backend } from '../jobs/backend.ts';
import { repositoriesRoute } from './routes/repositories.ts';
import { reviewsRoute } from './routes/reviews.ts';

/** The routes of the documented API (docs/api.md). */
export function apiRoutes(backend: Backend): Hono {
  return new Hono().route('/', repositoriesRoute(backend)).route('/', reviewsRoute(backend));
}
