import ts from 'typescript';

const { SyntaxKind } = ts;
/** Functions of test runners whose `skip` leaves out what it is given. */
const testers = new Set(['context', 'describe', 'it', 'specify', 'suite', 'test']);

const holding: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.Block,
  SyntaxKind.CaseClause,
  SyntaxKind.DefaultClause,
  SyntaxKind.SourceFile,
]);

/** The statements of a block that never run: those behind one that leaves it, without what is hoisted; undefined where there are none. */
export function unreachableIn(node: ts.Node): ReadonlySet<ts.Node> | undefined {
  if (!holding.has(node.kind)) return undefined;
  const { statements } = node as ts.Block;
  const end = statements.findIndex(leaves);
  return end < 0 || end === statements.length - 1
    ? undefined
    : new Set(statements.slice(end + 1).filter(each => !isHoisted(each)));
}

function leaves(statement: ts.Statement): boolean {
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isBreakOrContinueStatement(statement);
}

function isHoisted(statement: ts.Statement): boolean {
  return ts.isFunctionDeclaration(statement) || ts.isExportDeclaration(statement);
}

/** Whether a call is one of a test that does not run: `it.skip(…)`, `xdescribe(…)`. */
export function isSkippedTest({ expression }: ts.CallExpression): boolean {
  if (ts.isIdentifier(expression)) return /^x(?:context|describe|it|specify|test)$/.test(expression.text);
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'skip') return false;
  return ts.isIdentifier(expression.expression) && testers.has(expression.expression.text);
}
