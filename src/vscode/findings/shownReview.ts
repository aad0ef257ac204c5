import { CodeReviewError } from '../../core/base/errors.ts';
import type { SettledRecord } from '../../reviews/store/reviewRecord.ts';
import type { Worklist } from './worklist.ts';

/** The review that is shown. @throws CodeReviewError of kind `input` when there is none */
export function shownReview({ record }: Worklist): SettledRecord {
  if (record === undefined) throw new CodeReviewError('input', 'No review is shown.', 'Review the branch first.');
  return record;
}
