import ts from 'typescript';

const none: ReadonlySet<ts.Node> = new Set();

/** The statements of a block that never run: those behind one that leaves it, without what is hoisted. */
export function unreachableIn(node: ts.Node): ReadonlySet<ts.Node> {
  if (!ts.isBlock(node) && !ts.isCaseOrDefaultClause(node) && !ts.isSourceFile(node)) return none;
  const { statements } = node;
  const end = statements.findIndex(leaves);
  return end < 0 ? none : new Set(statements.slice(end + 1).filter(each => !isHoisted(each)));
}

function leaves(statement: ts.Statement): boolean {
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isBreakOrContinueStatement(statement);
}

function isHoisted(statement: ts.Statement): boolean {
  return ts.isFunctionDeclaration(statement) || ts.isExportDeclaration(statement);
}
