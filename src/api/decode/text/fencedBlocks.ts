import { splitLines } from '../../../core/base/splitLines.ts';

/** A fenced code block of Markdown. */
export interface FencedBlock {
  /** The trimmed info string after the opening fence. */
  readonly info: string;
  readonly text: string;
  /** Line indexes of the opening and closing fence. */
  readonly opening: number;
  readonly closing: number;
}

/** The closed fenced blocks at the top level of a text. Takes linear time, since the text is untrusted. */
export function fencedBlocks(lines: readonly string[]): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: { readonly mark: string; readonly info: string; readonly index: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, mark, rest = ''] = /^ {0,3}(`{3,}|~{3,})([^]*)$/.exec(line) ?? [];
    if (mark === undefined) continue;
    const info = rest.trim();
    if (open === undefined) {
      // A code span may begin with three backticks as well.
      if (!(mark.startsWith('`') && info.includes('`'))) open = { mark, info, index };
    } else if (info === '' && mark.startsWith(open.mark)) {
      const text = lines.slice(open.index + 1, index).join('\n');
      blocks.push({ info: open.info, text, opening: open.index, closing: index });
      open = undefined;
    }
  }
  return blocks;
}

/** The fenced block of a text that consists of nothing else. */
export function onlyBlock(text: string): FencedBlock | undefined {
  const lines = splitLines(text.trim());
  const [block] = fencedBlocks(lines);
  return block?.opening === 0 && block.closing === lines.length - 1 ? block : undefined;
}

/** Code as Markdown: fenced, unless it already is. */
export function fenced(text: string): string {
  if (onlyBlock(text) !== undefined) return text;
  const longestRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return `${fence}\n${withoutFinalBreak(text)}\n${fence}`;
}

export function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
