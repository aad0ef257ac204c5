import type { TextEdit } from '../../../engine/reviewer.ts';
import type { PlacedCandidate } from './placeCandidate.ts';
import { redactionMark } from '../code/redactSecrets.ts';
import { escapeLine } from '../code/promptFile.ts';
import { breaksSyntax, isParsed } from './syntaxErrors.ts';

/** Why a fix is not offered; its finding is kept. */
export type FixProblem =
  /** The lines to replace are not in the file. */
  | 'replaces other lines'
  | 'replaces old lines'
  | 'changes nothing'
  | 'is too long'
  /** It would write the placeholder of a redacted secret into the code. */
  | 'holds a redacted secret'
  /** It has invisible characters, or ones that the prompt shows differently. */
  | 'holds hidden characters'
  /** A comment such as `// …` stands for code that it would delete. */
  | 'leaves code out'
  /** There is no parser for the language. */
  | 'cannot be checked'
  | 'breaks the file';

/** A valid fix with the lines that it replaces. */
export interface CheckedFix {
  readonly edit: TextEdit;
  /** From 1. */
  readonly startLine: number;
  /** Included. */
  readonly endLine: number;
}

const mostLines = 40;
const longestCode = 4_000;
/** `// ... existing code ...` */
const omission = /(?:\/\/|#|\/\*|<!--)\s*(?:\.{3}|…)/;
/** `   12 + ` */
const lineNumber = /^ {0,5}\d{1,7} [+ ](?: |$)/;

/** Validates the fix of a candidate. @returns undefined if it has none */
export async function checkFix({
  candidate,
  shown,
  startLine,
  removedLine,
}: PlacedCandidate): Promise<CheckedFix | FixProblem | undefined> {
  const { oldCode, newCode } = candidate;
  const { file, lines } = shown;
  if (oldCode.trim() === '') return undefined;
  if (removedLine !== undefined) return 'replaces old lines';
  if (oldCode.length > longestCode || newCode.length > longestCode) return 'is too long';
  const [oldLines, newLines] = withoutNumbers(linesOf(oldCode), newCode.trim() === '' ? [] : linesOf(newCode));
  if (oldLines.length > mostLines || newLines.length > mostLines) return 'is too long';
  const first = firstLineOf(oldLines, lines, startLine);
  if (first === undefined) return 'replaces other lines';
  const last = first + oldLines.length - 1;
  for (let line = first; line <= last; line++) if (!file.added.has(line)) return 'replaces old lines';
  const replaced = lines.slice(first - 1, last);
  const indented = reindented(newLines, oldLines, replaced);
  if (isSame(indented, replaced, file.path)) return 'changes nothing';
  if ([...replaced, ...indented].some(line => line.includes(redactionMark))) return 'holds a redacted secret';
  if ([...file.lines.slice(first - 1, last), ...indented].some(line => escapeLine(line) !== line))
    return 'holds hidden characters';
  if (indented.some(line => omission.test(line)) && !replaced.some(line => omission.test(line)))
    return 'leaves code out';
  if (!isParsed(file.path)) return 'cannot be checked';
  const edit = editOf(file.text, first, last, indented);
  const patched = file.text.slice(0, edit.start) + edit.text + file.text.slice(edit.end);
  if (await breaksSyntax(file.path, file.text, patched)) return 'breaks the file';
  return { edit, startLine: first, endLine: last };
}

/** Removes the prompt's line numbers and marks from old and new lines, if all of them have one. */
function withoutNumbers(...given: readonly [string[], string[]]): readonly [string[], string[]] {
  if (!given.flat().every(line => lineNumber.test(line))) return given;
  const [oldLines, newLines] = given;
  const bare = (line: string): string => line.replace(lineNumber, '');
  return [oldLines.map(bare), newLines.map(bare)];
}

/** The first of the lines that the fix replaces, which include the finding's line. */
function firstLineOf(oldLines: readonly string[], lines: readonly string[], line: number): number | undefined {
  for (let first = line; first > line - oldLines.length && first >= 1; first--) {
    if (oldLines.every((old, index) => old.trim() === lines[first - 1 + index]?.trim())) return first;
  }
  return undefined;
}

/** Splits code into lines, without surrounding blank lines and the code fence that models add. */
function linesOf(code: string): string[] {
  const lines = code
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd()
    .split(/\r?\n/);
  const fence = /^\s*(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1];
  return fence !== undefined && lines.length > 1 && lines.at(-1)?.trim() === fence ? lines.slice(1, -1) : lines;
}

/** Restores indentation: models often omit the common one, or that of the first line, as the old lines show. */
function reindented(newLines: readonly string[], said: readonly string[], real: readonly string[]): string[] {
  const indentation = /^[ \t]*/.exec(real[0] ?? '')?.[0] ?? '';
  const [first = '', ...rest] = newLines;
  if (newLines.length === 0 || /^[ \t]/.test(said[0] ?? '') || /^[ \t]/.test(first)) return [...newLines];
  const isFirstAlone =
    said.length > 1
      ? said.every((line, index) => index === 0 || line.trimEnd() === real[index]?.trimEnd())
      : rest.every(line => line.trim() === '' || line.startsWith(indentation));
  const others = isFirstAlone ? rest : rest.map(line => (line.trim() === '' ? line : indentation + line));
  return [indentation + first, ...others];
}

/** Ignores trailing white space, and leading white space where it has no meaning. */
function isSame(a: readonly string[], b: readonly string[], path: string): boolean {
  const text = (line: string): string => (/\.pyi?$/.test(path) ? line.trimEnd() : line.trim());
  return a.length === b.length && a.every((line, index) => text(line) === text(b[index] ?? ''));
}

function editOf(text: string, startLine: number, endLine: number, lines: readonly string[]): TextEdit {
  let start = 0;
  for (let line = 1; line < startLine; line++) start = text.indexOf('\n', start) + 1;
  let end = start;
  for (let line = startLine; line <= endLine; line++) {
    const next = text.indexOf('\n', end);
    end = next < 0 ? text.length : next + 1;
  }
  const lineBreak = text.slice(start, end).includes('\r\n') ? '\r\n' : '\n';
  const ended = text.slice(start, end).endsWith('\n');
  return { start, end, text: lines.join(lineBreak) + (lines.length > 0 && ended ? lineBreak : '') };
}
