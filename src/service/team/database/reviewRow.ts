import type { Selectable } from 'kysely';
import { plainLine } from '../../../core/base/text.ts';
import type { ReviewProgress } from '../../engine/reviewProgress.ts';
import { limitComments } from '../../http/responseLimits.ts';
import { reviewResponse } from '../../http/reviewResponse.ts';
import type { StoredReview } from '../../store/store.ts';
import type { Database } from './schema.ts';

/** The columns that `storedReview` reads. */
export const reviewColumns = [
  'id',
  'repository',
  'pr',
  'base',
  'head',
  'status',
  'created_at',
  'completed_at',
  'engine',
  'configuration',
  'from_scratch',
  'result',
] as const;

/** A row with the columns that `storedReview` reads. */
export type ReviewRow = Pick<Selectable<Database['reviews']>, (typeof reviewColumns)[number]>;

/** A row as a review. Its `root` is empty: each worker has its own mirror. */
export function storedReview(row: ReviewRow): StoredReview {
  const { id, repository, pr, base, head, status, engine, configuration, result } = row;
  return {
    ...{ id, repository, pr, root: '', base, head, status, engine, configuration },
    createdAt: row.created_at.getTime(),
    completedAt: row.completed_at?.getTime(),
    ...(row.from_scratch && { fromScratch: true }),
    result: result ?? undefined,
  };
}

/** The columns of how far a review is, where it is not being made. */
export const notUnderWay = { stage: null, progress: null, found: null };

/** The columns of how far a review is. Comments are cut to those that an answer has room for, and left where none are told. */
export function progressColumns({ stage, progress, comments }: ReviewProgress) {
  const found = comments && { found: JSON.stringify(limitComments(comments).comments) };
  return { stage: plainLine(stage), progress, ...found };
}

/** The columns that change while a review is made, and what is known when it has ended. */
export function madeColumns(review: StoredReview) {
  const { base, head, status, engine, configuration, completedAt, result } = review;
  const isEnded = status !== 'pending';
  return {
    ...{ base, head, status, engine, configuration },
    completed_at: completedAt === undefined ? null : new Date(completedAt),
    ...(isEnded && notUnderWay),
    issues: result?.status === 'completed' ? result.comments.length : null,
    result: result === undefined ? null : JSON.stringify(result),
    answer: isEnded ? JSON.stringify(reviewResponse(review)) : null,
  };
}
