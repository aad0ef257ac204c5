import { CodeReviewError } from '../../core/base/errors.ts';
import type { Slices } from '../../core/base/slices.ts';
import { plainLine } from '../../core/base/text.ts';
import { plural, t } from '../../core/base/l10n.ts';
import type { RefutedReviewComment, Review, ReviewState } from '../../core/review/review.ts';
import { firstReadable, names, type JsonObject } from './aliases.ts';
import { asCount, asText } from './values.ts';
import { decodeComment } from './comment.ts';
import { doubtsOf } from './doubts.ts';
import { embeddedReview } from './embeddedReview.ts';
import { judgementOf, reviewId, reviewIn, reviewStatus } from './envelope.ts';
import { decodeGaps } from './incompleteness.ts';
import { decodeComments, mostComments } from './reviewComments.ts';
import { isPartial, stateOfWord } from './text/statusWords.ts';

const aliases = {
  createdAt: names('createdAt submittedAt startedAt'),
  completedAt: names('completedAt finishedAt endedAt'),
  reason: names(`error.message error reason stateReason statusReason failureReason message detail details
    errors.0.message`),
  stage: names('stage phase progress.stage metadata.stage'),
  progress: names('progress'),
  percent: names('percent progress.percent'),
  commit: names('commit commitSha commitId headSha headCommit sha commit.sha'),
  notes: names('notes warnings'),
  gaps: names('gaps'),
  issuesFound: names('issuesFound issueCount issuesCount totalIssues findingsCount findingCount'),
  suggestions: names('suggestions suggestionCount suggestionsCount totalSuggestions'),
  reviewedLines: names('reviewedLines linesReviewed'),
};

/**
 * Decodes a review of any known shape at once.
 * @internal
 * @param fallbackId the requested id, used if the response omits it
 * @throws CodeReviewError of kind `service` if the response is no review
 */
export function decodeReview(answer: unknown, fallbackId?: string): Review {
  const steps = decodingSteps(answer, fallbackId);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Decodes a review as `decodeReview` does, in slices: many comments take long. */
export async function decodeReviewInSlices(answer: unknown, slices: Slices, fallbackId?: string): Promise<Review> {
  const steps = decodingSteps(answer, fallbackId);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (slices.isUsedUp) await slices.rest();
  }
}

function* decodingSteps(answer: unknown, fallbackId: string | undefined): Generator<void, Review> {
  const own = yield* embeddedReview(answer);
  const found = own === undefined ? reviewIn(answer, fallbackId) : { review: own, layers: [own], way: [] };
  const id = found === undefined ? undefined : (reviewId(found.review) ?? fallbackId);
  const status = found === undefined ? undefined : reviewStatus(found.review);
  if (found === undefined || id === undefined || status === undefined) {
    throw new CodeReviewError(
      'service',
      t('The service answered something that is not a review.'),
      t('Check that the address is the one of its API.'),
    );
  }
  const { review, layers } = found;
  const read = <T>(name: keyof typeof aliases, as: (value: unknown) => T | undefined): T | undefined =>
    firstReadable(review, aliases[name], as);

  const issuesFound = read('issuesFound', asCount);
  const decoded = yield* decodeComments(found, own?.comments);
  const isDone = stateOfWord(status) === 'completed';
  yield;
  const doubts = doubtsOf(own === undefined ? layers : [], decoded, isDone, issuesFound === 0);
  yield;
  const undecoded = [...decoded.undecoded, ...doubts.unread];
  const isEmpty = decoded.comments.length + undecoded.length === 0;
  const state = stateIn(review, status, isEmpty);

  const { cut } = decoded;
  const most = { most: mostComments };
  const partial = isPartial(status);
  const notes = [
    cut === 0
      ? ''
      : plural(
          cut,
          '{count} comment beyond the first {most} is not shown.',
          '{count} comments beyond the first {most} are not shown.',
          most,
        ),
    partial ? t('The service calls this review partial: a part of the pull request was not reviewed.') : '',
    ...(read('notes', asTexts) ?? []),
  ].filter(Boolean);
  const ownGaps = read('gaps', asTexts);
  const gaps = [
    ...(partial ? [t('a part of the pull request was not reviewed')] : (ownGaps ?? [])),
    ...(state === 'completed' ? decodeGaps(review, doubts, issuesFound, isEmpty) : []),
  ];
  return {
    id,
    state,
    status: plainLine(status, 60),
    createdAt: read('createdAt', asTime),
    completedAt: read('completedAt', asTime),
    issuesFound: issuesFound ?? (isEmpty && doubts.highest > 0 ? doubts.highest : undefined),
    suggestions: read('suggestions', asCount),
    comments: decoded.hasList || undecoded.length > 0 ? decoded.comments : undefined,
    undecoded,
    reason: read('reason', asLine),
    stage: read('stage', asLine),
    progress: read('progress', asFraction) ?? read('percent', asPercent),
    commit: read('commit', asCommit),
    ...(own?.refuted && { refuted: own.refuted.flatMap(refutedOf) }),
    notes: notes.slice(0, 100).map(note => plainLine(note, 500)),
    gaps: ownGaps === undefined && gaps.length === 0 ? undefined : gaps.slice(0, 20).map(gap => plainLine(gap, 200)),
  };
}

function refutedOf(refuted: JsonObject & { readonly justification: string }): RefutedReviewComment[] {
  const comment = decodeComment(refuted);
  return comment === undefined ? [] : [{ comment, justification: plainLine(refuted.justification) }];
}

/**
 * The state of a review. The verdict overrides a completed status if it says that the review is running, or, without
 * comments, that it failed or was not run. A review without comments that read no lines was not run.
 */
function stateIn(review: JsonObject, status: string, isEmpty: boolean): ReviewState {
  const state = stateOfWord(status);
  if (state === 'completed' && isEmpty && firstReadable(review, aliases.reviewedLines, asText) === '0') return 'notRun';
  const judged = stateOfWord(judgementOf(review) ?? '');
  const isOther = judged === 'running' || (isEmpty && (judged === 'failed' || judged === 'notRun'));
  return state === 'completed' && isOther ? judged : state;
}

function asTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.map(asText).filter(text => text !== undefined) : undefined;
}

function asLine(value: unknown): string | undefined {
  return plainLine(asText(value) ?? '') || undefined;
}

/** Returns a time after 1970; earlier ones, such as year 1, mean "not set". */
function asTime(value: unknown): string | undefined {
  return typeof value === 'string' && Date.parse(value) > 0 ? new Date(value).toISOString() : undefined;
}

/** Returns a full commit hash. */
function asCommit(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(value) ? value.toLowerCase() : undefined;
}

/** Returns a fraction; divides percentages above 1 by 100. */
function asFraction(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) return undefined;
  return value <= 1 ? value : value / 100;
}

/** Returns a fraction of a percentage, which some services send as a fraction; 1 is one percent. */
function asPercent(value: unknown): number | undefined {
  return value === 1 ? 0.01 : asFraction(value);
}
