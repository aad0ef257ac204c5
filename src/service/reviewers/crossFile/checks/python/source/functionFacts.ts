import type { SyntaxNode } from '@lezer/common';
import type { FunctionFacts } from '../facts.ts';
import type { Decorated } from './decorators.ts';
import { givesOf, type HandedOut } from './gives.ts';
import type { Source } from './parse.ts';
import { signatureOf, type Parameter } from './signature.ts';

/** The parts of a function definition. */
export interface FunctionParts {
  readonly node: SyntaxNode;
  readonly name: SyntaxNode;
  readonly list: SyntaxNode;
  readonly body: SyntaxNode;
}

export function functionParts(node: SyntaxNode): FunctionParts | undefined {
  const name = node.getChild('VariableName');
  const list = node.getChild('ParamList');
  const body = node.getChild('Body');
  return name === null || list === null || body === null ? undefined : { node, name, list, body };
}

/** The facts of a function. */
export function functionFacts(
  source: Source,
  { node, name, list }: FunctionParts,
  parameters: readonly Parameter[],
  { method, keepsSignature, keepsCoroutine }: Decorated,
  handedOut: HandedOut,
): FunctionFacts {
  const gives = keepsCoroutine ? givesOf(node, handedOut) : undefined;
  const at = source.span(name);
  const isLong = source.lineAt(list.to) > at[0];
  return {
    name: source.text(name),
    at,
    ...(isLong && { parameters: parameters.map(each => source.span(each.at)) }),
    ...(keepsSignature && { signature: signatureOf(parameters) }),
    ...(gives !== undefined && { gives }),
    ...(method !== undefined && { method }),
  };
}
