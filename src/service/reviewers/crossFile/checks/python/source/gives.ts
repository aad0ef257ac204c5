import type { SyntaxNode } from '@lezer/common';
import type { FunctionFacts } from '../facts.ts';

/** Whether the statements of a function yield, and return something. */
export interface HandedOut {
  yields: boolean;
  returns: boolean;
}

/**
 * What a call of a function gives. Of one that returns nothing that is sure; a type may be wrong, as where a decorator makes
 * a task of what is called.
 */
export function givesOf(definition: SyntaxNode, { yields, returns }: HandedOut): FunctionFacts['gives'] {
  if (yields) return undefined;
  if (definition.firstChild?.name === 'async') return 'coroutine';
  const body = definition.getChild('Body');
  return returns || body === null || isStub(body) ? undefined : 'value';
}

/** Whether a body only stands for those of subclasses. */
export function isStub(body: SyntaxNode): boolean {
  const empty = /^(?::|Comment|PassStatement|RaiseStatement)$/;
  for (let node = body.firstChild; node !== null; node = node.nextSibling) {
    const isText = node.name === 'ExpressionStatement' && /String$|^Ellipsis$/.test(node.firstChild?.name ?? '');
    if (!isText && !empty.test(node.name)) return false;
  }
  return true;
}
