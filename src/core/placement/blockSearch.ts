import type { LineBlock } from './lineBlock.ts';

/** Most lines of a block to search for. */
const longestBlock = 200;
/** Fewest characters of a partial line to search for. */
const shortestPart = 8;

/** Finds blocks of lines in a text by their content. */
export class BlockSearch {
  readonly #lines: readonly string[];
  readonly #places = new Map<string, number[]>();

  /** @param lines without white space */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
    for (const [at, line] of lines.entries()) {
      const places = this.#places.get(line);
      if (places === undefined) this.#places.set(line, [at]);
      else places.push(at);
    }
  }

  /** The occurrence of a block nearest to a line, else the nearest line that contains it; undefined if none. */
  nearest(block: readonly string[], near: number): LineBlock | undefined {
    const start = nearestOf(this.#occurrences(block), near) ?? nearestOf(this.#linesWith(block), near);
    return start === undefined ? undefined : { start, end: start + block.length };
  }

  /** The start of the block's only occurrence; undefined if there is none, `many` if there are several. */
  only(block: readonly string[]): number | 'many' | undefined {
    let found: number | undefined;
    for (const at of this.#occurrences(block)) {
      if (found !== undefined) return 'many';
      found = at;
    }
    return found;
  }

  /** Yields the start of each occurrence, ascending. */
  *#occurrences(block: readonly string[]): Generator<number> {
    const wanted = block.slice(0, longestBlock);
    // Look for the block around its rarest line.
    let rarest = 0;
    let places: readonly number[] | undefined;
    for (const [index, line] of wanted.entries()) {
      const found = this.#places.get(line);
      if (found === undefined) return;
      if (places !== undefined && found.length >= places.length) continue;
      rarest = index;
      places = found;
    }
    for (const place of places ?? []) {
      const at = place - rarest;
      if (at >= 0 && wanted.every((line, index) => this.#lines[at + index] === line)) yield at;
    }
  }

  /** Yields the lines that contain a part, ascending; none if the part is too short to be specific. */
  *#linesWith([part = '', ...others]: readonly string[]): Generator<number> {
    if (others.length > 0 || part.length < shortestPart) return;
    for (const [at, line] of this.#lines.entries()) if (line.includes(part)) yield at;
  }
}

/** @param places ascending */
function nearestOf(places: Iterable<number>, near: number): number | undefined {
  let found: number | undefined;
  for (const at of places) {
    if (found !== undefined && Math.abs(at - near) >= Math.abs(found - near)) break;
    found = at;
  }
  return found;
}
