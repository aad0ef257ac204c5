import { codeOnly } from '../diff/codeOnly.ts';
import type { DiffFile } from '../diff/diffFile.ts';
import type { LineReplacement } from './wholeLines.ts';

const python = /\.pyi?$/;

/**
 * Whether some replacements of lines leave a block of Python without a statement, so that the file cannot be loaded any
 * more: one that takes away several statements may take all that a function has.
 * @param replacements of different lines
 */
export function leavesEmptyBlock({ path, text }: DiffFile, replacements: readonly LineReplacement[]): boolean {
  if (!python.test(path)) return false;
  const lines = text.split(/\r?\n/);
  for (const { startLine, endLine, text: code } of [...replacements].sort((a, b) => b.startLine - a.startLine))
    lines.splice(startLine - 1, endLine - startLine + 1, ...(code === '' ? [] : code.split('\n')));
  return emptyBlocks(lines.join('\n')) > emptyBlocks(text);
}

/** How many statements that begin a block are followed by none that is further in. */
function emptyBlocks(text: string): number {
  const statements = statementsIn(codeOnly(text));
  return statements.filter(({ isHead, indentation }, index) => {
    const next = statements[index + 1];
    return isHead && (next === undefined || next.indentation <= indentation);
  }).length;
}

interface Statement {
  /** Whether it ends with the colon before a block. */
  readonly isHead: boolean;
  readonly indentation: number;
}

/** The statements of a file by their lines: what is in brackets, or behind a backslash, goes on. @param code see `codeOnly` */
function statementsIn(code: string): Statement[] {
  const statements: Statement[] = [];
  let [whole, depth] = ['', 0];
  for (const line of code.split(/\r?\n/)) {
    if (whole === '' && line.trim() === '') continue;
    whole += line;
    depth += (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
    if (depth > 0 || line.endsWith('\\') || isOpenText(whole)) continue;
    statements.push({ isHead: whole.trimEnd().endsWith(':'), indentation: indentationOf(whole) });
    [whole, depth] = ['', 0];
  }
  return statements;
}

/** Whether a text goes on in the next line: the quotes at its ends are all that `codeOnly` leaves of it. */
function isOpenText(code: string): boolean {
  return (code.match(/"/g)?.length ?? 0) % 2 === 1;
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}
