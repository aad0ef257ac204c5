/**
 * Slides each run of changed lines to the most readable position. If a block is added next to one that begins or ends
 * with the same lines, several runs describe the same change and a diff may find any of them. git slides runs in the
 * same way, so both agree.
 * @param lines the compared lines as numbers
 * @param changed 1 for each changed line; updated in place
 * @param other the same for the other text, whose unchanged lines correspond to these in order
 * @param texts the same lines with their indentation
 */
export function slideHunks(lines: Int32Array, changed: Uint8Array, other: Uint8Array, texts: readonly string[]): void {
  const gaps = changesBetween(other);
  let unchanged = 0;
  for (let at = 0; at < lines.length; at++) {
    if (changed[at] !== 1) {
      unchanged++;
      continue;
    }
    const run = new Run(lines, changed, texts, at, unchanged);
    run.slide(gaps);
    at = run.end - 1;
    unchanged = run.unchanged;
  }
}

/** Indexed by the number of unchanged lines above: 1 if changed lines follow there. */
function changesBetween(changed: Uint8Array): Uint8Array {
  const found = new Uint8Array(changed.length + 1);
  let unchanged = 0;
  for (const each of changed) {
    if (each === 1) found[unchanged] = 1;
    else unchanged++;
  }
  return found;
}

/** A maximal run of changed lines. */
class Run {
  start: number;
  /** Exclusive. */
  end: number;
  /** Number of unchanged lines above. */
  unchanged: number;
  readonly #lines: Int32Array;
  readonly #changed: Uint8Array;
  readonly #texts: readonly string[];

  constructor(lines: Int32Array, changed: Uint8Array, texts: readonly string[], start: number, unchanged: number) {
    this.#lines = lines;
    this.#changed = changed;
    this.#texts = texts;
    this.start = start;
    this.end = start;
    this.unchanged = unchanged;
    this.#takeIn();
  }

  /** @param gaps 1 where the other text has changes, indexed by the number of unchanged lines above */
  slide(gaps: Uint8Array): void {
    let size: number;
    let highest: number;
    /** The lowest end at which the other text has changes as well, so that both form one edit. */
    let beside: number | undefined;
    do {
      size = this.end - this.start;
      while (this.#up());
      highest = this.end;
      beside = undefined;
      do {
        if (gaps[this.unchanged] === 1) beside = this.end;
      } while (this.#down());
      // A run that was joined with others may slide further.
    } while (size !== this.end - this.start);
    // Beyond the run's own size the same lines repeat.
    const best = beside ?? this.#clearestEnd(Math.max(highest, this.end - size));
    while (this.end > best) this.#up();
  }

  #up(): boolean {
    if (this.start === 0 || this.#lines[this.start - 1] !== this.#lines[this.end - 1]) return false;
    this.#changed[--this.start] = 1;
    this.#changed[--this.end] = 0;
    this.unchanged--;
    this.#takeIn();
    return true;
  }

  #down(): boolean {
    if (this.end === this.#lines.length || this.#lines[this.start] !== this.#lines[this.end]) return false;
    this.#changed[this.start++] = 0;
    this.#changed[this.end++] = 1;
    this.unchanged++;
    this.#takeIn();
    return true;
  }

  /** Merges adjacent runs into this one. */
  #takeIn(): void {
    while (this.#changed[this.start - 1] === 1) this.start--;
    while (this.#changed[this.end] === 1) this.end++;
  }

  /** The end, from `highest` down, at which the run starts and ends between blocks rather than within one. */
  #clearestEnd(highest: number): number {
    const size = this.end - this.start;
    let best = this.end;
    let least = Infinity;
    for (let end = this.end; end >= highest; end--) {
      const depth = this.#depthOfCut(end - size) + this.#depthOfCut(end);
      if (depth >= least) continue;
      least = depth;
      best = end;
    }
    return best;
  }

  /** Cost of a cut above a line: its depth of nesting; less below a blank line, and a little less above one. */
  #depthOfCut(line: number): number {
    let next = line;
    while (next < this.#texts.length && isBlank(this.#texts[next])) next++;
    const depth = 4 * indentOf(this.#texts[next]);
    if (isBlank(this.#texts[line - 1])) return depth - 2;
    return next > line ? depth - 1 : depth;
  }
}

function isBlank(line: string | undefined): boolean {
  return line?.trim() === '';
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}
