import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { subjectTitle, type ReviewRecord, type ReviewSubject } from '../../reviews/store/reviewRecord.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import { progressText } from '../../reviews/watch/progressText.ts';
import { withProgress } from '../platform/progress.ts';

interface Options {
  readonly reviews: Reviews;
  readonly subject: ReviewSubject;
  /** What Cancel does, as a sentence. */
  readonly cancelHint: string;
}

/** Shows stage, share and duration of a review in a cancellable notification until the task ends. */
export function withReviewProgress<T>(
  { reviews, subject, cancelHint }: Options,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withProgress(t('Reviewing {name}', { name: subjectTitle(subject) }), async (signal, report) => {
    let pending: Extract<ReviewRecord, { state: 'pending' }> | undefined;
    const show = (): void => {
      const text = pending && progressText(pending.review, pending.triggeredAt, Date.now());
      report(text === undefined ? cancelHint : `${text}. ${cancelHint}`, pending?.review.progress);
    };
    const subscription = reviews.onDidChange(record => {
      if (record.subject !== subject || record.state !== 'pending') return;
      pending = record;
      show();
    });
    const timer = setInterval(show, 1_000);
    show();
    try {
      return await task(signal);
    } finally {
      clearInterval(timer);
      subscription.dispose();
    }
  });
}

/** Shows in the findings view that a review is under way until the task ends. */
export async function withViewProgress<T>(task: Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId: 'codeReview.findings' } }, () => task);
}
