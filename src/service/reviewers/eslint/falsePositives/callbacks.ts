import type { Rule } from 'eslint';
import { callbackAround } from '../callbacks.ts';
import { closestAncestor, type FalsePositiveCheck } from './expressions.ts';

/** A callback without a return whose result nobody uses, or which leaves out elements of JSX. */
export const isResultUnused: FalsePositiveCheck = (node, source) => {
  const callback = callbackAround(node);
  if (callback?.body.type === 'BlockStatement' && callback.body.body.length === 0) return true;
  const parent = outside(callback?.parent.parent);
  switch (parent?.type as string | undefined) {
    case 'ExpressionStatement':
    case 'AwaitExpression':
      return true;
    case 'JSXExpressionContainer':
      return callback !== undefined && /\breturn\b/.test(source.getText(callback));
    case 'ArrowFunctionExpression': {
      // The result of a test or an effect: `it('…', () => list.map(…))`.
      const taker = parent?.parent;
      return taker?.type === 'CallExpression';
    }
    default:
      return false;
  }
};

/** The parent of an expression, past the operators that only select or drop it. */
function outside(node: Rule.Node | null | undefined): Rule.Node | undefined {
  const passed = ['ChainExpression', 'LogicalExpression', 'ConditionalExpression', 'UnaryExpression'];
  let each = node ?? undefined;
  while (each !== undefined && passed.includes(each.type)) each = each.parent ?? undefined;
  return each;
}

/** A callback that awaits nothing outside a `try`, or whose method is one of a library that waits for it. */
export const catchesAwaited: FalsePositiveCheck = (node, source) => {
  const call = closestAncestor(node, 'CallExpression');
  if (call?.type !== 'CallExpression') return false;
  if (call.parent.type === 'AwaitExpression') return true;
  if (source.getText(node) !== 'forEach') return false;
  const [callback] = call.arguments;
  if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return false;
  if (callback.body.type !== 'BlockStatement') return false;
  const caught = callback.body.body.filter(each => each.type === 'TryStatement' && each.handler);
  const others = callback.body.body.filter(each => !caught.includes(each));
  return others.every(each => !/\bawait\b/.test(source.getText(each)));
};
