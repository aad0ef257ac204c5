import { CodeReviewError } from '../../core/base/errors.ts';
import type { Slices } from '../../core/base/slices.ts';
import { plainLine } from '../../core/base/text.ts';
import { plural, t } from '../../core/base/l10n.ts';
import type { Review, ReviewState } from '../../core/review/review.ts';
import { firstOf, type JsonObject, names } from './aliases.ts';
import { doubtsOf } from './doubts.ts';
import { embeddedReview } from './embeddedReview.ts';
import { judgementOf, reviewId, reviewIn, reviewStatus } from './envelope.ts';
import { decodeGaps } from './incompleteness.ts';
import { decodeComments, mostComments } from './reviewComments.ts';
import { isPartial, stateOfWord } from './text/statusWords.ts';
import { asCommit, asCount, asFraction, asLine, asPercent, asText, asTexts, asTime } from './values.ts';

const aliases = {
  createdAt: names('createdAt submittedAt startedAt'),
  completedAt: names('completedAt finishedAt endedAt'),
  reason: names(`error.message error reason stateReason statusReason failureReason message detail details
    errors.0.message`),
  stage: names('stage phase progress.stage metadata.stage'),
  progress: 'progress',
  percent: names('percent progress.percent'),
  commit: names('commit commitSha commitId headSha headCommit sha commit.sha'),
  notes: names('notes warnings'),
  gaps: 'gaps',
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
  const embedded = yield* embeddedReview(answer);
  const found = embedded === undefined ? reviewIn(answer, fallbackId) : { ...embedded, layers: [], way: [] };
  const id = found && (reviewId(found.review) ?? fallbackId);
  const status = found && reviewStatus(found.review);
  if (found === undefined || id === undefined || status === undefined) {
    throw new CodeReviewError(
      'service',
      t('The service answered something that is not a review.'),
      t('Check that the address is the one of its API.'),
    );
  }
  const { review, layers } = found;
  const read = <T>(name: keyof typeof aliases, as: (value: unknown) => T | undefined): T | undefined =>
    firstOf(review, aliases[name], as);

  const issuesFound = read('issuesFound', asCount);
  const decoded = embedded?.decoded ?? (yield* decodeComments(found));
  yield;
  const doubts = doubtsOf(layers, decoded, stateOfWord(status) === 'completed', issuesFound === 0);
  yield;
  const undecoded = [...decoded.undecoded, ...doubts.unread];
  const comments = decoded.comments ?? (undecoded.length > 0 ? [] : undefined);
  const isEmpty = (comments ?? []).length + undecoded.length === 0;
  const state = stateIn(review, status, isEmpty);
  const isPart = isPartial(status);
  const notes = [
    ...cutNotes(decoded.cut),
    ...(isPart ? [t('The service calls this review partial: a part of the pull request was not reviewed.')] : []),
    ...(read('notes', asTexts) ?? []),
  ];
  const ownGaps = read('gaps', asTexts);
  const gaps = [
    ...(isPart ? [t('a part of the pull request was not reviewed')] : (ownGaps ?? [])),
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
    comments,
    undecoded,
    reason: read('reason', asLine),
    stage: read('stage', asLine),
    progress: read('progress', asFraction) ?? read('percent', asPercent),
    commit: read('commit', asCommit),
    ...(embedded?.refuted && { refuted: embedded.refuted }),
    notes: notes.slice(0, 100).map(note => plainLine(note, 500)),
    gaps: ownGaps === undefined && gaps.length === 0 ? undefined : gaps.slice(0, 20).map(gap => plainLine(gap, 200)),
  };
}

function cutNotes(cut: number): string[] {
  if (cut === 0) return [];
  const most = { most: mostComments };
  return [
    plural(
      cut,
      '{count} comment beyond the first {most} is not shown.',
      '{count} comments beyond the first {most} are not shown.',
      most,
    ),
  ];
}

/**
 * The state of a review. The verdict overrides a completed status if it says that the review is running, or, without
 * comments, that it failed or was not run. A review without comments that read no lines was not run.
 */
function stateIn(review: JsonObject, status: string, isEmpty: boolean): ReviewState {
  const state = stateOfWord(status);
  if (state === 'completed' && isEmpty && firstOf(review, aliases.reviewedLines, asText) === '0') return 'notRun';
  const judged = stateOfWord(judgementOf(review) ?? '');
  const isOther = judged === 'running' || (isEmpty && (judged === 'failed' || judged === 'notRun'));
  return state === 'completed' && isOther ? judged : state;
}
