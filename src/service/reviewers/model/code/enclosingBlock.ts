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
/** What holds functions, and is not shown whole because of one of them. */
const container =
  /^\s*(?:(?:export|default|declare|abstract|public|private|protected|internal|final|sealed|static|data|pub|type)\s+)*(?:class|interface|impl|struct|trait|module|namespace|enum|object|type)\b|^\s*(?:describe|context|suite)\b[^=]{0,200}\(/;
// A longer line is no useful head, and costs time.
const longestHead = 400;
// How many lines up to look for a head.
const farthest = 600;
/** Most lines above a head that belong to it: its comment, its decorators, the beginning of its signature. */
const mostAbove = 15;
/** Longest function that is shown whole, in lines. */
const longestFunction = 600;

/**
 * Finds the function, method or class around a line by its indentation, which works for most languages; a wrong guess
 * only shows other lines.
 * @returns undefined at the top level
 */
export function enclosingBlock(lines: readonly string[], line: number): LineRange | undefined {
  if (isHead(lines[line - 1] ?? '')) {
    const end = endOfBlock(lines, line);
    if (end > line) return { start: startOfHead(lines, line), end };
  }
  const { above } = outlineOf(lines);
  for (let at = above[line] ?? 0; at >= 1; at = above[at] ?? 0) {
    if (!isHead(lines[at - 1] ?? '')) continue;
    const end = endOfBlock(lines, at);
    return end >= line ? { start: startOfHead(lines, at), end } : undefined;
  }
  return undefined;
}

/** The blocks around a line, the innermost first. */
export function enclosingBlocks(lines: readonly string[], line: number): LineRange[] {
  const blocks: LineRange[] = [];
  for (let block = enclosingBlock(lines, line); block !== undefined;) {
    blocks.push(block);
    const { start } = block;
    const above = outlineOf(lines).above[start] ?? 0;
    const outer = above === 0 ? undefined : enclosingBlock(lines, above);
    block = outer !== undefined && outer.start < start ? outer : undefined;
  }
  return blocks;
}

/**
 * The whole function around a line: the outermost that is not too long, up to a class or the like. At the top level the
 * statement that the line is part of.
 * @returns undefined if even the innermost is too long
 */
export function enclosingFunction(lines: readonly string[], line: number): LineRange | undefined {
  const blocks = enclosingBlocks(lines, line);
  if (blocks.length === 0) return topLevelStatement(lines, line);
  const first = blocks.findIndex(block => container.test(lines[headLine(lines, block) - 1] ?? ''));
  const functions = first < 0 ? blocks : blocks.slice(0, first);
  return functions.findLast(({ start, end }) => end - start < longestFunction);
}

/** The innermost class or the like around a line. */
export function enclosingClass(lines: readonly string[], line: number): LineRange | undefined {
  return enclosingBlocks(lines, line).find(block => container.test(lines[headLine(lines, block) - 1] ?? ''));
}

/** Number of the line that names a block: the first after its comment and its decorators. */
export function headLine(lines: readonly string[], { start, end }: LineRange): number {
  let line = start;
  while (line < end && isPreface(lines[line - 1] ?? '')) line++;
  return line;
}

/** What is known of the lines of a file by their indentation. */
interface Outline {
  /** For each line the nearest one above that is indented less; 0 for none. */
  readonly above: Int32Array;
  /** The last lines of the blocks that were asked for, by their heads. */
  readonly ends: Map<number, number>;
}

/** Each line is looked at once, however many changes ask for what is around them. */
const outlines = new WeakMap<readonly string[], Outline>();

function outlineOf(lines: readonly string[]): Outline {
  const known = outlines.get(lines);
  if (known !== undefined) return known;
  const above = new Int32Array(lines.length + 1);
  const open: { readonly line: number; readonly indentation: number }[] = [];
  for (const [index, text] of lines.entries()) {
    const indentation = indentationOf(text);
    while ((open.at(-1)?.indentation ?? -1) >= indentation) open.pop();
    above[index + 1] = open.at(-1)?.line ?? 0;
    if (indentation < Infinity) open.push({ line: index + 1, indentation });
  }
  const outline = { above, ends: new Map<number, number>() };
  outlines.set(lines, outline);
  return outline;
}

function topLevelStatement(lines: readonly string[], line: number): LineRange | undefined {
  for (let at = line; at >= 1 && at > line - farthest; at--) {
    const text = lines[at - 1] ?? '';
    if (indentationOf(text) > 0 || /^[)\]}]/.test(text)) continue;
    const end = endOfBlock(lines, at);
    return end >= line && end - at < longestFunction ? { start: startOfHead(lines, at), end } : undefined;
  }
  return undefined;
}

function isHead(text: string): boolean {
  return text.length <= longestHead && definition.test(text) && !statement.test(text);
}

/** Where a head begins: its comment and decorators, and its signature if that has several lines. */
function startOfHead(lines: readonly string[], head: number): number {
  const indentation = indentationOf(lines[head - 1] ?? '');
  let start = head;
  while (/^\s*[)\]}>]/.test(lines[start - 1] ?? '')) {
    let at = start - 1;
    while (at > 1 && at > start - mostAbove && indentationOf(lines[at - 1] ?? '') > indentation) at--;
    if (at < 1 || indentationOf(lines[at - 1] ?? '') !== indentation) break;
    start = at;
  }
  const last = Math.max(1, start - mostAbove);
  while (start > last && isPreface(lines[start - 2] ?? '')) start--;
  return start;
}

/** Whether a line is a comment or a decorator, which belongs to the definition below it. */
function isPreface(text: string): boolean {
  return /^\s*(?:@\w|#\[|#(?:\s|$)|\/\/|\/\*|\*)/.test(text);
}

/** The last line that is indented more than the head, or the closing line after it. */
function endOfBlock(lines: readonly string[], start: number): number {
  const { ends } = outlineOf(lines);
  const end = ends.get(start) ?? lastLine(lines, start);
  ends.set(start, end);
  return end;
}

function lastLine(lines: readonly string[], start: number): number {
  const indentation = indentationOf(lines[start - 1] ?? '');
  let last = start;
  for (let at = start + 1; at <= lines.length; at++) {
    const text = lines[at - 1] ?? '';
    if (text.trim() === '') continue;
    if (indentationOf(text) <= indentation) {
      const closes = /^\s*(?:[}\])]|end\b)/.test(text) && indentationOf(text) === indentation;
      // A signature of several lines, or what comes before the body, is closed before the block is.
      if (closes && /[{:([]\s*$/.test(text)) {
        last = at;
        continue;
      }
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
