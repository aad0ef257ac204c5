import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import type { Span } from '../facts.ts';

/** Characters of the longest file that is read. */
const longest = 1 << 20;

/** A parsed file. */
export interface Source {
  readonly root: SyntaxNode;
  text(node: SyntaxNode): string;
  /** What stands between two nodes. */
  between(before: SyntaxNode, after: SyntaxNode): string;
  /** Place of a node that is on one line. */
  span(node: SyntaxNode): Span;
  /** Line of an offset, from 1. */
  lineAt(offset: number): number;
}

/** Parses a file; undefined if it is too long or has a syntax error. */
export function parse(text: string): Source | undefined {
  if (text.length > longest) return undefined;
  const tree = treeOf(text);
  if (tree === undefined) return undefined;
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  return {
    root: tree.topNode,
    text: node => text.slice(node.from, node.to),
    between: (before, after) => text.slice(before.to, after.from),
    lineAt,
    span: node => {
      const line = lineAt(node.from);
      const column = node.from - (starts[line - 1] ?? 0) + 1;
      return [line, column, column + node.to - node.from];
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The tree of a file without syntax errors. Lezer fails on some that it could not read to their end. */
function treeOf(text: string): Tree | undefined {
  try {
    const tree = parser.parse(text);
    return hasSyntaxError(tree) ? undefined : tree;
  } catch {
    return undefined;
  }
}

function hasSyntaxError(tree: Tree): boolean {
  let found = false;
  tree.iterate({
    enter: node => {
      if (node.type.isError && !isKnownGap(node.node)) found = true;
      return !found;
    },
  });
  return found;
}

/**
 * Whether an error is correct Python that the grammar lacks: a bare `yield`, brackets around the items of `with`, and
 * class patterns without arguments. Each leaves the statements around it whole.
 */
function isKnownGap(error: SyntaxNode): boolean {
  for (let node = error.parent; node !== null; node = node.parent) {
    if (node.name === 'YieldStatement' || node.name === 'YieldExpression' || node.name === 'PatternArgList')
      return error.from === error.to;
    if (node.name === 'WithStatement') return node.getChild('as') !== null && node.getChild('Body') !== null;
    if (node.name === 'Body' || node.name === 'ArgList') return false;
  }
  return false;
}
