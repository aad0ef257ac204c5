/**
 * Moves each run of changed lines to the place where a person would say that it is, among those that tell the same
 * difference: lines were added after a block that ends like them, or before one that begins like them, and a diff
 * finds either. It is the choice that git makes too, so that both agree.
 * @param lines the text
 * @param changed 1 for the lines that have changed; rewritten in place
 * @param other the same for the other text, whose unchanged lines pair off with these in order
 */
export function slideChanges(lines: readonly string[], changed: Uint8Array, other: Uint8Array, texts = lines): void {
  const gaps = changesBetween(other);
  let unchanged = 0;
  for (let at = 0; at < lines.length; at++) {
    if (changed[at] !== 1) {
      unchanged++;
      continue;
    }
    const run = new Run(lines, changed, at, unchanged, texts);
    run.slide(gaps);
    at = run.end - 1;
    unchanged = run.unchanged;
  }
}

/** By the number of unchanged lines above: 1 where there are changed lines below them. */
function changesBetween(changed: Uint8Array): Uint8Array {
  const found = new Uint8Array(changed.length + 1);
  let unchanged = 0;
  for (const each of changed) {
    if (each === 1) found[unchanged] = 1;
    else unchanged++;
  }
  return found;
}

/** A run of changed lines, with unchanged ones or the end of the text around it. */
class Run {
  start: number;
  end: number;
  /** Number of unchanged lines above. */
  unchanged: number;
  readonly #lines: readonly string[];
  readonly #texts: readonly string[];
  readonly #changed: Uint8Array;

  constructor(
    lines: readonly string[],
    changed: Uint8Array,
    start: number,
    unchanged: number,
    texts: readonly string[],
  ) {
    this.#lines = lines;
    this.#texts = texts;
    this.#changed = changed;
    this.start = start;
    this.end = start;
    this.unchanged = unchanged;
    this.#takeIn();
  }

  slide(gaps: Uint8Array): void {
    let highest: number;
    // Below the lines that the other text changed at the same point.
    let beside: number | undefined;
    let size: number;
    do {
      size = this.end - this.start;
      while (this.#up());
      highest = this.end;
      beside = gaps[this.unchanged] === 1 ? this.end : undefined;
      while (this.#down()) if (gaps[this.unchanged] === 1) beside = this.end;
      // It may have met other runs and slide further together with them.
    } while (size !== this.end - this.start);
    const best = beside ?? this.#clearest(Math.max(highest, this.end - size));
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

  #takeIn(): void {
    while (this.#changed[this.start - 1] === 1) this.start--;
    while (this.#changed[this.end] === 1) this.end++;
  }

  /** The end, from `highest` on, where the run begins and ends between blocks rather than within one. */
  #clearest(highest: number): number {
    const size = this.end - this.start;
    let best = this.end;
    let least = Infinity;
    for (let end = this.end; end >= highest; end--) {
      const depth = MODE === 0 ? 0 : this.#depth(end - size) + this.#depth(end);
      if (depth < least) {
        least = depth;
        best = end;
      }
    }
    return best;
  }

  /** How deep within a block it is to cut the text above a line; a blank line above makes for a better cut. */
  #depth(cut: number): number {
    let next = cut;
    while (next < this.#texts.length && isBlank(this.#texts[next])) next++;
    const afterBlank = isBlank(this.#texts[cut - 1]);
    return indentOf(this.#texts[next]) * 2 + (next > cut ? 1 : 0) + (afterBlank ? 0 : 2);
  }
}
const MODE = Number(process.env['MODE'] ?? 1);

function isBlank(line: string | undefined): boolean {
  return line?.trim() === '';
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}
