import type { SyntaxNode } from '@lezer/common';
import type { CallUse } from '../facts.ts';
import type { Source } from './parse.ts';

/** Functions that look into what they are given. */
const readers = new Set([
  'len',
  'list',
  'dict',
  'set',
  'tuple',
  'sorted',
  'sum',
  'min',
  'max',
  'int',
  'float',
  'any',
  'all',
]);
/** What a coroutine has. */
const coroutineMembers = /^(?:send|throw|close|cr_\w+|__\w+__)$/;

/** Says what code does with the value of an expression. */
export function useOf(source: Source, expression: SyntaxNode): CallUse {
  const { parent } = expression;
  switch (parent?.name) {
    case 'ParenthesizedExpression':
      return useOf(source, parent);
    case 'AwaitExpression':
      return 'awaited';
    case 'ExpressionStatement':
      return parent.firstChild?.nextSibling === null ? 'statement' : 'passed';
    case 'IfStatement':
    case 'WhileStatement':
    case 'AssertStatement':
      return isFirstOf(parent, expression) ? 'condition' : 'passed';
    case 'ConditionalExpression':
      return expression.prevSibling?.name === 'if' ? 'condition' : 'passed';
    case 'UnaryExpression':
      return parent.firstChild?.name === 'not' ? 'condition' : 'value';
    case 'BinaryExpression': {
      const operator = parent.firstChild?.nextSibling?.name;
      if (operator !== 'and' && operator !== 'or') return isAwaitedFirst(parent, expression) ? 'awaited' : 'value';
      return isSame(parent.firstChild, expression) ? 'condition' : 'passed';
    }
    case 'MemberExpression': {
      if (!isSame(parent.firstChild, expression)) return 'passed';
      const member = parent.lastChild;
      return member?.name === 'PropertyName' && coroutineMembers.test(source.text(member)) ? 'passed' : 'value';
    }
    case 'CallExpression':
      return 'value';
    case 'ArgList':
      return argumentUse(source, parent, expression);
    case 'FormatReplacement':
      return 'value';
    case 'ForStatement':
    case 'ArrayComprehensionExpression':
    case 'ComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
      return expression.prevSibling?.name === 'in' ? 'iterated' : 'passed';
    case 'WithStatement':
      return 'entered';
    case 'AssignStatement':
      return isUnpacked(parent, expression) ? 'value' : 'passed';
    default:
      return 'passed';
  }
}

/** In `await one() + two` the grammar has the sum below `await`, which binds to its first part alone. */
function isAwaitedFirst(sum: SyntaxNode, part: SyntaxNode): boolean {
  if (!isSame(sum.firstChild, part) || sum.parent === null) return false;
  return sum.parent.name === 'AwaitExpression' || (sum.parent.name === sum.name && isAwaitedFirst(sum.parent, sum));
}

function argumentUse(source: Source, list: SyntaxNode, argument: SyntaxNode): CallUse {
  const before = argument.prevSibling?.name;
  if (before === '*' || before === '**') return 'value';
  if (before === 'in') return 'iterated';
  const callee = list.prevSibling;
  const isRead = before === '(' && callee?.name === 'VariableName' && readers.has(source.text(callee));
  return isRead ? 'value' : 'passed';
}

function isUnpacked(statement: SyntaxNode, value: SyntaxNode): boolean {
  if (value.prevSibling?.name !== 'AssignOp' || value.nextSibling !== null) return false;
  const second = statement.firstChild?.nextSibling;
  return second?.name === ',' || statement.firstChild?.name === 'TupleExpression';
}

function isFirstOf(statement: SyntaxNode, expression: SyntaxNode): boolean {
  const before = expression.prevSibling?.name;
  return before === statement.firstChild?.name || before === 'elif';
}

function isSame(one: SyntaxNode | null, other: SyntaxNode): boolean {
  return one !== null && one.from === other.from && one.to === other.to && one.name === other.name;
}
