import { lazy } from '../../../core/base/lazy.ts';
import { fileKind } from './fileKind.ts';
import { trimBlanks } from './lineChanges.ts';
import { lineStates, type LineState } from './lineStates.ts';

/** Shortest block, in lines; shorter ones may be equal by chance. */
const blockLength = 3;
/** Most removed lines to record; beyond that, moved lines count as new. */
const mostRemoved = 200_000;

/** All blocks of consecutive lines. */
function blocksIn(lines: readonly string[]): string[] {
  const blocks: string[] = [];
  for (let end = blockLength; end <= lines.length; end++) blocks.push(lines.slice(end - blockLength, end).join('\n'));
  return blocks;
}

/**
 * Finds blocks of lines that were moved, not added. Only moves between files of one kind count, of lines that analysers
 * read in the same way: prose that becomes code is new.
 */
export class MovedLines {
  readonly #removed = new Set<string>();
  #left = mostRemoved;

  /**
   * Records removed lines.
   * @param blocks of consecutive lines
   * @param before text of the file with them
   */
  remove(path: string, blocks: Iterable<readonly string[]>, before: string): void {
    const kind = fileKind(path);
    const stateOf = lazy(() => statesByText(path, before));
    for (const lines of blocks) {
      if (this.#left <= 0) return;
      this.#left -= lines.length;
      if (lines.length < blockLength) continue;
      for (const block of blocksIn(lines.map(trimBlanks).map(line => `${stateOf().get(line) ?? 'code'} ${line}`)))
        this.#removed.add(`${kind}\n${block}`);
    }
  }

  /**
   * The new lines that are in a block that was removed elsewhere and is distinctive enough.
   * @param textOf returns the file's text; called only if needed
   * @param added numbers of the new lines, from 1, ascending
   */
  among(path: string, textOf: () => string, added: readonly number[]): Set<number> {
    const moved = new Set<number>();
    if (this.#removed.size === 0 || added.length < blockLength) return moved;
    const kind = fileKind(path);
    const text = textOf();
    const [lines, states] = [text.split('\n'), lineStates(path, text)];
    for (const run of runsOf(added)) {
      const texts = run.map(number => trimBlanks(lines[number - 1] ?? ''));
      const withStates = run.map((number, index) => `${states[number - 1] ?? 'code'} ${texts[index] ?? ''}`);
      for (const [start, block] of blocksIn(withStates).entries()) {
        if (!this.#removed.has(`${kind}\n${block}`)) continue;
        for (let at = start; at < start + blockLength; at++) {
          const number = run[at];
          if (number !== undefined && saysEnough(texts[at] ?? '')) moved.add(number);
        }
      }
    }
    return moved;
  }
}

/** The state of each line by its text; if a text occurs as code and otherwise, the other one. */
function statesByText(path: string, text: string): ReadonlyMap<string, LineState> {
  const states = lineStates(path, text);
  const byText = new Map<string, LineState>();
  for (const [index, line] of text.split('\n').entries()) {
    const state = states[index] ?? 'code';
    if (state !== 'code') byText.set(trimBlanks(line), state);
  }
  return byText;
}

function saysEnough(line: string): boolean {
  return line.length >= 12 && /\w{3}/.test(line);
}

/** Splits ascending numbers into runs without gaps. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  let previous = -1;
  for (const number of numbers) {
    if (number === previous + 1) runs.at(-1)?.push(number);
    else runs.push([number]);
    previous = number;
  }
  return runs;
}
