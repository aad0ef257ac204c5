import type { Block } from './lineBlock.ts';
import { BlockSearch } from './blockSearch.ts';
import { lazy } from '../base/lazy.ts';
import { mapLines, withoutSpacing, type LineMap } from '../diff/lineMap.ts';
import type { LineRange } from '../review/review.ts';

/** A text that comments count lines of, and where its lines are in another. */
export class ReviewedSide {
  /** As editors count. */
  readonly lines: readonly string[];
  readonly map: LineMap;
  /** Its lines without any white space. */
  readonly spaceless: () => readonly string[];
  readonly search: () => BlockSearch;
  /** The editor's line that each of git's lines starts at; undefined where both count alike. */
  readonly #starts: readonly number[] | undefined;

  /**
   * @param gitLines lines as git counts them: a lone CR ends a line for editors only
   * @param live as editors count
   */
  constructor(gitLines: readonly string[], live: readonly string[]) {
    const split = gitLines.map(line => line.split('\r'));
    this.lines = split.flat();
    if (this.lines.length > gitLines.length) {
      let next = 0;
      this.#starts = split.map(({ length }) => (next += length) - length);
    }
    this.map = mapLines(this.lines, live);
    this.spaceless = lazy(() => this.lines.map(withoutSpacing));
    this.search = lazy(() => new BlockSearch(this.spaceless()));
  }

  /** The lines that a comment names; undefined where the text has none of them. */
  blockOf({ startLine, endLine }: LineRange): Block | undefined {
    const start = this.#startOf(startLine);
    if (startLine < 1 || start >= this.lines.length) return undefined;
    return { start, end: Math.min(this.lines.length, this.#startOf(Math.max(startLine, endLine) + 1)) };
  }

  #startOf(line: number): number {
    return this.#starts === undefined ? line - 1 : (this.#starts[line - 1] ?? this.lines.length);
  }
}
