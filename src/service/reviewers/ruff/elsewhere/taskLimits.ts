import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { linesWith, type Parts } from './otherFiles.ts';

/** What Celery, Dramatiq and RQ call the time after which they end a task. */
const limits = [
  'soft_time_limit',
  'time_limit',
  'task_soft_time_limit',
  'task_time_limit',
  'CELERY_TASK_SOFT_TIME_LIMIT',
  'CELERY_TASK_TIME_LIMIT',
  'CELERYD_TASK_SOFT_TIME_LIMIT',
  'CELERYD_TASK_TIME_LIMIT',
  'job_timeout',
];
const setting = new RegExp(`\\b(?:${limits.join('|')})["']?\\s*[=:](?!=)(?!\\s*None\\b)`);

/** The findings on requests without a timeout, where the project has its tasks ended after a time: any may run in one. */
export async function requestsInTasks(
  findings: readonly ReviewerFinding[],
  parts: Parts,
  signal: AbortSignal,
): Promise<readonly ReviewerFinding[]> {
  if (findings.length === 0) return [];
  const lines = [...(await linesWith(limits, parts, parts.job.head, signal)).values()].flat();
  return lines.some(line => setting.test(line)) ? findings : [];
}
