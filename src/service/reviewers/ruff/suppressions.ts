import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import type { SuppressionOrigin } from '../../engine/reviewer.ts';
import type { RuffDiagnostic } from './diagnostic.ts';
import { importStart } from './elsewhere/imports.ts';

/** Checks a text with Ruff, honoring the directives in its comments. */
export type Check = (text: string) => readonly RuffDiagnostic[];

// Ruff reads only codes of rules after the colon; without any, the directive means all rules.
const allRules = /#[ \t]*noqa:(?![ \t]*[A-Z]+\d)/i;
const directive = /\bnoqa\b|\b(?:ruff|flake8)(?=[ \t]*[:=])/gi;
const leavesImport =
  /\bpylint:[ \t]*disable=[\w\-, \t]*\b(?:unused-import|W0611)\b|\bpyright:[ \t]*ignore\[[\w, \t]*\breportUnusedImport\b|\bruff:[ \t]*ignore\[[^\]]*\b(?:unused-import|F401)\b/;
const leavesName =
  /\btype:[ \t]*ignore(?!\[(?![^\]]*\bname-defined\b))|\bpylint:[ \t]*disable=[\w\-, \t]*\b(?:undefined-variable|E0602)\b|\bpyright:[ \t]*ignore(?!\[(?![^\]]*\breportUndefinedVariable\b))/;
const endsDirective = /\bruff[ \t]*:[ \t]*enable\b/i;

/** Blanks out the directives in the comments of some lines; all other characters keep their offsets. */
export function withoutDirectives(text: string, isIncluded: (line: number) => boolean = () => true): string {
  if (text.search(directive) < 0) return text;
  return text
    .split('\n')
    .map((line, index) => {
      const start = line.indexOf('#');
      if (start < 0 || !isIncluded(index + 1)) return line;
      return line.slice(0, start) + line.slice(start).replace(directive, word => 'x'.repeat(word.length));
    })
    .join('\n');
}

/**
 * Returns a function that tells which kind of comment suppresses a diagnostic, undefined if none does: one that was there
 * at the merge base, or one that the change adds or widens.
 */
export function findSuppression(
  file: DiffFile,
  check: Check,
): (diagnostic: RuffDiagnostic) => SuppressionOrigin | undefined {
  const { text, removed = new Map<number, readonly string[]>() } = file;
  if (withoutDirectives(text) === text) return () => undefined;
  const isShown = shownIn(text, check);
  const added = new Set(newLinesIn(file));
  const isEndless = [...removed.values()].flat().some(line => endsDirective.test(line));
  const before = withoutDirectives(text, line => isEndless || added.has(line));
  if (before === text) return diagnostic => (isShown(diagnostic) ? undefined : 'base');
  const wasShown = shownIn(before, check);
  return diagnostic => (isShown(diagnostic) ? undefined : wasShown(diagnostic) ? 'change' : 'base');
}

/**
 * Whether another checker is told to leave a name that is not defined, or an unused import: at its line, at the one where
 * the statement of the import begins, or on a line of its own above it in its block.
 */
export function otherLinterSuppression(
  file: DiffFile,
  { code, start_location: { row } }: RuffDiagnostic,
): SuppressionOrigin | undefined {
  if (code !== 'F401' && code !== 'F821') return undefined;
  const leaves = code === 'F401' ? leavesImport : leavesName;
  const lines = [row, ...(code === 'F401' ? [importStart(file.lines, row)] : []), ...commentsAbove(file.lines, row)];
  const line = lines.find(each => leaves.test(/#.*/.exec(file.lines[each - 1] ?? '')?.[0] ?? ''));
  if (line === undefined) return undefined;
  return file.added.has(line) || file.moved?.has(line) === true ? 'change' : 'base';
}

/** Lines above one that are looked at. */
const mostAbove = 200;

/** The comments on lines of their own in the block of a line and above it, by number. */
function commentsAbove(lines: readonly string[], row: number): number[] {
  const indentation = (text: string): number => text.search(/\S/);
  const own = indentation(lines[row - 1] ?? '');
  const found: number[] = [];
  // At the top level such a comment is about the whole file.
  for (let at = row - 1; own > 0 && at > Math.max(0, row - mostAbove); at--) {
    const text = lines[at - 1] ?? '';
    if (text.trim() !== '' && indentation(text) < own) break;
    if (indentation(text) === own && text.trim().startsWith('#')) found.push(at);
  }
  return found;
}

function shownIn(text: string, check: Check): (diagnostic: RuffDiagnostic) => boolean {
  const said = new Set(check(text).map(keyOf));
  const lines = text.split(/\r\n|\n|\r/);
  return diagnostic => said.has(keyOf(diagnostic)) && !allRules.test(lines[diagnostic.start_location.row - 1] ?? '');
}

function keyOf({ code, message, start_location: { row, column } }: RuffDiagnostic): string {
  return [code, row, column, message].join(' ');
}
