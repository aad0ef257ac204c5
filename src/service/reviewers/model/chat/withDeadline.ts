import type { CompletionRequest } from '../../../../core/protocol/modelCompletion.ts';
import { cancelledError, CodeReviewError } from '../../../../core/base/errors.ts';
import type { Completion, LanguageModel } from './languageModel.ts';

/** Sends a request to the model; rejects only with kind `cancelled`, if the review is stopped. */
export type Complete = (request: CompletionRequest) => Promise<Completion>;

/** All requests of one review, which share a limit of time. */
export interface Deadline {
  readonly ask: Complete;
  /** The share of the time that is over, from 0. */
  spent(): number;
}

/**
 * Limits the time for all requests to a model: pending and later ones fail.
 * @param milliseconds from now on
 * @param now clock in milliseconds, with any origin
 */
export function withDeadline(
  model: LanguageModel,
  milliseconds: number,
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): Deadline {
  const began = now();
  const tooLate = AbortSignal.timeout(milliseconds);
  const either = AbortSignal.any([signal, tooLate]);
  const isLate = (): boolean => tooLate.aborted;
  const late: Completion = { status: 'failed', reason: `it took longer than ${milliseconds / 1_000} s` };
  const ask: Complete = async request => {
    if (isLate()) return late;
    try {
      return await model.complete(request, either);
    } catch (error) {
      if (signal.aborted) throw cancelledError(signal);
      if (isLate()) return late;
      const reason = CodeReviewError.is(error) ? error.message.replace(/\.$/, '') : 'the question could not be put';
      return { status: 'failed', reason };
    }
  };
  return { ask, spent: () => (now() - began) / milliseconds };
}
