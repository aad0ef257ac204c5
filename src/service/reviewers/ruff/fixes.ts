import type { TextEdit } from '../../engine/reviewer.ts';
import { closing } from './python/functions.ts';
import { codeOnly } from '../../engine/diff/codeOnly.ts';
import { isOfWorkingModule } from './python/importEffects.ts';
import { withOptionalType } from './python/mutatedDefault.ts';
import type { RuffReport } from './report.ts';

/** What asks whether a text or a number is `None`. */
export const isWithNone = /\bis[ \t]+(?:not[ \t]+)?None$/;

/** The fix of a report: Ruff's own, unless it needs more or would do harm. @param edits Ruff's own */
export function fixOf(
  code: string | null,
  report: RuffReport,
  edits: readonly TextEdit[] | undefined,
): readonly TextEdit[] | undefined {
  if (code === 'S113') return withTimeout(report);
  // It leaves a condition that is always true or false, where another was meant.
  if (code === 'SIM222' || code === 'SIM223' || (code === 'F632' && isWithNone.test(report.code))) return undefined;
  if (code === 'F841' && edits?.some(edit => leavesExpression(report.text, edit)) === true) return undefined;
  // It removes all unused names of the statement.
  if (code === 'F401' && edits?.some(edit => removesWorkingModule(report.text, edit)) === true) return undefined;
  if (code === 'B006') return edits && withOptionalType(report.text, report.start, edits);
  return edits;
}

/** Whether an edit leaves a value that nothing takes: of `x = a[0]`, `a[0]`. */
function leavesExpression(text: string, { end, text: replacement }: TextEdit): boolean {
  const rest = codeOnly(text).slice(end).split('\n', 1)[0] ?? '';
  return replacement === '' && text[end - 1] !== '\n' && rest.trim() !== '';
}

/** Whether an edit removes a name of a module that does its work when it is loaded. */
function removesWorkingModule(text: string, { start, end, text: replacement }: TextEdit): boolean {
  const kept = new Set(replacement.match(/[\w.]+/g));
  return (text.slice(start, end).match(/[\w.]+/g) ?? []).some(name => isOfWorkingModule(name) && !kept.has(name));
}

/** A text with values in it that hold texts: where it ends cannot be told. */
const nestedText = /[fF](?:"[^"]*\{[^}"]*"|'[^']*\{[^}']*')/;

/** In seconds: language models take more than a few to answer. */
const timeout = 60;

/** Gives a call a timeout, where it ends on the line it begins on. */
function withTimeout({ text, end: open }: RuffReport): TextEdit[] | undefined {
  const code = codeOnly(text);
  const at = code[open] === '(' ? closing(code, open) : undefined;
  if (at === undefined || code.slice(open, at).includes('\n') || nestedText.test(text.slice(open, at + 1)))
    return undefined;
  const separator = /^\s*$/.test(code.slice(open + 1, at)) ? '' : /,\s*$/.test(code.slice(open + 1, at)) ? ' ' : ', ';
  return [{ start: at, end: at, text: `${separator}timeout=${timeout}` }];
}
