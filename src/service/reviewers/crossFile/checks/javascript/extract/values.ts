import ts from 'typescript';
import type { ValueFacts } from '../facts.ts';

/** What a promise has. */
const ofPromise = new Set(['then', 'catch', 'finally', 'constructor', 'toString']);
const arithmetic = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);
const comparison = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** How a value is used, where no promise can be meant. */
export type Use = Pick<ValueFacts, 'use' | 'property'>;

/** The call of a name that a constant keeps the result of; undefined if the node declares no such constant. */
export function keptCall(
  node: ts.VariableDeclaration,
  parent: ts.Node,
  around: ts.Node,
): ts.CallExpression | undefined {
  const { name, initializer } = node;
  if (!ts.isIdentifier(name) || initializer === undefined || !ts.isCallExpression(initializer)) return undefined;
  const isConstant = ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0;
  const isExported = ts.isVariableStatement(around) && (around.modifiers ?? []).length > 0;
  return isConstant && !isExported && calledName(initializer) !== undefined ? initializer : undefined;
}

/** The name that is called, if one is, or what it has: `load`, `api.load`. */
export function calledName({ expression, questionDotToken }: ts.CallExpression): string | undefined {
  if (questionDotToken !== undefined) return undefined;
  if (ts.isIdentifier(expression)) return expression.text;
  const isPlain = ts.isPropertyAccessExpression(expression) && expression.questionDotToken === undefined;
  return isPlain && ts.isIdentifier(expression.expression)
    ? `${expression.expression.text}.${expression.name.text}`
    : undefined;
}

/**
 * How a value is used, where no promise can be meant; undefined if one may be.
 * @param isTagged whether a function of a template may be given it
 */
export function useOf(value: ts.Expression, parent: ts.Node, around: ts.Node, isTagged: boolean): Use | undefined {
  if (ts.isPropertyAccessExpression(parent) && parent.expression === value) {
    const isSet =
      ts.isBinaryExpression(around) &&
      around.left === parent &&
      around.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    return isSet || ofPromise.has(parent.name.text) ? undefined : { use: 'read', property: parent.name.text };
  }
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) return takenFrom(parent.name);
  if (ts.isTemplateSpan(parent)) return isTagged ? undefined : { use: 'written' };
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (arithmetic.has(kind)) return { use: 'calculated' };
    const other = parent.left === value ? parent.right : parent.left;
    return comparison.has(kind) && isLiteral(other) ? { use: 'compared' } : undefined;
  }
  if (isNegation(parent)) return { use: isNegation(around) ? 'tested' : 'negated' };
  return isTest(value, parent) ? { use: 'tested' } : undefined;
}

/** `const { name } = load()` */
function takenFrom({ elements }: ts.ObjectBindingPattern): Use | undefined {
  const names = elements.map(({ propertyName, name }) => propertyName ?? name);
  const [first] = names;
  if (first === undefined || !names.every(each => ts.isIdentifier(each) && !ofPromise.has(each.text))) return undefined;
  return ts.isIdentifier(first) ? { use: 'read', property: first.text } : undefined;
}

function isNegation(node: ts.Node): boolean {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

function isTest(call: ts.Expression, parent: ts.Node): boolean {
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === call;
  return (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === call;
}

function isLiteral(node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(node) && node.text === 'undefined')
  );
}
