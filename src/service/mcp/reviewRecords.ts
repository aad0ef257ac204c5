import { randomUUID } from 'node:crypto';
import { firstLocalNumber } from '../../core/review/pullRequest.ts';
import type { Review } from '../../core/review/review.ts';
import { shortCommit } from '../../core/review/shortCommit.ts';
import {
  coversBranch,
  workTitle,
  type ReviewRecord,
  type ReviewSubject,
  type SettledRecord,
} from '../../reviews/store/reviewRecord.ts';
import type { ReviewedChanges, ReviewRequest } from './reviewRequest.ts';

/**
 * Returns the record of a review, as the editor keeps its own by the embedded service.
 * @param earlier reviews of the working copy, the latest first: one of the branch is followed up
 * @param times in milliseconds since the epoch
 */
export function recordOf(
  reviewed: ReviewedChanges,
  scope: ReviewRequest['scope'],
  earlier: readonly ReviewRecord[],
  times: { readonly triggeredAt: number; readonly settledAt: number },
): SettledRecord {
  const { commit, comments, notes, gaps } = reviewed;
  const reviewId = randomUUID();
  const review: Review = {
    id: reviewId,
    state: 'completed',
    status: 'completed',
    createdAt: new Date(times.triggeredAt).toISOString(),
    completedAt: new Date(times.settledAt).toISOString(),
    issuesFound: comments.length,
    suggestions: comments.filter(({ suggestion }) => suggestion !== undefined).length,
    comments,
    undecoded: [],
    reason: undefined,
    stage: undefined,
    progress: undefined,
    commit,
    notes,
    gaps,
  };
  return { state: 'completed', subject: subjectOf(reviewed, scope, earlier), ...times, reviewId, review };
}

function subjectOf(
  { root, repository, branch, commit }: ReviewedChanges,
  scope: ReviewRequest['scope'],
  earlier: readonly ReviewRecord[],
): ReviewSubject {
  const own = earlier.find(
    ({ subject }) => subject.service === 'embedded' && subject.branch === branch && coversBranch(subject),
  );
  if (scope === 'branch' && own !== undefined) return { ...own.subject, headCommit: commit };
  const name = branch ?? shortCommit(commit);
  const titles = {
    branch: name,
    uncommitted: workTitle('uncommitted', name),
    staged: workTitle('staged', name),
  };
  return {
    kind: scope,
    service: 'embedded',
    pullRequest: { repository, number: firstLocalNumber },
    title: titles[scope],
    root,
    branch,
    headCommit: commit,
  };
}
