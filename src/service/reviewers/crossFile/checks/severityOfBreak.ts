import { isTestPath } from '../../../engine/reviewer.ts';
import type { CrossFileFinding } from '../check.ts';

/** Files that show how something is used. */
export const isSample = /(?:^|\/)(?:docs?|examples?|samples?)\//i;

/** The severity of what breaks in some files: low where all are tests or samples, since whoever runs them sees it. */
export function severityOfBreak(
  paths: readonly string[],
  severity: CrossFileFinding['severity'],
): CrossFileFinding['severity'] {
  return paths.every(path => isTestPath(path) || isSample.test(path)) ? 'low' : severity;
}
