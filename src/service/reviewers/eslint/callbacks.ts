import type { Rule, SourceCode } from 'eslint';
import type { ArrowFunctionExpression, Expression, FunctionExpression, Node } from 'estree';

/** A function that is handed to a method. */
export type Callback = (ArrowFunctionExpression | FunctionExpression) & Rule.NodeParentExtension;

/** The function around a node. */
export function callbackAround(node: Rule.Node): Callback | undefined {
  for (let each: Rule.Node | null = node; each !== null; each = each.parent)
    if (each.type === 'ArrowFunctionExpression' || each.type === 'FunctionExpression') return each;
  return undefined;
}

/** Name of the method that a function is handed to; empty if it has none. */
export function methodTaking(callback: Callback | undefined): string {
  const call = callback?.parent;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return '';
  const { property } = call.callee;
  return property.type === 'Identifier' ? property.name : '';
}

/** What a function calls last, and would return if its last statement did; undefined if it ends with something else. */
export function lastCall({ body }: Callback): Expression | undefined {
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  if (last?.type !== 'ExpressionStatement') return undefined;
  return ['CallExpression', 'NewExpression', 'AwaitExpression'].includes(last.expression.type)
    ? last.expression
    : undefined;
}

/** Whether code is a function of its own: what it awaits is not awaited by the one around it. */
export function isFunction({ type }: Node): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';
}

/** What a function awaits first; undefined if it awaits nothing. */
export function firstAwaited(node: Node, source: SourceCode): Expression | undefined {
  if (node.type === 'AwaitExpression') return node.argument;
  for (const key of source.visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Readonly<Record<string, unknown>>)[key];
    for (const each of (Array.isArray(child) ? child : [child]) as (Node | null | undefined)[]) {
      const found = each && !isFunction(each) ? firstAwaited(each, source) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
