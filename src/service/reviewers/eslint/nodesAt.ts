import type { AST, SourceCode } from 'eslint';

type Node = AST.Program | AST.Token;

interface Frame {
  readonly node: Node;
  /** In the order of the text. */
  readonly children: readonly Node[];
  next: number;
}

/**
 * The innermost node at each of some positions of a text, as `getNodeByRangeIndex` finds it; none outside of all code.
 * That begins at the top each time, which in a long file with many reports takes minutes.
 */
export function nodesAt(source: SourceCode, positions: readonly number[]): ReadonlyMap<number, Node> {
  const found = new Map<number, Node>();
  const sorted = [...positions].sort((a, b) => a - b);
  let at = sorted.findIndex(position => position >= source.ast.range[0]);
  const frames = at < 0 ? [] : [frameOf(source, source.ast)];
  for (let frame = frames[0]; frame !== undefined && at < sorted.length; frame = frames.at(-1)) {
    const { node, children } = frame;
    const child = children[frame.next++];
    // What is before the next child is in none: of two at one place, as in `{ a }`, the first has taken it.
    const end = child === undefined ? node.range[1] : child.range[0];
    for (let position = sorted[at]; position !== undefined && position < end; position = sorted[++at])
      found.set(position, node);
    if (child === undefined) frames.pop();
    else if ((sorted[at] ?? Infinity) < child.range[1]) frames.push(frameOf(source, child));
  }
  return found;
}

function frameOf({ visitorKeys }: SourceCode, node: Node): Frame {
  const values = (visitorKeys[node.type] ?? []).flatMap(key => (node as unknown as Record<string, unknown>)[key]);
  return { node, children: values.filter(isNode).sort((a, b) => a.range[0] - b.range[0]), next: 0 };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
