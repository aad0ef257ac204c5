import { sarifLog } from '../../core/sarif.ts';
import { fingerprintsOf } from '../fingerprint.ts';
import type { SettledRecord } from '../reviewRecord.ts';

/** The review as a SARIF 2.1.0 log of one run. @param version of the extension */
export function toSarif(record: SettledRecord, version: string): object {
  const { review, subject, reviewId, state } = record;
  const comments = review.comments ?? [];
  return sarifLog({
    version,
    comments,
    fingerprints: fingerprintsOf(comments),
    fingerprintName: 'codeReview/v1',
    succeeded: state === 'completed',
    notes: review.notes,
    properties: {
      repository: subject.pullRequest.repository,
      pullRequest: subject.pullRequest.number,
      review: reviewId,
      status: review.status,
    },
  });
}
