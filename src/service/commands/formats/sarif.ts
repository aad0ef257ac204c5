import { sarifLog } from '../../../core/sarif.ts';
import { engineVersion } from '../../engine/version.ts';
import type { ReviewReport } from '../reviewReport.ts';

/** A SARIF 2.1.0 log; its run was not successful where a part of the review failed or did not run. */
export function toSarif({ target, summary, comments, shown, notes, gaps }: ReviewReport): object {
  return sarifLog({
    version: engineVersion,
    comments: shown,
    fingerprints: comments.map(({ fingerprint }) => fingerprint),
    fingerprintName: 'codeReviewEngine/v1',
    succeeded: !gaps.some(({ isFailure }) => isFailure),
    notes: [summary, ...notes],
    properties: { repository: target.repository, base: target.base, head: target.head },
  });
}
