import type { EngineObserver, StartEngine } from '../../../../src/service/jobs/engineProcess.ts';
import type { CompletedResult, EngineJob, EngineResult } from '../../../../src/service/engine/messages.ts';

/** A review that an engine was given and that ends when it is told to. */
interface HeldReview {
  readonly job: EngineJob;
  readonly observer: EngineObserver;
  readonly end: (result: EngineResult) => void;
}

/** Engines that hold every review until it is ended or stopped. */
export class HeldEngines {
  readonly reviews: HeldReview[] = [];
  readonly #waiting: (() => void)[] = [];

  readonly start: StartEngine = () => ({
    review: (job, observer) =>
      new Promise(resolve => {
        if (observer === undefined) throw new Error('nobody follows the review');
        const stop = (): void => resolve({ status: 'failed', reason: 'stopped', reports: [] });
        observer.signal.addEventListener('abort', stop);
        if (observer.signal.aborted) stop();
        this.reviews.push({ job, observer, end: resolve });
        for (const wake of this.#waiting.splice(0)) wake();
      }),
    dispose: () => undefined,
  });

  /** Resolves to the review that was begun as the `count`th, from 1. */
  async begun(count: number): Promise<HeldReview> {
    for (;;) {
      const review = this.reviews[count - 1];
      if (review !== undefined) return review;
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }
}

/** A completed review without comments. */
export const nothingFound: CompletedResult = {
  status: 'completed',
  comments: [],
  reports: [{ reviewer: 'x', status: 'ok', files: 1, milliseconds: 1 }],
  reviewed: ['a.ts'],
  addedLines: 1,
  unreviewed: [],
  mergeBase: '',
  memory: { files: [], findings: [] },
  milliseconds: 1,
};
