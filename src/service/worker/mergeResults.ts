import { listFirst } from '../engine/result/listFirst.ts';
import type { FileResult } from './analyserMessages.ts';
import type { DiffFile } from '../engine/diff/diffModel.ts';
import type { ReviewerNotification } from '../engine/reviewerReport.ts';
import type { ReviewerOutcome, ReviewerFinding } from '../engine/reviewer.ts';

/**
 * Merges a reviewer's answers for single files. A file that it could not read becomes a notification.
 * @param answers one for each file, in their order
 */
export function mergeResults(files: readonly DiffFile[], answers: readonly FileResult[]): ReviewerOutcome {
  const findings: ReviewerFinding[] = [];
  const read: string[] = [];
  const testData: string[] = [];
  const templates: string[] = [];
  const markup: string[] = [];
  const notifications: ReviewerNotification[] = [];
  const reasons = new Set<string>();
  let count = 0;
  let nothing: ReviewerOutcome | undefined;
  for (const [index, file] of files.entries()) {
    const answer = answers[index] ?? { status: 'failed', reason: 'was not reached' };
    if (answer.status === 'ok') {
      for (const finding of answer.findings) findings.push({ ...finding, file });
      for (const path of answer.read ?? []) read.push(path);
      testData.push(...(answer.testData ?? []));
      templates.push(...(answer.templates ?? []));
      markup.push(...(answer.markup ?? []));
      notifications.push(...(answer.notifications ?? []));
      if (answer.reason !== undefined) reasons.add(answer.reason);
      count += answer.files;
    } else if (answer.status === 'skipped' && answer.nothingToRead === true) nothing = answer;
    else notifications.push({ path: file.path, reason: answer.reason });
  }
  if (count + testData.length + templates.length + markup.length + notifications.length === 0 && nothing !== undefined)
    return nothing;
  const reason = listFirst([...reasons]);
  return {
    status: 'ok',
    findings,
    files: count,
    read,
    ...(testData.length > 0 && { testData }),
    ...(templates.length > 0 && { templates }),
    ...(markup.length > 0 && { markup }),
    ...(notifications.length > 0 && { notifications }),
    ...(reason !== '' && { reason }),
  };
}
