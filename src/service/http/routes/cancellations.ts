import { Hono } from 'hono';
import type { ReviewQueue } from '../../jobs/reviewQueue.ts';
import { readBody } from '../readBody.ts';
import { reviewResponse } from '../reviewResponse.ts';
import { cancellation } from '../schemas.ts';
import { unknownReview } from '../unknownReview.ts';

/** `PUT /v1/local/cancellations`: cancels a review unless it has ended. Not in the documented API. */
export function cancellationsRoute(jobs: ReviewQueue, keepDays: number): Hono {
  const route = new Hono();
  route.put('/v1/local/cancellations', async context => {
    const read = await readBody(context, cancellation);
    if ('refusal' in read) return read.refusal;
    const review = await jobs.cancel(read.body.review);
    return review === undefined ? unknownReview(context, keepDays) : context.json(reviewResponse(review));
  });
  return route;
}
