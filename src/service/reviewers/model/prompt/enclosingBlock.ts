/** Numbers of the first and last line, from 1. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

// Statements within a function, whose heads do not name it.
const statement =
  /^[}\s]*(?:if|else|elif|for|foreach|while|until|switch|case|default|match|try|catch|except|finally|do|with|using|unless|when|loop|return|yield|await|lock)\b/;
const definition =
  /\b(?:function|def|fn|func|fun|sub|class|interface|impl|struct|trait|module|namespace|method|constructor|describe|it)\b|=>|\)[^;]*[{:]\s*$/;
// A longer line is no useful head, and costs time.
const longestHead = 400;
// How many lines up to look for a head.
const farthest = 400;

/**
 * Finds the function, method or class around a line by its indentation, which works for most languages; a wrong guess
 * only shows other lines.
 * @returns undefined at the top level
 */
export function enclosingBlock(lines: readonly string[], line: number): LineRange | undefined {
  let indentation = indentationOf(lines[line - 1] ?? '');
  if (isHead(lines[line - 1] ?? '')) {
    const end = endOfBlock(lines, line, indentation);
    if (end > line) return { start: line, end };
  }
  for (let at = line - 1; at >= 1 && at > line - farthest; at--) {
    const text = lines[at - 1] ?? '';
    if (text.trim() === '' || indentationOf(text) >= indentation) continue;
    indentation = indentationOf(text);
    if (isHead(text)) {
      const end = endOfBlock(lines, at, indentation);
      return end >= line ? { start: at, end } : undefined;
    }
    if (indentation === 0) break;
  }
  return undefined;
}

function isHead(text: string): boolean {
  return text.length <= longestHead && definition.test(text) && !statement.test(text);
}

/** The last line that is indented more than the head, or the closing line after it. */
function endOfBlock(lines: readonly string[], start: number, indentation: number): number {
  let last = start;
  for (let at = start + 1; at <= lines.length; at++) {
    const text = lines[at - 1] ?? '';
    if (text.trim() === '') continue;
    if (indentationOf(text) <= indentation) {
      const closes = /^\s*(?:[}\])]|end\b)/.test(text) && indentationOf(text) === indentation;
      return closes ? at : last;
    }
    last = at;
  }
  return last;
}

/** The width of the leading white space; a tab counts four columns, a blank line has Infinity. */
function indentationOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === ' ') width++;
    else if (character === '\t') width += 4;
    else return width;
  }
  return Infinity;
}
