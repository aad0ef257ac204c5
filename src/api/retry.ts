import type { Clock } from '../core/base/clock.ts';
import { cancelled, CodeReviewError } from '../core/base/errors.ts';
import { repeatsAfter } from './transport/networkError.ts';

/** What waiting between attempts needs. */
export interface RetryOptions {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Whether sending the request twice does no more than sending it once. */
  readonly isIdempotent: boolean;
}

/** In milliseconds: a limit that ends sooner is waited for. */
const shortLimit = 5_000;
/** In milliseconds: the longest first wait after a failure; each further one may be twice as long. */
const firstWait = 1_000;
/** In milliseconds: no attempt begins later than this after the first one. */
const patience = 45_000;
/** Statuses that a second attempt may well not meet again. */
const passing = new Set([408, 425, 500, 502, 503, 504]);

/**
 * Makes an attempt again after a failure that may pass and that sending again cannot make worse (docs/api.md): an
 * idempotent request up to twice, any other only where nothing of it was sent; and once after a limit that ends within
 * seconds. Waits are random from 0 up ("full jitter"), so that windows do not come back together.
 * @throws CodeReviewError that the last attempt threw; of kind `cancelled` as soon as `signal` is aborted
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  options: RetryOptions,
  signal: AbortSignal,
): Promise<T> {
  const { clock } = options;
  const latest = clock.now() + patience;
  for (let repeats = 0; ; repeats++) {
    if (signal.aborted) throw cancelled(signal);
    try {
      return await attempt();
    } catch (error) {
      const wait = waitAfter(error, repeats, options);
      if (wait === undefined || clock.now() + wait > latest) throw error;
      await clock.wait(wait, signal);
    }
  }
}

/** Milliseconds until the next attempt; undefined where there is to be none. */
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
  return kind === 'network' || kind === 'timeout' ? repeatsAfter(cause, isIdempotent) : 0;
}
