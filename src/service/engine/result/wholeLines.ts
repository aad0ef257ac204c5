import type { DiffFile } from '../diff/diffModel.ts';
import type { TextEdit } from '../reviewer.ts';
import { lineStarts, positionOf } from '../diff/textPosition.ts';

/** A replacement of lines from 1, `endLine` included; its text has no final line break. */
export interface LineReplacement {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

const longestReplacement = 40;

/**
 * Converts edits to a replacement of whole lines; undefined if one of these lines is not new, since suggestions stay
 * within the pull request.
 */
export function wholeLines(
  file: DiffFile,
  edits: readonly TextEdit[],
  startLine: number,
  endLine: number,
): LineReplacement | undefined {
  const { text } = file;
  const sorted = [...edits].sort((a, b) => a.start - b.start);
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => positionOf({ text }, offset).line;
  // An edit that ends at the start of a line does not touch that line.
  const lastOf = ({ start, end }: TextEdit): number =>
    end > start && starts[lineAt(end) - 1] === end ? lineAt(end) - 1 : lineAt(end);
  const first = sorted.reduce((line, { start }) => Math.min(line, lineAt(start)), startLine);
  const last = sorted.reduce((line, edit) => Math.max(line, lastOf(edit)), endLine);
  if (last - first >= longestReplacement) return undefined;
  for (let line = first; line <= last; line++) if (!file.added.has(line)) return undefined;
  const from = starts[first - 1] ?? 0;
  const to = starts[last] ?? text.length;
  let changed = '';
  let at = from;
  for (const edit of sorted) {
    if (edit.start < at) return undefined;
    changed += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  changed += text.slice(at, Math.max(at, to));
  const before = text.slice(from, to);
  if (changed === before) return undefined;
  return { startLine: first, endLine: last, text: changed.replace(/\r?\n$/, '').replace(/\r\n/g, '\n') };
}
