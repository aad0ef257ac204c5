import type { CompletedResult } from './engine/messages.ts';
import { reviewerNames } from './reviewerNames.ts';

/** What a completed review should have done and has not. */
export interface Gap {
  /** In so few words that a notification can say it; why is in the notes of the review. */
  readonly what: string;
  /** False where nothing went wrong: the budget that the user gives a model had no room for it. */
  readonly isFailure: boolean;
}

/** All that keeps a completed review from being called complete. */
export function gapsOf({ reports, reviewed }: CompletedResult): Gap[] {
  return reports.flatMap(({ reviewer, status, nothingToRead, files, read, unanswered = 0 }): Gap[] => {
    const name = reviewerNames[reviewer] ?? reviewer.replace(/^tool:/, '');
    if (status === 'failed') {
      const what = reviewer === 'tools' ? 'the project’s tools were not run' : `${name} failed`;
      return [{ what, isFailure: true }];
    }
    if (status === 'skipped') return nothingToRead === true ? [] : [{ what: `${name} did not run`, isFailure: true }];
    const whole = read?.length ?? files;
    if (reviewer !== 'model' || whole >= reviewed.length) return [];
    return [{ what: `${name} read only ${whole} of ${reviewed.length} files in full`, isFailure: unanswered > 0 }];
  });
}
