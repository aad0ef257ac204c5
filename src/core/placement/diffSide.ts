import type { LineBlock } from './lineBlock.ts';
import { BlockSearch } from './blockSearch.ts';
import { lazy } from '../base/lazy.ts';
import { mapLines, stripWhitespace, type LineMap } from '../diff/lineMap.ts';
import type { LineRange } from '../review/review.ts';
import { WordFlow } from './wordFlow.ts';
import { mapByWords } from './wordMap.ts';

/** One side of the reviewed diff, with a map from its lines to the current text. */
export class DiffSide {
  /** Lines as editors count them. */
  readonly lines: readonly string[];
  readonly map: LineMap;
  /** The map with the lines that are there in the same words alone. */
  readonly byWords: () => LineMap;
  /** Finds the lines that were wrapped or joined. */
  readonly flow: () => WordFlow;
  /** 1 for each line of the current text that is one of these lines, in its place. */
  readonly isTaken: () => Uint8Array;
  /** The same, with those of the same words. */
  readonly isTakenByWords: () => Uint8Array;
  /** The lines without any white space. */
  readonly spaceless: () => readonly string[];
  readonly search: () => BlockSearch;
  /** The editor line at which each git line starts; undefined if both count alike. */
  readonly #starts: readonly number[] | undefined;

  /**
   * @param gitLines lines as git counts them: a lone CR ends a line only in editors
   * @param live lines of the current text as editors count them; the same list where the text is the same
   */
  constructor(gitLines: readonly string[], live: readonly string[]) {
    this.lines = gitLines;
    if (gitLines !== live && gitLines.some(line => line.includes('\r'))) {
      const split = gitLines.map(line => line.split('\r'));
      let next = 0;
      this.lines = split.flat();
      this.#starts = split.map(({ length }) => (next += length) - length);
    }
    this.map = mapLines(this.lines, live);
    this.byWords = lazy(() => mapByWords(this.lines, live, this.map));
    this.flow = lazy(() => new WordFlow(this.lines, live, this.map));
    this.isTaken = lazy(() => takenIn(this.map));
    this.isTakenByWords = lazy(() => takenIn(this.byWords()));
    this.spaceless = lazy(() => this.lines.map(stripWhitespace));
    this.search = lazy(() => new BlockSearch(this.spaceless()));
  }

  /** Converts a comment's range to a block; undefined if the range is outside the text. */
  blockOf({ startLine, endLine }: LineRange): LineBlock | undefined {
    const start = this.#startOf(startLine);
    if (startLine < 1 || start >= this.lines.length) return undefined;
    return { start, end: Math.min(this.lines.length, this.#startOf(Math.max(startLine, endLine) + 1)) };
  }

  #startOf(line: number): number {
    return this.#starts === undefined ? line - 1 : (this.#starts[line - 1] ?? this.lines.length);
  }
}

function takenIn({ lines, length }: LineMap): Uint8Array {
  const taken = new Uint8Array(length);
  for (const line of lines) if (line !== -1) taken[line] = 1;
  return taken;
}
