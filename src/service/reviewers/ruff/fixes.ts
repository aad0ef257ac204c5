import type { TextEdit } from '../../engine/reviewer.ts';
import { closing } from './python/functions.ts';
import { codeOnly } from './python/codeOnly.ts';
import { withOptionalType } from './python/mutatedDefault.ts';
import type { RuffReport } from './report.ts';

/** The fix of a report: Ruff's own, unless it needs more or would do harm. @param edits Ruff's own */
export function fixOf(
  code: string | null,
  report: RuffReport,
  edits: readonly TextEdit[] | undefined,
): readonly TextEdit[] | undefined {
  if (code === 'S113') return withTimeout(report);
  if (code === 'B006') return edits && withOptionalType(report.text, report.start, edits);
  return edits;
}

/** A text with values in it that hold texts: where it ends cannot be told. */
const nestedText = /[fF](?:"[^"]*\{[^}"]*"|'[^']*\{[^}']*')/;

/** Gives a call a timeout, where it ends on the line it begins on. */
function withTimeout({ text, end: open }: RuffReport): TextEdit[] | undefined {
  const code = codeOnly(text);
  const at = code[open] === '(' ? closing(code, open) : undefined;
  if (at === undefined || code.slice(open, at).includes('\n') || nestedText.test(text.slice(open, at + 1)))
    return undefined;
  const separator = /^\s*$/.test(code.slice(open + 1, at)) ? '' : /,\s*$/.test(code.slice(open + 1, at)) ? ' ' : ', ';
  return [{ start: at, end: at, text: `${separator}timeout=10` }];
}
