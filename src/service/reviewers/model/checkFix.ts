import type { TextEdit } from '../../engine/reviewer.ts';
import type { PlacedCandidate } from './placeCandidate.ts';
import { redactedMark } from './redact.ts';
import { breaksSyntax, isParsed } from './syntaxErrors.ts';

/** Why a fix is not offered; its finding is kept. */
export type FixProblem =
  /** What it says to replace is not what stands there. */
  | 'replaces other lines'
  | 'replaces old lines'
  | 'changes nothing'
  | 'is too long'
  /** It would write the mark of a redacted secret into the code. */
  | 'holds a redacted secret'
  /** Nothing here can parse the language. */
  | 'cannot be checked'
  | 'breaks the file';

/** A fix, and the last line that it replaces. */
export interface CheckedFix {
  readonly edit: TextEdit;
  readonly endLine: number;
}

const mostLines = 40;
const longestCode = 4_000;

/** Checks the fix of a candidate. @returns undefined where it has none */
export async function checkFix(placed: PlacedCandidate): Promise<CheckedFix | FixProblem | undefined> {
  const { candidate, shown, startLine } = placed;
  const { file, lines } = shown;
  if (candidate.oldCode.trim() === '') return undefined;
  const oldLines = linesOf(candidate.oldCode);
  const newLines = candidate.newCode.trim() === '' ? [] : linesOf(candidate.newCode);
  if (oldLines.length > mostLines || newLines.length > mostLines || candidate.newCode.length > longestCode) {
    return 'is too long';
  }
  const endLine = startLine + oldLines.length - 1;
  const replaced = lines.slice(startLine - 1, endLine);
  if (oldLines.some((line, index) => line.trim() !== replaced[index]?.trim())) return 'replaces other lines';
  for (let line = startLine; line <= endLine; line++) if (!file.added.has(line)) return 'replaces old lines';
  const indented = reindented(newLines, oldLines[0] ?? '', replaced[0] ?? '');
  if (isSame(indented, replaced, file.path)) return 'changes nothing';
  if ([...replaced, ...indented].some(line => line.includes(redactedMark))) return 'holds a redacted secret';
  if (!isParsed(file.path)) return 'cannot be checked';
  const edit = editOf(file.text, startLine, endLine, indented);
  const patched = file.text.slice(0, edit.start) + edit.text + file.text.slice(edit.end);
  return (await breaksSyntax(file.path, file.text, patched)) ? 'breaks the file' : { edit, endLine };
}

/** Without empty lines around it, and without the fence that models like to put around code. */
function linesOf(code: string): string[] {
  const lines = code
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd()
    .split(/\r?\n/);
  const fence = /^\s*(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1];
  return fence !== undefined && lines.length > 1 && lines.at(-1)?.trim() === fence ? lines.slice(1, -1) : lines;
}

/** Models often leave the common indentation away: what the old lines lack, the new ones get too. */
function reindented(newLines: readonly string[], said: string, real: string): string[] {
  const saidIndent = /^[ \t]*/.exec(said)?.[0] ?? '';
  const realIndent = /^[ \t]*/.exec(real)?.[0] ?? '';
  if (saidIndent === realIndent || saidIndent !== '') return [...newLines];
  const first = newLines[0] ?? '';
  if (/^[ \t]/.test(first)) return [...newLines];
  return newLines.map(line => (line === '' ? line : realIndent + line));
}

/** Spacing at the end of a line never counts, and that at its beginning only where it has a meaning. */
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
