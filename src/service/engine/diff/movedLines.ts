import { trimBlanks } from './lineChanges.ts';

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
 * Finds blocks of lines that were moved, not added. Only moves between files of one kind count: prose that becomes code
 * is new.
 */
export class MovedLines {
  readonly #removed = new Set<string>();
  #left = mostRemoved;

  /** Records consecutive removed lines. @param kind of the file */
  remove(kind: string, lines: readonly string[]): void {
    if (this.#left <= 0) return;
    this.#left -= lines.length;
    for (const block of blocksIn(lines.map(trimBlanks))) this.#removed.add(`${kind}\n${block}`);
  }

  /**
   * The new lines that are in a block that was removed elsewhere and is distinctive enough.
   * @param linesOf returns the file's lines; called only if needed
   * @param added numbers of the new lines, from 1, ascending
   */
  among(kind: string, linesOf: () => readonly string[], added: readonly number[]): Set<number> {
    const moved = new Set<number>();
    if (this.#removed.size === 0 || added.length < blockLength) return moved;
    const lines = linesOf();
    for (const run of runsOf(added)) {
      const texts = run.map(number => trimBlanks(lines[number - 1] ?? ''));
      for (const [start, block] of blocksIn(texts).entries()) {
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
