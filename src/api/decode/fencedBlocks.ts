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
