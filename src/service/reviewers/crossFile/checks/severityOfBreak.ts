import { isTestPath } from '../../../engine/reviewer.ts';
import type { CrossFileFinding } from '../check.ts';

/** The severity of what breaks in some files: low where all are tests, since whoever runs them sees it. */
export function severityOfBreak(
  paths: readonly string[],
  severity: CrossFileFinding['severity'],
): CrossFileFinding['severity'] {
  return paths.every(isTestPath) ? 'low' : severity;
}
