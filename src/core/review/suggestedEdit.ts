import type { Finding } from './finding.ts';
import { fitsMask, holdsMask } from '../base/maskSecret.ts';

/** Whole lines to replace: from `startLine` to `endLine`, from 0, the end excluded. */
export interface LineEdit {
  readonly startLine: number;
  readonly endLine: number;
  /** The new lines; none deletes. */
  readonly lines: readonly string[];
}

/** A suggestion as an edit of the text as it is now, or the sentence why it does not fit. */
export type SuggestedEdit = { readonly edit: LineEdit } | { readonly problem: string };

/**
 * Turns a finding's suggestion into an edit of whole lines of the text as it is now. The code that the review saw is
 * compared with the code that stands there, so that nothing is replaced that the reviewer did not see.
 * @param live lines of the document as it is now
 * @param reviewed lines of the file as it was reviewed; undefined where that is not known
 */
export function suggestedEdit(
  { comment, range, state }: Finding,
  live: readonly string[],
  reviewed: readonly string[] | undefined,
): SuggestedEdit {
  const { suggestion } = comment;
  if (suggestion === undefined) return { problem: 'This finding comes without a suggestion.' };
  if (comment.side === 'left') return { problem: 'This suggestion is about lines that the pull request removed.' };
  if (range === undefined || comment.range === undefined)
    return { problem: 'The lines that this suggestion replaces are not known.' };
  if (state === 'outdated') return { problem: 'The lines that this suggestion replaces are gone.' };
  const target = suggestion.range ?? comment.range;
  const startLine = range.startLine + (target.startLine - comment.range.startLine);
  const endLine = startLine + (target.endLine - target.startLine) + 1;
  if (startLine < 0 || endLine > live.length)
    return { problem: 'The file is shorter now than the lines that this suggestion replaces.' };
  const quoted = suggestion.oldText?.split(/\r\n|\n|\r/);
  const seen = reviewed?.slice(target.startLine - 1, target.endLine);
  const isMasked = quoted?.some(holdsMask) === true;
  const expected = (isMasked ? (seen ?? quoted) : (quoted ?? seen)) ?? comment.quotedCode?.split(/\r\n|\n|\r/);
  if (expected === undefined)
    return { problem: 'The code that was reviewed is not known, so the suggestion cannot be checked against it.' };
  const present = live.slice(startLine, endLine);
  if (
    present.length !== expected.length ||
    present.some((line, index) => !isAsExpected(line.trimEnd(), expected[index]?.trimEnd() ?? ''))
  ) {
    return { problem: 'The code has changed since the review, so this suggestion no longer fits.' };
  }
  const lines = suggestion.text === '' ? [] : suggestion.text.split(/\r\n|\n|\r/);
  if (lines.length === present.length && lines.every((line, index) => line === present[index])) {
    return { problem: 'This suggestion is already in the code.' };
  }
  return { edit: { startLine, endLine, lines } };
}

function isAsExpected(line: string, expected: string): boolean {
  return line === expected || (holdsMask(expected) && fitsMask(line, expected));
}

/** The edits of one file that do not touch each other, in the file's order, and those that do and are left out. */
export function withoutOverlaps<T extends { readonly edit: LineEdit }>(
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
