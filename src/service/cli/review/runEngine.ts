import { cancelledError, CodeReviewError } from '../../../core/base/errors.ts';
import type { CompletedResult } from '../../engine/messages.ts';
import type { ReviewProgress } from '../../engine/reviewProgress.ts';
import type { Engine } from '../../jobs/engineProcess.ts';

/**
 * Has an engine make one review, and ends it.
 * @param signal ends it at once
 * @throws CodeReviewError if the review failed, `cancelled` once the signal has aborted
 */
export async function runEngine(
  engine: Engine,
  job: Parameters<Engine['review']>[0],
  signal: AbortSignal,
  onProgress: (progress: ReviewProgress) => void,
): Promise<CompletedResult> {
  const throwIfAborted = (): void => {
    if (signal.aborted) throw cancelledError(signal);
  };
  // No listener is called for an abort that has been.
  throwIfAborted();
  const stop = (): void => engine.dispose();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const result = await engine.review(job, { onProgress, signal: new AbortController().signal });
    throwIfAborted();
    if (result.status === 'failed') throw new CodeReviewError('service', `The review failed: ${result.reason}`);
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    engine.dispose();
  }
}
