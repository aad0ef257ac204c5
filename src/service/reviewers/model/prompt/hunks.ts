import { truncate } from '../../../../core/base/text.ts';
import { enclosingBlock, type LineRange } from './enclosingBlock.ts';
import type { PromptFile } from './promptFile.ts';

const linesBefore = 5;
const linesAfter = 3;
/** Longest function, in lines, that is shown whole. */
const wholeFunction = 40;
const longestLine = 400;
/** Most removed lines that are shown in one place. */
const mostRemoved = 20;

/** The changed parts of a file as numbered lines, with context and the enclosing function. */
export function hunksOf(shown: PromptFile): string[] {
  const { file, lines } = shown;
  const ranges: LineRange[] = [];
  for (const line of [...file.added].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last.end - linesAfter) continue;
    const block = enclosingBlock(lines, line);
    const small = block !== undefined && block.end - block.start < wholeFunction ? block : { start: line, end: line };
    const start = Math.max(1, Math.min(line - linesBefore, small.start));
    const end = Math.min(lines.length, Math.max(line + linesAfter, small.end));
    if (last !== undefined && start <= last.end + 1) {
      ranges[ranges.length - 1] = { start: Math.min(last.start, start), end: Math.max(last.end, end) };
    } else ranges.push({ start, end });
  }
  return ranges.map(range => textOf(shown, range));
}

/** Whether a new line is truncated. */
export function isCut({ file, lines }: PromptFile): boolean {
  return [...file.added].some(line => (lines[line - 1] ?? '').length > longestLine);
}

/** The lines around a line, as many as fit into a number of characters. */
export function excerptAround(shown: PromptFile, line: number, characters: number): string {
  const block = enclosingBlock(shown.lines, line);
  const wanted: LineRange = {
    start: Math.max(1, Math.min(line - linesBefore, block?.start ?? line)),
    end: Math.min(shown.lines.length, Math.max(line + linesAfter, block?.end ?? line)),
  };
  let { start, end } = { start: line, end: line };
  let length = numbered(shown, line).length;
  // Grows in both directions, so that the line itself is always included.
  for (let grew = true; grew;) {
    grew = false;
    for (const next of [start - 1, end + 1]) {
      if (next < wanted.start || next > wanted.end) continue;
      const added = numbered(shown, next).length + 1;
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
  const block = enclosingBlock(shown.lines, start);
  const head = block !== undefined && block.start < start ? [numbered(shown, block.start), '      …'] : [];
  const body = Array.from({ length: end - start + 1 }, (_, index) => start + index).flatMap(line => [
    ...removedBefore(shown, line),
    numbered(shown, line),
  ]);
  return [...head, ...body].join('\n');
}

function removedBefore({ removed }: PromptFile, line: number): string[] {
  const texts = removed.get(line) ?? [];
  const more = texts.length > mostRemoved ? ['      - …'] : [];
  return [...texts.slice(0, mostRemoved).map(text => `      - ${truncate(text, longestLine)}`), ...more];
}

/** `   12 + const x = 1;` for a new line, a space instead of the plus for another. */
function numbered({ file, lines }: PromptFile, line: number): string {
  return `${String(line).padStart(5)} ${file.added.has(line) ? '+' : ' '} ${truncate(lines[line - 1] ?? '', longestLine)}`;
}
