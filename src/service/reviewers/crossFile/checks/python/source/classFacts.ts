import type { SyntaxNode } from '@lezer/common';
import type { ClassFacts, Signature } from '../facts.ts';
import { decoratorNames, plainName } from './decorators.ts';
import type { Source } from './parse.ts';
import type { References } from './references.ts';
import type { Scope } from './scopes.ts';
import type { MetClass } from './walk.ts';

const dataclass = /^(?:dataclasses\.)?dataclass$/;
/** Arguments of `dataclass` that change nothing about what the class takes. */
const harmlessArguments = /^\((?:(?:frozen|slots|eq|order|repr|unsafe_hash)=\w+,?)*\)$/;
/** Statements that run others. */
const compound = /^(?:If|Try|With|For|While|Match)Statement$/;

/** What gives a class or its instances names that are not written in it. */
const givesNames = /\bsetattr\(|\b__(?:dict|getattr|getattribute)__\b/;

/** The facts of a class, once the whole file is known. */
export function classFacts(source: Source, met: MetClass, module: Scope, references: References): ClassFacts {
  const { name, node, decorators, scope } = met;
  const names = decoratorNames(source, decorators);
  const isDataclass = names.some(each => dataclass.test(each));
  const listed = listedBases(source, node);
  const bases = listed.bases.map(each => references.indexOfBase(each, module));
  const methods = met.methods.filter(
    method => scope.bindings.get(method.name)?.times === 1 && !met.stored.has(method.name),
  );
  const isMethod = new Set(methods.map(method => method.name));
  const others = [...new Set([...scope.bindings.keys(), ...met.stored.keys()])].filter(each => !isMethod.has(each));
  const values = [...scope.bindings].flatMap(([each, { times, at }]) =>
    times === 1 && !isMethod.has(each) && !met.stored.has(each) ? [{ name: each, at: source.span(at) }] : [],
  );
  const attributes = [...met.stored].flatMap(([attribute, { times, value, scope: within }]) => {
    const type =
      times === 1 && value !== undefined && !scope.bindings.has(attribute)
        ? references.indexOf(value, within)
        : undefined;
    return type === undefined ? [] : [{ name: attribute, type }];
  });
  const fields =
    isDataclass && bases.length === 0 && !scope.bindings.has('__init__') ? dataclassFields(source, met) : undefined;
  const isPlain =
    names.every(each => plainName(each) === 'final') && !listed.hasMetaclass && !scope.bindings.has('__new__');
  return {
    name,
    at: source.span(node.getChild('VariableName') ?? node),
    ...(bases.every(each => each !== undefined) && { bases }),
    methods,
    ...(attributes.length > 0 && { attributes }),
    ...(values.length > 0 && { values }),
    ...(others.length > 0 && { others }),
    ...(fields !== undefined && { fields }),
    ...(!isPlain && fields === undefined && { isBuiltSpecially: true }),
    ...(givesNames.test(source.text(node)) && { isOpen: true }),
  };
}

/** The base classes of a class definition. An unpacked list of them counts as a base that cannot be read. */
function listedBases(source: Source, definition: SyntaxNode): { bases: SyntaxNode[]; hasMetaclass: boolean } {
  const bases: SyntaxNode[] = [];
  let hasMetaclass = false;
  for (let node = definition.getChild('ArgList')?.firstChild ?? null; node !== null; node = node.nextSibling) {
    if (node.name === 'AssignOp' || /^(?:[(),]|Comment)$/.test(node.name)) continue;
    if (node.prevSibling?.name === 'AssignOp') continue;
    if (node.nextSibling?.name === 'AssignOp')
      hasMetaclass ||=
        source.text(node) === 'metaclass' &&
        !/^(?:abc\.)?ABCMeta$/.test(source.text(node.nextSibling.nextSibling ?? node));
    else bases.push(node);
  }
  return { bases, hasMetaclass };
}

/** The statements of a class. The grammar has those that share a line, `a: int; b: str`, in a group. */
function statementsOf(definition: SyntaxNode): SyntaxNode[] {
  const children = (node: SyntaxNode | null): SyntaxNode[] => {
    const found: SyntaxNode[] = [];
    for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) found.push(child);
    return found;
  };
  return children(definition.getChild('Body')).flatMap(each =>
    each.name === 'StatementGroup' ? children(each) : [each],
  );
}

/** What a dataclass without bases takes; undefined if it has fields of special kinds. */
function dataclassFields(source: Source, { node, decorators, scope }: MetClass): Signature | undefined {
  const given = decorators.map(each => each.getChild('ArgList')).find(each => each !== null);
  if (decorators.length !== 1 || (given && !harmlessArguments.test(source.text(given).replaceAll(/\s/g, ''))))
    return undefined;
  const positional: string[] = [];
  let defaults = 0;
  for (const statement of statementsOf(node)) {
    // Whether it has the fields in there depends on a condition.
    if (compound.test(statement.name)) return undefined;
    if (statement.name !== 'AssignStatement') continue;
    const name = statement.getChild('VariableName');
    const type = statement.getChild('TypeDef');
    if (name === null || type === null) continue;
    const text = source.text(type);
    if (/\bClassVar\b/.test(text)) continue;
    const value = statement.getChild('AssignOp')?.nextSibling;
    const isField = value?.name === 'CallExpression' && /(?:^|\.)field$/.test(source.text(value.firstChild ?? value));
    const field = isField ? source.text(value) : '';
    if (/\bKW_ONLY\b/.test(text) || /\b(?:init|kw_only)\s*=/.test(field)) return undefined;
    if (scope.bindings.get(source.text(name))?.times !== 1) return undefined;
    positional.push(source.text(name));
    if (value && (!isField || /\bdefault(?:_factory)?\s*=/.test(field))) defaults += 1;
  }
  return { positional, ...(defaults > 0 && { defaults }) };
}
