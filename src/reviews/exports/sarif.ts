import { sarifLog } from '../../core/render/sarifLog.ts';
import { closedWords, type Decision } from '../decisions/decisions.ts';
import { fingerprintsOf } from '../decisions/fingerprint.ts';
import type { SettledRecord } from '../store/reviewRecord.ts';
import { summarise } from '../summary/reviewSummary.ts';

/**
 * Converts a review to a SARIF 2.1.0 log with one run. What the user has closed is suppressed, with the reason.
 * @param version of the extension
 * @param decisions about its comments, in their order, where there are any
 */
export function toSarif(
  record: SettledRecord,
  version: string,
  decisions: readonly (Decision | undefined)[] = [],
): object {
  const { review, subject, reviewId, state } = record;
  const { gaps = [], comments = [], refuted = [] } = review;
  const suppressed = fingerprintsOf(refuted.map(({ comment }) => comment));
  return sarifLog({
    version,
    comments,
    fingerprints: fingerprintsOf(comments),
    fingerprintName: 'codeReview/v1',
    justifications: decisions.map(closedWords),
    suppressed: refuted.map((each, index) => ({ ...each, fingerprint: suppressed[index] ?? '' })),
    succeeded: state === 'completed' && gaps.length === 0,
    gaps: gaps.map(text => ({ text, isFailure: true })),
    notes: [summarise(record), ...review.notes],
    properties: {
      repository: subject.pullRequest.repository,
      pullRequest: subject.pullRequest.number,
      review: reviewId,
      status: review.status,
    },
  });
}
