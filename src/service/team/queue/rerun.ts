import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { currentSpan } from '../tracing/spans.ts';
import { newReviews } from './newReviews.ts';
import type { ReviewJobs } from './reviewJobs.ts';

/** The review that is made instead, or a sentence that says why there is none. */
export type Rerun = { readonly id: string } | { readonly refused: string };

/**
 * Reviews the pull request of a failed or cancelled review again, as a new review: what has ended stays as it was told.
 * Done twice, it gives the same review, as long as that waits or is made.
 */
export async function rerunReview(trx: Transaction<Database>, jobs: ReviewJobs, reviewId: string): Promise<Rerun> {
  const failed = await trx
    .selectFrom('reviews')
    .select(['repository_id', 'repository', 'pr', 'status', 'from_scratch'])
    .where('id', '=', reviewId)
    .forUpdate()
    .executeTakeFirst();
  if (failed === undefined) return { refused: 'There is no review of this id.' };
  if (failed.status === 'pending') return { id: reviewId };
  if (failed.status === 'completed') return { refused: 'This review has completed.' };
  const { repository_id, repository, pr, from_scratch: fromScratch } = failed;
  const pending = await trx
    .selectFrom('reviews')
    .select('id')
    .where('repository_id', '=', repository_id)
    .where('pr', '=', pr)
    .where('status', '=', 'pending')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const asked = { repository, pr, fromScratch, traceparent: currentSpan() };
  const review = pending ?? (await newReviews(trx, jobs, [asked]))[0]?.review;
  if (review === undefined) return { refused: `The repository ${repository} is not connected any more.` };
  await jobs.remove(trx, [reviewId]);
  return { id: review.id };
}
