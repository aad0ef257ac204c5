import type { Repository } from '../../refining/refined.ts';
import { readBlobs } from '../../../../git/content/blobs.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { isIdle } from '../../../engine/diff/fileKind.ts';
import { isTestPath, type ReviewerFinding } from '../../../engine/reviewer.ts';
import { linesWith } from './otherFiles.ts';

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
const setting = new RegExp(`\\b(?:${limits.join('|')})(["']?)\\s*[=:](?!=)(?!\\s*None\\b)`, 'g');
/** Most files that are read. */
const mostFiles = 40;

/**
 * The findings on requests without a timeout, where the project has its tasks ended after a time: any may run in one. What
 * the merge base sets counts, so that nothing that the change brings excuses its own lines.
 */
export async function requestsInTasks(
  findings: readonly ReviewerFinding[],
  parts: Repository,
  mergeBase: string,
  signal: AbortSignal,
): Promise<readonly ReviewerFinding[]> {
  if (findings.length === 0) return [];
  const found = [...(await linesWith(limits, parts, mergeBase, signal)).keys()];
  const paths = found.filter(path => !isTestPath(path) && !isIdle(path)).slice(0, mostFiles);
  const blobs = await readBlobs(parts.git, parts.job.root, mergeBase, paths, signal);
  return [...blobs.values()].some(bytes => hasLimit(bytes.toString())) ? findings : [];
}

/** Whether Python sets a limit in its code, by name or as a key. */
function hasLimit(text: string): boolean {
  const code = codeOnly(text);
  return [...text.matchAll(setting)].some(({ 0: found, 1: quote = '', index }) => {
    // Of a text, the quotes are left.
    const isKey = quote !== '' && code[index - 1] === '"' && code[index + found.indexOf(quote)] === '"';
    return isKey || code[index] === found[0];
  });
}
