/** Numbers from 0 up to `below`, the same ones for the same seed (xorshift, Marsaglia 2003). */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed | 0 || 1;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
