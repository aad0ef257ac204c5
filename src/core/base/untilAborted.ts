import { cancelledError } from './errors.ts';

/**
 * Settles like `work`, but rejects as soon as `signal` is aborted, for work that may not stop by itself.
 * @param errorOf makes the error; by default of kind `cancelled`
 */
export function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  errorOf: (signal: AbortSignal) => Error = cancelledError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(errorOf(signal));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
