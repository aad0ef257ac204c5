import { t } from '../base/l10n.ts';
import type { Finding } from './finding.ts';
import { matchesMask, containsMask } from '../base/maskSecret.ts';

/** A replacement of whole lines, from `startLine` to `endLine`; from 0, the end exclusive. */
export interface LineEdit {
  readonly startLine: number;
  readonly endLine: number;
  /** The new lines; an empty array deletes. */
  readonly lines: readonly string[];
}

/** A suggestion as an edit of the current text, or a sentence that says why it cannot be applied. */
export type SuggestedEdit = { readonly edit: LineEdit } | { readonly problem: string };

/**
 * Converts a finding's suggestion to an edit of whole lines of the current text. The current code is compared with the
 * reviewed code, so that nothing is replaced that the reviewer did not see.
 * @param live lines of the current document
 * @param reviewed lines of the reviewed file; undefined if not known
 */
export function suggestedEdit(
  { comment, range, state }: Finding,
  live: readonly string[],
  reviewed: readonly string[] | undefined,
): SuggestedEdit {
  const { suggestion } = comment;
  if (suggestion === undefined) return { problem: t('This finding comes without a suggestion.') };
  if (comment.side === 'left') return { problem: t('This suggestion is about lines that the pull request removed.') };
  if (range === undefined || comment.range === undefined)
    return { problem: t('The lines that this suggestion replaces are not known.') };
  if (state === 'outdated') return { problem: t('The lines that this suggestion replaces are gone.') };
  const target = suggestion.range ?? comment.range;
  const startLine = range.startLine + (target.startLine - comment.range.startLine);
  const endLine = startLine + (target.endLine - target.startLine) + 1;
  if (startLine < 0 || endLine > live.length)
    return { problem: t('The file is shorter now than the lines that this suggestion replaces.') };
  const quoted = suggestion.oldText?.split(/\r\n|\n|\r/);
  const seen = reviewed?.slice(target.startLine - 1, target.endLine);
  const isMasked = quoted?.some(containsMask) === true;
  const expected = (isMasked ? (seen ?? quoted) : (quoted ?? seen)) ?? comment.quotedCode?.split(/\r\n|\n|\r/);
  if (expected === undefined)
    return { problem: t('The code that was reviewed is not known, so the suggestion cannot be checked against it.') };
  const present = live.slice(startLine, endLine);
  if (
    present.length !== expected.length ||
    present.some((line, index) => !isAsExpected(line.trimEnd(), expected[index]?.trimEnd() ?? ''))
  ) {
    return { problem: t('The code has changed since the review, so this suggestion no longer fits.') };
  }
  const lines = suggestion.text === '' ? [] : suggestion.text.split(/\r\n|\n|\r/);
  if (lines.length === present.length && lines.every((line, index) => line === present[index])) {
    return { problem: t('This suggestion is already in the code.') };
  }
  return { edit: { startLine, endLine, lines } };
}

function isAsExpected(line: string, expected: string): boolean {
  return line === expected || (containsMask(expected) && matchesMask(line, expected));
}

/** Returns a text after an edit, with the line breaks that it has; its last line ends as before. */
export function editedText(text: string, { startLine, endLine, lines }: LineEdit): string {
  const parts = text.split(/(?<=\n|\r(?!\n))/);
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const before = parts.slice(0, startLine).join('');
  const after = parts.slice(endLine).join('');
  const edited = before + lines.map(line => line + lineBreak).join('') + after;
  const isEndReplaced = after === '' && !/[\r\n]$/.test(text);
  return isEndReplaced ? edited.replace(/(?:\r\n|\n|\r)$/, '') : edited;
}

/** Splits the edits of one file into non-overlapping ones, in file order, and the rest, which is left out. */
export function splitOverlapping<T extends { readonly edit: LineEdit }>(
  edits: readonly T[],
): { readonly kept: T[]; readonly overlapping: T[] } {
  const sorted = [...edits].sort((a, b) => a.edit.startLine - b.edit.startLine || a.edit.endLine - b.edit.endLine);
  const kept: T[] = [];
  const overlapping: T[] = [];
  for (const each of sorted) {
    const last = kept.at(-1);
    (last !== undefined && each.edit.startLine < last.edit.endLine ? overlapping : kept).push(each);
  }
  return { kept, overlapping };
}
