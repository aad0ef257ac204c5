import type { DiffFile } from '../../engine/diff/diffModel.ts';
import type { TextEdit } from '../../engine/reviewer.ts';

/** Longest line, in characters: nobody writes a longer assignment. */
const longestLine = 500;
const assignment =
  /^([ \t]*(?:export[ \t]+)?(?:(?:const|let|var)[ \t]+)?([A-Za-z_]\w*)[ \t]*(?::[ \t]*\w+[ \t]*)?=[ \t]*)(["'`])([^"'`]*)\3[ \t]*;?[ \t]*$/;

/** Fixes `NAME = "secret"` on one line by reading the environment variable of that name. */
export function environmentFix({ path, text }: DiffFile): (start: number, end: number) => TextEdit[] | undefined {
  const python = path.endsWith('.py');
  const mayRead = python ? /^import os$/m.test(text) : /\.[cm]?[jt]sx?$/.test(path);
  return (start, end) => {
    if (!mayRead) return undefined;
    const lineStart = start - tailOf(text.slice(Math.max(0, start - longestLine), start));
    const line = /^[^\r\n]*/.exec(text.slice(lineStart, lineStart + longestLine))?.[0] ?? '';
    const [, head = '', name = '', quote = '', value = ''] = assignment.exec(line) ?? [];
    const from = lineStart + head.length;
    const to = from + value.length + 2 * quote.length;
    if (quote === '' || from > start || to < end) return undefined;
    const variable = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
    return [{ start: from, end: to, text: python ? `os.environ["${variable}"]` : `process.env['${variable}']` }];
  };
}

/** Number of characters after the last line break. */
function tailOf(text: string): number {
  return text.length - 1 - text.lastIndexOf('\n');
}
