import type { WatchBudget } from '../../api/rateLimit/watchBudget.ts';

/** How long a review is watched before the user is asked whether to go on, in milliseconds. */
export const watchDeadline = 30 * 60_000;

/** Inputs that decide when to poll next. All times are in milliseconds. */
export interface PollInputs {
  /** Time since the review was triggered. */
  readonly elapsed: number;
  /** Value of `elapsed` at the latest poll by any window; `undefined` before the first poll. */
  readonly lastPollAt: number | undefined;
  /** How long past reviews of this service took, newest first. The latest 20 are used. */
  readonly durations: readonly number[];
  readonly budget: WatchBudget;
  /** Number of reviews that are running now, in all windows. */
  readonly pending: number;
  /** Number of reviews that were triggered in the last hour, in all windows. */
  readonly submitted: number;
  /** False once this window has not been used for 10 minutes. */
  readonly active: boolean;
}

const earlyLooks = [1_500, 5_000];
const shortestWait = 1_000;
const latestFirstLook = 120_000;
const longestGap = 240_000;

/**
 * Returns the time until the next poll of a running review, in whole milliseconds; 0 when it is due. It counts from the
 * latest poll, so it can be called again at any time, for example when the window gets the focus. See
 * docs/decisions/polling.md.
 * @param random from 0 to 1; constant between two polls, different in each window
 */
export function nextPollDelay(watched: PollInputs, random: number): number {
  const { lastPollAt, budget, active } = watched;
  const elapsed = Math.max(0, watched.elapsed);
  // A clock that was set back must not stop the watch.
  const since = Math.max(0, Math.min(lastPollAt ?? 0, elapsed));
  const slowness = active ? 1 : 2;
  const due = since + (dueAt(watched, since) - since) * slowness * (0.95 + 0.1 * random);
  const wait = Math.max(0, due - elapsed);
  return Math.ceil(budget.remaining >= 1 ? wait : Math.max(wait, budget.renewsIn));
}

function dueAt(watched: PollInputs, since: number): number {
  const { lastPollAt } = watched;
  // A review that was watched to its end took no longer than a watch lasts.
  const durations = watched.durations.filter(duration => duration <= watchDeadline).slice(0, 20);
  if (durations.length === 0) {
    // Nothing is known: two cheap looks serve services that answer at once.
    const early = earlyLooks.find(moment => lastPollAt === undefined || moment > since + shortestWait);
    if (early !== undefined) return early;
  }
  const first = Math.min(latestFirstLook, Math.max(shortestWait, tenthPercentile(durations)));
  return lastPollAt === undefined ? first : Math.max(first, since + gapAfter(since, watched));
}

/**
 * Returns the time between two polls, in milliseconds. The chance that a review ends now falls about like 1/t, so the
 * best gap grows like sqrt(t). It is never longer than the review has taken so far, and it is stretched when the budget
 * would not last for the hour or for the running reviews. `test/bench/requests/polling.ts` measures the constants.
 */
function gapAfter(since: number, { budget, pending, submitted }: PollInputs): number {
  // In seconds per root of a second.
  const growth = budget.limit <= 100 ? 2 : 1.5;
  const reviews = Math.max(submitted, pending);
  const perHour = (13 * reviews) / Math.max(1, 0.82 * budget.limit - reviews);
  const atOnce = (14 * pending) / Math.max(1, budget.remaining);
  const stretch = Math.min(8 / growth, Math.max(1, perHour, atOnce));
  const gap = Math.min(growth * Math.sqrt(since * 1_000), Math.max(shortestWait, since));
  return Math.min(longestGap, stretch * gap);
}

/**
 * Returns the time within which one review in ten ends, in milliseconds: the 10th percentile of a log-normal
 * distribution fitted to past reviews. The prior has a median of 3 min and a sigma of 0.9. It weighs three reviews for
 * the spread but only a quarter of one for the median, so that a fast service is recognized after a few reviews.
 */
function tenthPercentile(durations: readonly number[]): number {
  const logs = durations.map(duration => Math.log(Math.max(1, duration)));
  const sum = logs.reduce((total, log) => total + log, 0);
  const squares = logs.reduce((total, log) => total + (log - sum / logs.length) ** 2, 0);
  const center = (0.25 * Math.log(180_000) + sum) / (0.25 + logs.length);
  const sigma = Math.sqrt((3 * 0.9 ** 2 + squares) / (3 + logs.length));
  return Math.exp(center - 1.2816 * sigma);
}
