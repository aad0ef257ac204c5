/** Four times the input takes four times as long where time grows with its length, and sixteen times where it grows with the square. */
const step = 4;
const most = 8;
/** In milliseconds: what cannot be measured, and what need not grow further. */
const [tooShort, longEnough] = [2, 60];
/** How often a time that is too long is taken again: what is slow by itself stays so. */
const turns = 4;
/** In milliseconds: what took longer is not tried with more. */
const longest = 3_000;

/**
 * Milliseconds that work takes of this thread alone: how much of the heap the others collect in the meantime depends on
 * the tests before, and what a clock shows on all that the machine does.
 */
async function time(work: () => unknown): Promise<number> {
  const began = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

/** The least of two: what V8 compiles, the collector and the neighbours only ever add. */
async function leastTime(work: () => unknown): Promise<number> {
  const once = await time(work);
  return once > longEnough ? once : Math.min(once, await time(work));
}

/** Milliseconds of the quickest run of some, which end with the first within a bound that is far from the usual. */
export async function timeWithin(bound: number, work: () => unknown): Promise<number> {
  let least = await time(work);
  for (let turn = 0; turn < turns && least >= bound; turn++) least = Math.min(least, await time(work));
  return least;
}

/**
 * Multiplies the input until the work takes long, and compares each time with the one before; what never does is quick
 * anyway. What is too far from the one before is compared over two steps: a collection of the whole heap, or what no
 * longer fits into a processor's cache, comes once, and a square twice.
 * @returns what grows faster than its input; undefined if nothing does
 */
export async function fasterThanLinear(
  work: (size: number) => () => unknown,
  from = 1_000,
  to = 256_000,
): Promise<string | undefined> {
  let before = await leastTime(work(from));
  for (let size = step * from; size <= to; size *= step) {
    let took = await leastTime(work(size));
    for (let turn = 0; turn < turns && took > most * Math.max(before, tooShort); turn++) {
      before = Math.min(before, await time(work(size / step)));
      took = Math.min(took, await time(work(size)));
    }
    const isFar = took > most * Math.max(before, tooShort);
    const bound = most * most * Math.max(before, tooShort);
    const next = isFar && took < longest ? await timeWithin(bound, work(size * step)) : took * most;
    if (isFar && next > bound) return `${size} took ${took.toFixed(0)} ms, a quarter of it ${before.toFixed(1)} ms`;
    if (took > longEnough) return undefined;
    before = took;
  }
  return undefined;
}
