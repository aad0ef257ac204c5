import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import type { EarlierReview } from '../engine/incremental.ts';
import type { EngineJob } from '../engine/messages.ts';
import type { StoredReview } from '../store/store.ts';

/** The job of a review, with what it takes over from the last one of its pull request. */
export function engineJob(
  review: StoredReview,
  last: StoredReview | undefined,
  reviewers: ReviewerSettings,
): EngineJob {
  const { root, base, head, fromScratch } = review;
  const isReused = last !== undefined && fromScratch === undefined && isComparable(last, review);
  const earlier = isReused ? earlierReview(last) : undefined;
  return { root, base, head, reviewers, ...(earlier !== undefined && { earlier }) };
}

/** Whether the same engine and configuration made both. */
export function isComparable(a: StoredReview, b: StoredReview): boolean {
  return a.engine === b.engine && a.configuration === b.configuration;
}

function earlierReview({ head, result }: StoredReview): EarlierReview | undefined {
  if (result?.status !== 'completed' || result.memory === undefined) return undefined;
  return { head, reports: result.reports, memory: result.memory };
}
