import * as vscode from 'vscode';
import { formatDuration } from '../../core/base/formatTime.ts';
import { commaList, t } from '../../core/base/l10n.ts';
import { isSettled, subjectTitle, type ReviewRecord, type ReviewSubject } from '../../reviews/store/reviewRecord.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import { stateWords } from '../../reviews/summary/reviewWords.ts';
import { withProgress } from '../platform/progress.ts';

interface Options {
  readonly reviews: Reviews;
  readonly subject: ReviewSubject;
  /** What Cancel does, as a sentence. */
  readonly cancelHint: string;
  /** What Cancel stops; it may be stopped otherwise too. */
  readonly stop: AbortController;
}

/** Shows stage, share and duration of a review in a cancellable notification until the task ends. */
export function withReviewProgress<T>(
  { reviews, subject, cancelHint, stop }: Options,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withProgress(t('Reviewing {name}', { name: subjectTitle(subject) }), async (signal, report) => {
    let running: ReviewRecord | undefined;
    const show = (): void => {
      const text = running && commaList([stateWords(running), formatDuration(Date.now() - running.triggeredAt)]);
      // Until the service has answered, nobody knows the review that is to be stopped.
      const isStopping = stop.signal.aborted && running?.state !== 'pending';
      const hint = isStopping ? t('It stops once the service has answered.') : cancelHint;
      report(
        text === undefined ? hint : `${text}. ${hint}`,
        running?.state === 'pending' ? running.review.progress : undefined,
      );
    };
    const subscription = reviews.onDidChange(record => {
      if (record.subject !== subject || isSettled(record)) return;
      running = record;
      show();
    });
    signal.addEventListener('abort', () => stop.abort(), { once: true });
    stop.signal.addEventListener('abort', show, { once: true });
    const timer = setInterval(show, 1_000);
    show();
    try {
      return await task(stop.signal);
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
