import { sarifLog, type SarifGap } from '../../../core/render/sarifLog.ts';
import { engineVersion } from '../../engine/version.ts';
import type { Gap } from '../../engine/result/gap.ts';
import { shownOf, type ReviewReport } from '../review/reviewReport.ts';

/** Formats a report as a SARIF 2.1.0 log. Its `executionSuccessful` is false if a gap is a failure. */
export function toSarif({ target, summary, comments, shown, refuted, notes, lists, gaps }: ReviewReport): object {
  return sarifLog({
    version: engineVersion,
    comments: shown,
    fingerprints: comments.map(({ fingerprint }) => fingerprint),
    fingerprintName: 'codeReviewEngine/v1',
    suppressed: refuted.map(({ justification, ...comment }) => ({
      comment: shownOf(comment),
      fingerprint: comment.fingerprint,
      justification,
    })),
    baselineStates: comments.map(({ state }) => (state === 'still' ? 'unchanged' : state)),
    succeeded: !gaps.some(({ isFailure }) => isFailure),
    gaps: gaps.flatMap(gapNotifications),
    notes: [summary, ...notes],
    properties: { repository: target.repository, base: target.base, head: target.head, ...lists },
  });
}

/** One notification for each file of a gap; one for the gap itself if it names no file. */
function gapNotifications({ message, isFailure, notifications }: Gap): SarifGap[] {
  if (notifications.length === 0) return [{ text: message, isFailure }];
  return notifications.map(({ path, reason }) => ({
    text: `${message}: ${path === undefined ? reason : `${path} (${reason})`}`,
    isFailure,
    path,
  }));
}
