// Reviews last from seconds to a quarter of an hour. Looks that grow with the square root of the elapsed time keep the
// delay of notice in proportion to the duration (platform.md 4); the two early looks serve services that answer at once.
const earlyLooks = [1_500, 5_000];
const growth = 2.5;
const shortestGap = 8_000;
const longestGap = 90_000;

/** How long a review is watched before the user is asked whether to go on, in milliseconds. */
export const watchDeadline = 30 * 60_000;

/**
 * Milliseconds to wait before the next look at a running review.
 * @param elapsed milliseconds since it was triggered
 * @param random from 0 to 1; spreads windows that were opened together
 */
export function nextLook(elapsed: number, random: number): number {
  const early = earlyLooks.find(moment => moment > elapsed);
  if (early !== undefined) return early - elapsed;
  const gap = Math.min(longestGap, Math.max(shortestGap, growth * Math.sqrt(elapsed / 1_000) * 1_000));
  return gap * (0.95 + 0.1 * random);
}
