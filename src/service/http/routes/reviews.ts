import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { cancellation, reviewRequest } from '../schemas.ts';
import { engineVersion } from '../../engine/version.ts';
import type { ReviewQueue } from '../../jobs/reviewQueue.ts';
import { problemJson } from '../problemJson.ts';
import type { PullRequestCommits } from '../../jobs/pullRequests.ts';
import { readBody } from '../readBody.ts';
import type { Repositories } from '../../jobs/repositories.ts';
import { reviewResponse } from '../reviewResponse.ts';
import type { Store, StoredReview } from '../../store/store.ts';

interface Parts {
  readonly store: Store;
  readonly repositories: Repositories;
  readonly jobs: ReviewQueue;
  readonly find: (
    copies: ReturnType<Repositories['named']>,
    number: number,
    signal: AbortSignal,
  ) => Promise<PullRequestCommits | undefined>;
  readonly now: () => number;
}

/** `POST /v1/reviews`, `GET /v1/reviews/:id`, and outside the documented API `PUT /v1/local/cancellations` */
export function reviewsRoute({ store, repositories, jobs, find, now }: Parts): Hono {
  const route = new Hono();
  const unknown = (context: Context): Response =>
    problemJson(context, 404, `There is no review of this id. Reviews are kept for ${days(store.keepDays)}.`);
  route.post('/v1/reviews', async context => {
    const read = await readBody(context, reviewRequest);
    if ('refusal' in read) return read.refusal;
    const { repository, pr, incremental } = read.body;
    const copies = repositories.named(repository);
    const [copy] = copies;
    if (copy === undefined)
      return problemJson(context, 404, `The repository ${repository} is not connected to this service.`);
    const commits = await find(copies, pr, context.req.raw.signal);
    if (commits === undefined)
      return problemJson(
        context,
        404,
        `The repository ${repository} has no pull request ${pr} that this service can see.`,
      );
    // The client may have given up the request meanwhile.
    context.req.raw.signal.throwIfAborted();
    const review: StoredReview = {
      id: `rev_${randomBytes(12).toString('hex')}`,
      repository: copy.fullName,
      pr,
      ...commits,
      ...(incremental === false && { fromScratch: true }),
      status: 'pending',
      createdAt: now(),
      completedAt: undefined,
      engine: engineVersion,
      configuration: '',
      result: undefined,
    };
    store.putReview(review);
    jobs.add(review);
    return context.json(reviewResponse(review), 201, { location: `/v1/reviews/${review.id}` });
  });
  route.get('/v1/reviews/:id', context => {
    const id = context.req.param('id');
    const review = /^rev_[0-9a-f]{24}$/.test(id) ? jobs.review(id) : undefined;
    return review === undefined ? unknown(context) : context.json(reviewResponse(review, jobs.progress(id)));
  });
  route.put('/v1/local/cancellations', async context => {
    const read = await readBody(context, cancellation);
    if ('refusal' in read) return read.refusal;
    const review = jobs.cancel(read.body.review);
    return review === undefined ? unknown(context) : context.json(reviewResponse(review));
  });
  return route;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
