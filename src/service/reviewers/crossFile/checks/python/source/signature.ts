import type { SyntaxNode } from '@lezer/common';
import type { Signature } from '../facts.ts';
import type { Source } from './parse.ts';

/** A parameter, with what it is annotated with. */
export interface Parameter {
  readonly name: string;
  readonly at: SyntaxNode;
  readonly kind: 'positional' | 'keywordOnly' | 'anyPositional' | 'anyKeyword';
  readonly isPositionalOnly: boolean;
  readonly hasDefault: boolean;
  readonly annotation?: SyntaxNode;
}

/** Reads the parameters of a function or lambda. */
export function readParameters(source: Source, list: SyntaxNode): Parameter[] {
  const parameters: Parameter[] = [];
  let star = '';
  let positionalOnly = 0;
  let isKeywordOnly = false;
  let previous: SyntaxNode | undefined;
  for (let node = list.firstChild; node !== null; node = node.nextSibling) {
    // The grammar has no node for the `/`.
    if (previous !== undefined && hasSlash(source, previous, node)) positionalOnly = parameters.length;
    previous = node;
    const last = parameters.at(-1);
    if (node.name === '*' || node.name === '**') {
      star = node.name;
      isKeywordOnly = true;
    } else if (node.name === ',') star = '';
    else if (node.name === 'VariableName' && isName(node)) {
      const kind =
        star === '*' ? 'anyPositional' : star === '**' ? 'anyKeyword' : isKeywordOnly ? 'keywordOnly' : 'positional';
      parameters.push({ name: source.text(node), at: node, kind, isPositionalOnly: false, hasDefault: false });
      star = '';
    } else if (node.name === 'TypeDef' && last !== undefined && node.lastChild !== null)
      parameters[parameters.length - 1] = { ...last, annotation: node.lastChild };
    else if (node.name === 'AssignOp' && last !== undefined)
      parameters[parameters.length - 1] = { ...last, hasDefault: true };
  }
  return parameters.map((each, index) => ({ ...each, isPositionalOnly: index < positionalOnly }));
}

/** Whether a variable in a list of parameters names one, and is no default. */
function isName(node: SyntaxNode): boolean {
  return node.prevSibling?.name !== 'AssignOp';
}

function hasSlash(source: Source, before: SyntaxNode, after: SyntaxNode): boolean {
  return before.to < after.from && before.name === ',' && source.between(before, after).includes('/');
}

/** What a function with these parameters takes. */
export function signatureOf(parameters: readonly Parameter[]): Signature {
  const positional = parameters.filter(({ kind }) => kind === 'positional');
  const keywordOnly = parameters.filter(({ kind }) => kind === 'keywordOnly');
  const positionalOnly = positional.filter(({ isPositionalOnly }) => isPositionalOnly).length;
  const defaults = positional.filter(({ hasDefault }) => hasDefault).length;
  const required = keywordOnly.filter(({ hasDefault }) => !hasDefault);
  const has = (kind: Parameter['kind']): boolean => parameters.some(each => each.kind === kind);
  return {
    positional: positional.map(({ name }) => name),
    ...(positionalOnly > 0 && { positionalOnly }),
    ...(defaults > 0 && { defaults }),
    ...(keywordOnly.length > 0 && { keywordOnly: keywordOnly.map(({ name }) => name) }),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(has('anyPositional') && { anyPositional: true }),
    ...(has('anyKeyword') && { anyKeyword: true }),
  };
}
