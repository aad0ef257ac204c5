import ts from 'typescript';

/**
 * Whether a script awaits something and returns a value outside of functions. No engine takes both, so whoever writes that
 * has a host that wraps the script into an asynchronous function.
 */
export function isHosted(source: ts.SourceFile): boolean {
  let [awaits, returns] = [false, false];
  const left: ts.Node[] = [source];
  for (let node = left.pop(); node !== undefined && !(awaits && returns); node = left.pop()) {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) continue;
    awaits ||= ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
    returns ||= ts.isReturnStatement(node) && node.expression !== undefined;
    ts.forEachChild(node, child => void left.push(child));
  }
  return awaits && returns;
}
