import ts from 'typescript';
import type { Spot, ValueFacts } from '../facts.ts';

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

/** How the result of a call is used, where no promise can be meant; undefined if one may be. */
export function valueOf(
  call: ts.CallExpression,
  parent: ts.Node,
  spot: (node: ts.Node) => Spot,
): ValueFacts | undefined {
  if (!ts.isIdentifier(call.expression) || call.questionDotToken !== undefined) return undefined;
  const facts = { name: call.expression.text, at: spot(call) };
  if (ts.isPropertyAccessExpression(parent) && parent.expression === call)
    return ofPromise.has(parent.name.text) ? undefined : { ...facts, use: 'read', property: parent.name.text };
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (arithmetic.has(kind)) return { ...facts, use: 'calculated' };
    const other = parent.left === call ? parent.right : parent.left;
    return comparison.has(kind) && isLiteral(other) ? { ...facts, use: 'compared' } : undefined;
  }
  return isTest(call, parent) ? { ...facts, use: 'tested' } : undefined;
}

function isTest(call: ts.Expression, parent: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
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
