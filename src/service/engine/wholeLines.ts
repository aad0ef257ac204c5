import type { DiffFile } from './diffModel.ts';
import type { TextEdit } from './reviewer.ts';

/** Lines from 1, `endLine` included, and what stands in their place, without a final line break. */
export interface Replacement {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

const longestReplacement = 40;

/**
 * Edits as a replacement of whole lines; undefined where one of these lines is not new, since nothing is suggested for
 * code that the pull request does not touch.
 */
export function wholeLines(
  file: DiffFile,
  edits: readonly TextEdit[],
  startLine: number,
  endLine: number,
): Replacement | undefined {
  const { text } = file;
  const sorted = [...edits].sort((a, b) => a.start - b.start);
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => starts.findLastIndex(start => start <= offset) + 1;
  // An edit that ends at the very start of a line takes nothing of that line.
  const lastOf = ({ start, end }: TextEdit): number =>
    end > start && starts.includes(end) ? lineAt(end) - 1 : lineAt(end);
  const first = Math.min(startLine, ...sorted.map(({ start }) => lineAt(start)));
  const last = Math.max(endLine, ...sorted.map(lastOf));
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

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
