/** A fenced code block of Markdown. */
export interface FencedBlock {
  /** What stands behind the opening fence, trimmed. */
  readonly info: string;
  readonly text: string;
  /** Indexes of the lines of the opening and the closing fence. */
  readonly opening: number;
  readonly closing: number;
}

/** The closed fenced blocks at the top level of a text; in time linear in its length, since the text is foreign. */
export function fencedBlocks(lines: readonly string[]): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: { readonly mark: string; readonly info: string; readonly index: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, mark, rest = ''] = /^ {0,3}(`{3,}|~{3,})([^]*)$/.exec(line) ?? [];
    if (mark === undefined) continue;
    const info = rest.trim();
    if (open === undefined) {
      // Code within a line may begin with three backticks too.
      if (!(mark.startsWith('`') && info.includes('`'))) open = { mark, info, index };
    } else if (info === '' && mark.startsWith(open.mark)) {
      const text = lines.slice(open.index + 1, index).join('\n');
      blocks.push({ info: open.info, text, opening: open.index, closing: index });
      open = undefined;
    }
  }
  return blocks;
}
