import * as v from 'valibot';

/** `owner/name`; owners may contain slashes. */
const repositoryName = v.pipe(
  v.string('has to be text'),
  v.maxLength(400, 'is too long'),
  v.regex(/^[^\s/\p{Cc}]+(?:\/[^\s/\p{Cc}]+)+$/u, 'has to be <owner>/<repo>'),
);
const commit = v.pipe(
  v.string('has to be text'),
  v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'has to be a full commit hash'),
);
const refName = v.pipe(v.string('has to be text'), v.minLength(1, 'is empty'), v.maxLength(1_000, 'is too long'));

/** Body of `POST /v1/reviews` (docs/api.md). */
export const reviewRequest = v.object({
  repository: repositoryName,
  pr: v.pipe(
    v.number('has to be a number'),
    v.integer('has to be a whole number'),
    v.minValue(1, 'has to be 1 or more'),
    v.maxValue(Number.MAX_SAFE_INTEGER, 'is too large'),
  ),
  /** Outside the documented API: false to take nothing over from earlier reviews. */
  incremental: v.optional(v.boolean('has to be true or false')),
});

/** Body of `PUT /v1/local/pulls`, which is not in the documented API: a branch without a hosted pull request. */
export const localPullRequest = v.object({
  repository: repositoryName,
  head: refName,
  head_commit: commit,
  base: refName,
  base_commit: commit,
});

const reviewId = v.pipe(v.string('has to be text'), v.regex(/^rev_[0-9a-f]{24}$/, 'has to be the id of a review'));

/** Body of `PUT /v1/local/cancellations`, which is outside the documented API. */
export const cancellation = v.object({ review: reviewId });

/** Body of `PUT /v1/local/dismissals`, which is not in the documented API: a comment by its fingerprint. */
export const dismissal = v.object({
  review: reviewId,
  fingerprint: v.pipe(v.string('has to be text'), v.regex(/^[0-9a-f]{32}$/, 'has to be 32 hexadecimal digits')),
  dismissed: v.boolean('has to be true or false'),
});
