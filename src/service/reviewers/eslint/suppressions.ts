import type { Linter } from 'eslint';
import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import type { SuppressionOrigin } from '../../engine/reviewer.ts';
import { positionOf } from '../../engine/diff/textPosition.ts';
import { rules } from './rules.ts';
import { findDirectives } from './isDisabled.ts';

interface Comment {
  readonly value: string;
  readonly range?: readonly [number, number] | undefined;
}

// Directives of ESLint, of linters with its rules, of the compiler and of editors.
const directive = /^[\s*]*(?:eslint|oxlint|biome|global|exported|@ts-|noinspection)/;

/**
 * Returns a function that tells which kind of comment suppresses a message, undefined if none does: one that was there at
 * the merge base, or one that the change adds or widens.
 * @param comments all comments of the file
 * @param lint runs ESLint on a text with its directives; a number if the text cannot be parsed
 */
export function findSuppression(
  file: DiffFile,
  comments: readonly Comment[],
  lint: (text: string) => readonly Linter.LintMessage[] | number,
): (message: Linter.LintMessage) => SuppressionOrigin | undefined {
  const directives = comments.filter(({ value }) => directive.test(value));
  if (directives.length === 0) return () => undefined;
  const isShown = shownIn(file.text, lint);
  const brought = directives.filter(isBrought(file));
  if (brought.length === 0) return message => (isShown(message) ? undefined : 'base');
  const wasShown = brought.length === directives.length ? () => true : shownIn(without(file.text, brought), lint);
  return message => (isShown(message) ? undefined : wasShown(message) ? 'change' : 'base');
}

function shownIn(
  text: string,
  lint: (text: string) => readonly Linter.LintMessage[] | number,
): (message: Linter.LintMessage) => boolean {
  const messages = lint(text);
  const said = new Set(typeof messages === 'number' ? [] : messages.map(keyOf));
  const isSwitchedOff = findDirectives(text.split(/\r\n|[\n\r\u2028\u2029]/));
  return message => {
    const facts = message.ruleId === null ? undefined : rules[message.ruleId];
    if (message.ruleId === null || facts === undefined) return true;
    return said.has(keyOf(message)) && !isSwitchedOff(message.line, message.ruleId, facts);
  };
}

function keyOf({ ruleId, line, column, message }: Linter.LintMessage): string {
  return [ruleId, line, column, message].join(' ');
}

/** Whether a directive is new, was changed, or reaches further because its end was removed. */
function isBrought(file: DiffFile): (comment: Comment) => boolean {
  const added = new Set(newLinesIn(file));
  const removed = file.removed ?? new Map<number, readonly string[]>();
  const isEndless = [...removed.values()].flat().some(line => /\beslint-enable\b/.test(line));
  return ({ range, value }) => {
    const [from, to] = range ?? [0, 0];
    const [first, last] = [positionOf(file, from).line, positionOf(file, to).line];
    for (let line = first; line <= last; line++)
      if (added.has(line) || (line > first && removed.has(line))) return true;
    return isEndless && /^\s*eslint-disable\s/.test(`${value} `);
  };
}

/** Blanks out comments; all other characters keep their offsets. @param comments in order of position */
function without(text: string, comments: readonly Comment[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { range } of comments) {
    const [from, to] = range ?? [at, at];
    const start = from + 2;
    const end = text.startsWith('/*', from) ? to - 2 : to;
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\r\n\u2028\u2029]/g, ' '));
    at = end;
  }
  return parts.join('') + text.slice(at);
}
