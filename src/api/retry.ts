import type { Clock } from '../core/base/clock.ts';
import { cancelledError, CodeReviewError } from '../core/base/errors.ts';
import { retriesAfter } from './transport/networkError.ts';

/** Options for retries. */
interface RetryOptions {
  readonly clock: Clock;
  /** Random number from 0 to 1. */
  readonly random: () => number;
  /** Whether the request may safely be sent twice. */
  readonly isIdempotent: boolean;
}

/** In milliseconds. A rate limit that resets sooner is waited for. */
const shortLimit = 5_000;
/** Longest wait before the first retry, in milliseconds; doubles with each further one. */
const firstWait = 1_000;
/** In milliseconds. No retry starts later than this after the first attempt. */
const patience = 45_000;
/** Statuses of transient failures. */
const passing = new Set([408, 425, 500, 502, 503, 504]);

/**
 * Retries after transient failures if that is safe (docs/api.md): an idempotent request up to twice, any other only if
 * nothing of it was sent; and once after a rate limit that resets within seconds. Waits use full jitter, so that
 * windows do not retry at the same time.
 * @throws CodeReviewError of the last attempt; of kind `cancelled` as soon as `signal` is aborted
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  options: RetryOptions,
  signal: AbortSignal,
): Promise<T> {
  const { clock } = options;
  const latest = clock.now() + patience;
  for (let repeats = 0; ; repeats++) {
    if (signal.aborted) throw cancelledError(signal);
    try {
      return await attempt();
    } catch (error) {
      const wait = waitAfter(error, repeats, options);
      if (wait === undefined || clock.now() + wait > latest) throw error;
      await clock.wait(wait, signal);
    }
  }
}

/** Milliseconds until the next attempt; undefined for no retry. */
function waitAfter(error: unknown, repeats: number, { clock, random, isIdempotent }: RetryOptions): number | undefined {
  if (!CodeReviewError.is(error)) return undefined;
  const { status, until } = error.details;
  if (error.kind === 'rateLimit') {
    const left = (until ?? Infinity) - clock.now();
    return repeats === 0 && left <= shortLimit ? Math.max(0, left) + random() * firstWait : undefined;
  }
  return repeats < mostRepeats(error, status, isIdempotent) ? random() * firstWait * 2 ** repeats : undefined;
}

function mostRepeats({ kind, cause }: CodeReviewError, status: number | undefined, isIdempotent: boolean): number {
  if (status !== undefined) return isIdempotent && passing.has(status) ? 2 : 0;
  return kind === 'network' || kind === 'timeout' ? retriesAfter(cause, isIdempotent) : 0;
}
