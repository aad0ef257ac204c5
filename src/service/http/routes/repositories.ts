import { Hono } from 'hono';
import { listedRepository, type Repositories } from '../../jobs/repositories.ts';

/** `GET /v1/repositories` */
export function repositoriesRoute(repositories: Repositories): Hono {
  const route = new Hono();
  route.get('/v1/repositories', context => context.json({ data: repositories.all.map(listedRepository) }));
  return route;
}
