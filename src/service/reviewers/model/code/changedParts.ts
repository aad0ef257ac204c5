import { isNotBlank, type PromptFile } from './promptFile.ts';
import { enclosingFunction, type LineRange } from './enclosingBlock.ts';
import { touchedFields } from './touchedFields.ts';

/** How much of a file is shown: all of it, the functions that changed with the imports and the fields that they touch, or the lines around changes. */
export type Detail = 'file' | 'functions' | 'lines';

const linesBefore = 5;
const linesAfter = 3;
/** A function that is shown whole where only the lines around changes are. */
const smallFunction = 40;
/** Parts that are as near to each other are shown as one. */
const shortestGap = 3;
const mostImports = 60;

/**
 * Numbers of the lines at which a file changed, ascending: new lines, and those before which lines were removed.
 */
export function changedLines({ file, lines, removed }: PromptFile): number[] {
  const places = [...removed].filter(([, texts]) => texts.some(isNotBlank)).map(([line]) => placeOf(lines, line));
  return [...new Set([...file.added, ...places])].sort((a, b) => a - b);
}

/** The line at which a removed line is told: the one that it stood before, or the nearest that is not blank. */
export function placeOf(lines: readonly string[], removedBefore: number): number {
  const after = lines.findIndex((text, index) => index >= removedBefore - 1 && isNotBlank(text));
  if (after >= 0) return after + 1;
  return Math.max(1, lines.findLastIndex(isNotBlank) + 1);
}

/** The parts of a file that are shown, ascending and apart from each other. */
export function changedParts(shown: PromptFile, detail: Detail): LineRange[] {
  const { lines } = shown;
  const last = lines.length;
  if (detail === 'file') return [{ start: 1, end: last }];
  const ranges = changedLines(shown).map((line): LineRange => {
    const block = enclosingFunction(lines, line);
    const isWhole = block !== undefined && (detail === 'functions' || block.end - block.start < smallFunction);
    const { start, end } = isWhole ? block : { start: line, end: line };
    return {
      start: Math.max(1, Math.min(line - linesBefore, start)),
      end: Math.min(last, Math.max(line + linesAfter, end)),
    };
  });
  return joined(detail === 'functions' ? [...importsIn(lines), ...fieldsOf(shown), ...ranges] : ranges);
}

/** The declarations of the fields that changed lines touch. */
function fieldsOf({ file, lines, removed }: PromptFile): LineRange[] {
  const added = [...file.added].map(line => ({ line, text: lines[line - 1] ?? '' }));
  const gone = [...removed].flatMap(([line, texts]) => texts.map(text => ({ line: placeOf(lines, line), text })));
  return touchedFields(lines, [...added, ...gone]).map(line => ({ start: line, end: line }));
}

function joined(ranges: readonly LineRange[]): LineRange[] {
  const parts: LineRange[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const before = parts.at(-1);
    if (before !== undefined && start <= before.end + shortestGap) {
      parts[parts.length - 1] = { start: before.start, end: Math.max(before.end, end) };
    } else parts.push({ start, end });
  }
  return parts;
}

const imports =
  /^(?:import\b|from\s+\S+\s+import\b|(?:const|let|var)\s[^=]{1,300}=\s*(?:await\s+)?(?:require|import)\(|#include\b|using\s|use\s|package\s|require(?:_relative)?\s)/;

/** The imports at the top level of a file, with the lines that they go on to. */
function importsIn(lines: readonly string[]): LineRange[] {
  const found: LineRange[] = [];
  for (let at = 1, count = 0; at <= lines.length && count < mostImports; at++) {
    if (!imports.test((lines[at - 1] ?? '').slice(0, 400))) continue;
    const start = at;
    if (/[({]\s*$/.test(lines[at - 1] ?? '')) {
      while (at < lines.length && at - start < mostImports && !/^[)}]/.test(lines[at] ?? '')) at++;
      at++;
    }
    found.push({ start, end: Math.min(at, lines.length) });
    count += at - start + 1;
  }
  return found;
}
