import { truncate } from '../../../../core/base/text.ts';
import { changedParts, type Detail } from './changedParts.ts';
import { enclosingBlock, enclosingBlocks, headLine, type LineRange } from './enclosingBlock.ts';
import type { PromptFile } from './promptFile.ts';

const linesBefore = 5;
const linesAfter = 3;
const longestLine = 400;
/** Most removed lines that are shown in one place. */
const mostRemoved = 200;

/** The parts of a file that are shown as numbered lines, each below the heads of the blocks around it. */
export function hunksOf(shown: PromptFile, detail: Detail): string[] {
  return changedParts(shown, detail).map(range => textOf(shown, range));
}

/** Whether a part of a new or of a removed line is left out. */
export function isCut({ file, lines, removed }: PromptFile): boolean {
  const isLong = (text = ''): boolean => text.length > longestLine;
  return (
    [...file.added].some(line => isLong(lines[line - 1])) ||
    [...removed.values()].some(texts => texts.length > mostRemoved || texts.some(isLong))
  );
}

/** The lines around a line, as many as fit into a number of characters. */
export function excerptAround(shown: PromptFile, line: number, characters: number): string {
  const block = enclosingBlock(shown.lines, line);
  const wanted: LineRange = {
    start: Math.max(1, Math.min(line - linesBefore, block?.start ?? line)),
    end: Math.min(shown.lines.length, Math.max(line + linesAfter, block?.end ?? line)),
  };
  let { start, end } = { start: line, end: line };
  const lengthOf = (at: number): number => withRemoved(shown, at).join('\n').length;
  let length = lengthOf(line);
  // Grows in both directions, so that the line itself is always included.
  for (let grew = true; grew;) {
    grew = false;
    for (const next of [start - 1, end + 1]) {
      if (next < wanted.start || next > wanted.end) continue;
      const added = lengthOf(next) + 1;
      if (length + added > characters) continue;
      length += added;
      start = Math.min(start, next);
      end = Math.max(end, next);
      grew = true;
    }
  }
  return textOf(shown, { start, end });
}

function textOf(shown: PromptFile, { start, end }: LineRange): string {
  const heads = enclosingBlocks(shown.lines, start)
    .map(block => headLine(shown.lines, block))
    .filter(line => line < start)
    .reverse()
    .flatMap(line => [codeLine(shown, line), '      …']);
  const body = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  // What stood below the last line has no line after it.
  const below = end === shown.lines.length ? removedBefore(shown, end + 1) : [];
  return [...heads, ...body.flatMap(line => withRemoved(shown, line)), ...below].join('\n');
}

function withRemoved(shown: PromptFile, line: number): string[] {
  return [...removedBefore(shown, line), codeLine(shown, line)];
}

function removedBefore({ removed }: PromptFile, line: number): string[] {
  const texts = removed.get(line) ?? [];
  const more = texts.length > mostRemoved ? ['      …'] : [];
  return [...texts.slice(0, mostRemoved).map(text => numbered(line, '-', text)), ...more];
}

function codeLine({ file, lines }: PromptFile, line: number): string {
  return numbered(line, file.added.has(line) ? '+' : ' ', lines[line - 1] ?? '');
}

/** `   12 + const x = 1;` for a new line, a space for an old one, a minus for one that stood before that line. */
export function numbered(line: number, mark: '+' | '-' | ' ', text: string): string {
  return `${String(line).padStart(5)} ${mark} ${truncate(text, longestLine)}`;
}
