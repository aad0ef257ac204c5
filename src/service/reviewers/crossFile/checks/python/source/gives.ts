import type { SyntaxNode } from '@lezer/common';
import type { FunctionFacts } from '../facts.ts';
import type { Source } from './parse.ts';

/** Whether the statements of a function yield, and return something. */
export interface HandedOut {
  yields: boolean;
  returns: boolean;
}

/** Types of values that cannot be awaited. */
const plainType =
  /^(?:None|str|bytes|int|float|bool|(?:dict|list|set|tuple|Dict|List|Set|Tuple)(?:\[.*\])?)(?: \| None)?$/s;
/** What a call of a function gives. */
export function givesOf(
  source: Source,
  definition: SyntaxNode,
  { yields, returns }: HandedOut,
): FunctionFacts['gives'] {
  if (yields) return undefined;
  if (definition.firstChild?.name === 'async') return 'coroutine';
  const type = definition.getChild('TypeDef')?.lastChild;
  if (type) return plainType.test(source.text(type)) ? 'value' : undefined;
  const body = definition.getChild('Body');
  return returns || body === null || isStub(body) ? undefined : 'value';
}

/** Whether a body only stands for those of subclasses. */
function isStub(body: SyntaxNode): boolean {
  const empty = /^(?::|Comment|PassStatement|RaiseStatement)$/;
  for (let node = body.firstChild; node !== null; node = node.nextSibling) {
    const isText = node.name === 'ExpressionStatement' && /String$|^Ellipsis$/.test(node.firstChild?.name ?? '');
    if (!isText && !empty.test(node.name)) return false;
  }
  return true;
}
