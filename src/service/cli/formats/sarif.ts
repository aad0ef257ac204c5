import { sarifLog, type SarifGap } from '../../../core/render/sarifLog.ts';
import { engineVersion } from '../../engine/version.ts';
import type { Gap } from '../../engine/result/reviewGaps.ts';
import type { ReviewReport } from '../reviewReport.ts';

/** A SARIF 2.1.0 log; its run was not successful where a file could not be read, or a part of the review failed or did not run. */
export function toSarif({ target, summary, comments, shown, notes, gaps }: ReviewReport): object {
  return sarifLog({
    version: engineVersion,
    comments: shown,
    fingerprints: comments.map(({ fingerprint }) => fingerprint),
    fingerprintName: 'codeReviewEngine/v1',
    succeeded: !gaps.some(({ isFailure }) => isFailure),
    gaps: gaps.flatMap(gapNotifications),
    notes: [summary, ...notes],
    properties: { repository: target.repository, base: target.base, head: target.head },
  });
}

/** One for each file that a gap is about, so that each can be looked up; one for the gap itself where it is about none. */
function gapNotifications({ message, isFailure, notifications }: Gap): SarifGap[] {
  if (notifications.length === 0) return [{ text: message, isFailure }];
  return notifications.map(({ path, reason }) => ({
    text: `${message}: ${path === undefined ? reason : `${path} (${reason})`}`,
    isFailure,
    path,
  }));
}
