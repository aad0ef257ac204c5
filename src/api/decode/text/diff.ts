import { splitLines } from '../../../core/base/splitLines.ts';
import { onlyBlock } from './fencedBlocks.ts';

/** The lines that one hunk of a unified diff replaces, and their replacement. */
export interface DiffEdit {
  readonly oldText: string;
  readonly text: string;
}

/** Whether text is a diff: its fence says so, or it starts with the lines of a diff. */
export function isDiff(text: string): boolean {
  const block = onlyBlock(text);
  return block === undefined ? /^(?:diff --git |--- |@@ -)/.test(text) : /^(?:diff|patch)$/i.test(block.info);
}

/** Parses a diff, perhaps in a fence. @returns undefined unless it has exactly one hunk */
export function diffEdit(diff: string): DiffEdit | undefined {
  const lines = splitLines(onlyBlock(diff)?.text ?? diff);
  const isHead = (line: string): boolean => /^(?:diff --git |index |--- |\+\+\+ |@@)/.test(line);
  const from = lines.findIndex(line => !isHead(line));
  const hunk = from < 0 ? [] : lines.slice(from);
  if (hunk.at(-1) === '') hunk.pop();
  const isHunk = hunk.every(line => /^[-+ ]|^$/.test(line)) && hunk.some(line => /^[-+]/.test(line));
  const without = (mark: string): string =>
    hunk
      .filter(line => !line.startsWith(mark))
      .map(line => line.slice(1))
      .join('\n');
  return isHunk ? { oldText: without('+'), text: without('-') } : undefined;
}
