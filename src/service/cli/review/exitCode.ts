import { compareSeverity } from '../../../core/review/severity.ts';
import type { ReviewOptions } from './readOptions.ts';
import type { ReviewReport } from './reviewReport.ts';

/** 1 if an issue is as severe as `--fail-on`, else 2 if a part of the review failed, else 0. */
export function exitCodeOf(
  { counted, gaps }: Pick<ReviewReport, 'counted' | 'gaps'>,
  failOn: ReviewOptions['failOn'],
): 0 | 1 | 2 {
  if (failOn !== 'none' && counted.some(({ severity }) => compareSeverity(severity, failOn) <= 0)) return 1;
  return gaps.some(({ isFailure }) => isFailure) ? 2 : 0;
}
