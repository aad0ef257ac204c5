import { Hono } from 'hono';
import type { Backend } from '../../jobs/backend.ts';

/** `GET /v1/repositories` */
export function repositoriesRoute(backend: Backend): Hono {
  const route = new Hono();
  route.get('/v1/repositories', async context => context.json({ data: await backend.repositories() }));
  return route;
}
