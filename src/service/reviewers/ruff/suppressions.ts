import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import type { HidingComment } from '../../engine/reviewer.ts';
import type { RuffDiagnostic } from './diagnostic.ts';

/** What Ruff says of a text, heeding the comments in it. */
export type Check = (text: string) => readonly RuffDiagnostic[];

// Ruff only heeds codes of rules behind the colon; without any, all are meant.
const allRules = /#[ \t]*noqa:(?![ \t]*[A-Z]+\d)/i;
const directive = /\bnoqa\b|\b(?:ruff|flake8)(?=[ \t]*[:=])/gi;
const endsDirective = /\bruff[ \t]*:[ \t]*enable\b/i;

/** The text without the directives in the comments of some lines, every other character where it was. */
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
 * Tells for a diagnostic which comment keeps it from being shown, undefined where none does. The comments count as they
 * were at the merge base: what is hidden only by one that the change brings, or widens, is told apart.
 */
export function hidingComments(
  file: DiffFile,
  check: Check,
): (diagnostic: RuffDiagnostic) => HidingComment | undefined {
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

function shownIn(text: string, check: Check): (diagnostic: RuffDiagnostic) => boolean {
  const said = new Set(check(text).map(keyOf));
  const lines = text.split(/\r\n|\n|\r/);
  return diagnostic => said.has(keyOf(diagnostic)) && !allRules.test(lines[diagnostic.start_location.row - 1] ?? '');
}

function keyOf({ code, message, start_location: { row, column } }: RuffDiagnostic): string {
  return [code, row, column, message].join(' ');
}
