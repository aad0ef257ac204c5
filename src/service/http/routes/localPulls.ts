import { Hono } from 'hono';
import { localPullRequest } from '../schemas.ts';
import { problemJson } from '../problemJson.ts';
import { readBody } from '../readBody.ts';
import type { Repositories } from '../../jobs/repositories.ts';
import type { LocalStore } from '../../store/store.ts';

/** `PUT /v1/local/pulls`: assigns a number to a branch without a hosted pull request. Not in the documented API. */
export function localPullsRoute(store: LocalStore, repositories: Repositories): Hono {
  const route = new Hono();
  route.put('/v1/local/pulls', async context => {
    const read = await readBody(context, localPullRequest);
    if ('refusal' in read) return read.refusal;
    const { repository, head, head_commit: headCommit, base, base_commit: baseCommit } = read.body;
    const [copy] = repositories.named(repository);
    if (copy === undefined)
      return problemJson(context, 404, `The repository ${repository} is not connected to this service.`);
    const title = `${head} into ${base}`;
    const pull = await store.registerLocalPull({
      repository: copy.fullName,
      head,
      headCommit,
      base,
      baseCommit,
      title,
    });
    return context.json({ number: pull.number, title: pull.title });
  });
  return route;
}
