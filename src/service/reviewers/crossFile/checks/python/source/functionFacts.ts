import type { SyntaxNode } from '@lezer/common';
import type { FunctionFacts } from '../facts.ts';
import type { Decorated } from './decorators.ts';
import { givesOf, isStub, type HandedOut } from './gives.ts';
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

/** What the first parameter of a method is called that takes the instance, or the class of a metaclass. */
const instance = /^_*(?:self|this|me|cls|klass|mcs|mcls|metacls)$/i;

/**
 * The name of the parameter of a method that takes the instance. One that is annotated and called otherwise takes what its
 * type says: the method is called by way of its class.
 */
export function instanceAmong([first]: readonly Parameter[]): string | undefined {
  const isInstance = first?.kind === 'positional' && (first.annotation === undefined || instance.test(first.name));
  return isInstance ? first.name : undefined;
}

/**
 * The facts of a function.
 * @param isMethod whether it stands in a class
 */
export function functionFacts(
  source: Source,
  { node, name, list, body }: FunctionParts,
  parameters: readonly Parameter[],
  { method, keepsSignature, keepsCoroutine }: Decorated,
  handedOut: HandedOut,
  isMethod: boolean,
): FunctionFacts {
  const gives = givesOf(node, handedOut);
  const at = source.span(name);
  // In the interfaces of some frameworks methods take no `self`: they only say what others have. `__new__` is given its class.
  const isDeclaration =
    isMethod && method === undefined && isDeclared(source, body) && !instance.test(parameters[0]?.name ?? '');
  const isLeftToOthers = isMethod && /^raise NotImplementedError\b/.test(onlyStatement(source, body));
  const isNew = isMethod && source.text(name) === '__new__';
  const isLong = source.lineAt(list.to) > at[0];
  return {
    name: source.text(name),
    at,
    ...(isLong && { parameters: parameters.map(each => source.span(each.at)) }),
    // Whoever overrides a method that only fails is called in its place, wherever that is.
    ...(!keepsCoroutine && { isWrapped: keepsSignature ? ('result' as const) : ('all' as const) }),
    ...(!isDeclaration && !isLeftToOthers && !isNew && { signature: signatureOf(parameters) }),
    ...(gives !== undefined && { gives }),
    ...(method !== undefined && { method }),
  };
}

const emptyReturn = /^return(?:\s+(?:None|True|False|\[\]|\{\}|\(\)|""|''|\d+))?$/;

/** Whether a body only says what is returned: nothing, or an empty value. */
function isDeclared(source: Source, body: SyntaxNode): boolean {
  return isStub(body) || emptyReturn.test(onlyStatement(source, body));
}

/** The text of the only statement of a body apart from what documents it; empty where there are several. */
function onlyStatement(source: Source, body: SyntaxNode): string {
  const [last, before] = [body.lastChild, body.lastChild?.prevSibling];
  const isOnly = before?.name === ':' || before?.firstChild?.name.endsWith('String') === true;
  return isOnly && last !== null ? source.text(last) : '';
}
