import type { Review, ReviewComment } from '../../../src/core/review/review.ts';
import type { ReviewSubject, SettledRecord } from '../../../src/reviews/store/reviewRecord.ts';

/** A completed review without comments, but for what is given. */
export function aReview(given: Partial<Review>): Review {
  return {
    id: 'rev_1',
    state: 'completed',
    status: 'completed',
    createdAt: undefined,
    completedAt: undefined,
    issuesFound: undefined,
    suggestions: undefined,
    comments: [],
    undecoded: [],
    reason: undefined,
    stage: undefined,
    progress: undefined,
    commit: undefined,
    notes: [],
    gaps: undefined,
    ...given,
  };
}

/** A comment on line 3 of src/app.ts, but for what is given. */
export function aComment(given: Partial<ReviewComment>): ReviewComment {
  return {
    id: 'c1',
    path: 'src/app.ts',
    range: { startLine: 3, endLine: 3 },
    side: 'right',
    severity: 'high',
    severityWord: 'high',
    title: 'Something is wrong here',
    body: '',
    suggestion: undefined,
    quotedCode: undefined,
    rule: undefined,
    category: undefined,
    url: undefined,
    outdated: false,
    resolved: false,
    raw: {},
    ...given,
  };
}

/** The pull request 7 of acme/orders, but for what is given. */
export function aSubject(given: Partial<ReviewSubject>): ReviewSubject {
  return {
    kind: 'pullRequest',
    service: 'https://review.example.com',
    pullRequest: { repository: 'acme/orders', number: 7 },
    title: undefined,
    root: '/work/orders',
    branch: 'feature',
    headCommit: 'a'.repeat(40),
    ...given,
  };
}

/** A completed review of `aSubject` that was triggered at 1, but for what is given. */
export function aRecord(given: Partial<SettledRecord>): SettledRecord {
  const { reviewId = 'rev_1' } = given;
  const review = aReview({ id: reviewId });
  const made = { state: 'completed', subject: aSubject({}), triggeredAt: 1, reviewId, settledAt: 2, review } as const;
  return { ...made, ...given };
}
