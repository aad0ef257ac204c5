import { Hono } from 'hono';
import type { Backend } from '../../jobs/backend.ts';
import type { ApiEnvironment } from '../authentication.ts';
import { entityTag, namesTag } from '../entityTag.ts';
import { problemJson } from '../problemJson.ts';
import { readBody } from '../readBody.ts';
import { reviewResponse } from '../reviewResponse.ts';
import { reviewRequest } from '../schemas.ts';
import { unknownReview } from '../unknownReview.ts';
import { readIdempotencyKey } from './idempotencyKey.ts';

/** `POST /v1/reviews` and `GET /v1/reviews/:id` */
export function reviewsRoute(backend: Backend): Hono<ApiEnvironment> {
  const route = new Hono<ApiEnvironment>();
  route.post('/v1/reviews', async context => {
    const read = await readBody(context, reviewRequest);
    if ('refusal' in read) return read.refusal;
    const { repository, pr, incremental } = read.body;
    const idempotencyKey = readIdempotencyKey(context.req.header('idempotency-key'));
    if (idempotencyKey === null)
      return problemJson(context, 400, 'Idempotency-Key takes up to 255 visible ASCII characters.');
    const keyId = context.get('keyId');
    const review = await backend.request({
      repository,
      pr,
      fromScratch: incremental === false,
      signal: context.req.raw.signal,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(keyId !== undefined && { keyId }),
    });
    if ('detail' in review) return problemJson(context, review.status, review.detail);
    return context.json(reviewResponse(review), 201, { location: `/v1/reviews/${review.id}` });
  });
  route.get('/v1/reviews/:id', async context => {
    const id = context.req.param('id');
    const found = /^rev_[0-9a-f]{24}$/.test(id) ? await backend.review(id) : undefined;
    if (found === undefined) return unknownReview(context, backend.keepDays);
    const tag = entityTag(found);
    context.header('etag', tag);
    if (namesTag(context.req.header('if-none-match'), tag)) return context.body(null, 304);
    const { review, progress, answer } = found;
    if (answer !== undefined) return context.body(answer, 200, { 'content-type': 'application/json' });
    return context.json(reviewResponse(review, progress));
  });
  return route;
}
