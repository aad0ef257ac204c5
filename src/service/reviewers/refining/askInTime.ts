import { CodeReviewError } from '../../../core/base/errors.ts';

/** For all that a reviewer asks git about other files, in milliseconds. */
const timeoutMs = 20_000;

/**
 * Asks git about other files. What `ask` has found out by the time that git fails, or that time is up, is all there is.
 * @throws what `ask` does, but for errors of git; the reason of `signal` once it is aborted
 */
export async function askInTime(signal: AbortSignal, ask: (bounded: AbortSignal) => Promise<void>): Promise<void> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    await ask(bounded);
  } catch (error) {
    signal.throwIfAborted();
    if (!bounded.aborted && !CodeReviewError.is(error, 'git')) throw error;
  }
}
