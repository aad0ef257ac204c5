import { classFacts } from './classFacts.ts';
import { useOf } from './callUse.ts';
import { readMigration } from '../migrations/readMigration.ts';
import { readModels } from '../migrations/readModels.ts';
import { readRoutes } from '../routes/readRoutes.ts';
import { readFixtures } from '../fixtures/readFixtures.ts';
import { dottedTexts } from '../members/dottedTexts.ts';
import { namedByTexts, namesByTexts } from '../members/namedByTexts.ts';
import type { Call, CallUse, Definition, PythonFacts, Span } from '../facts.ts';
import { idleFunctions } from '../idle/idleFunctions.ts';
import { parse, type Source } from './parse.ts';
import { References } from './references.ts';
import { isBuiltin } from './standardLibrary.ts';
import { Walk, type Met } from './walk.ts';
import type { SyntaxNode } from '@lezer/common';

/** Calls of one file. */
const mostCalls = 20_000;
/** How tests put another function in the place of one that they name: `flexmock(m).should_receive('f')`, `patch('m.f')`. */
const replacing = /\b(?:should_receive|patch(?:\.object)?|setattr)\((?:[^()'"]{0,200},)?\s*["'](?:[\w.]*\.)?(\w+)["']/g;

/** What a text has if it has such facts: to go through its tree for each takes longer. */
const mayHave = {
  dotted: /["'][A-Za-z_]\w*\.[A-Za-z_]/,
  texts: namesByTexts,
  fixtures: /\bfixture\b|\bdef\s+test/,
  routes:
    /\b(?:(?:re_)?path|url|reverse|reverse_lazy|redirect|resolve_url|url_for|add_url_rule)\(|@[\w.]{1,100}\.(?:route|get|post|put|patch|delete)\(/,
} as const;

/** The facts of a Python file; undefined if it cannot be parsed or is nested too deeply. */
export function extract(path: string, text: string): PythonFacts | undefined {
  const source = parse(text);
  if (source === undefined) return undefined;
  const walk = walked(source);
  if (walk === undefined) return undefined;
  const references = new References(source, walk.imports);
  const replaced = new Set([...walk.replaced, ...[...text.matchAll(replacing)].map(([, name = '']) => name)]);
  const isReplaced = ({ node: { firstChild: callee } }: Met): boolean =>
    callee?.name === 'MemberExpression' && replaced.has(source.text(callee.lastChild ?? callee));
  const kept = walk.calls.slice(0, mostCalls).filter(met => !isReplaced(met));
  const calls = kept.flatMap(met => callFacts(source, met, references));
  for (const { node, scope } of walk.uses) references.addUse(node, scope, lastNameOf(source, node));
  const idle = idleFunctions(path, source);
  const dotted = mayHave.dotted.test(text) ? dottedTexts(source) : [];
  const { fixtures, asked } = mayHave.fixtures.test(text) ? readFixtures(source) : { fixtures: [], asked: [] };
  const { listed, loaded } = mayHave.texts.test(text) ? namedByTexts(source) : { listed: [], loaded: [] };
  const { routes, routed, included } = mayHave.routes.test(text)
    ? readRoutes(source)
    : { routes: [], routed: [], included: [] };
  const [columns, migration] = [readModels(text), readMigration(path, text)];
  const definitions = [...walk.module.bindings].map(([name, { times, at, ...bound }]): Definition => {
    const known = times === 1;
    const method = walk.functions.get(name);
    if (known && method !== undefined) return { kind: 'function', ...method };
    const met = walk.classes.get(name);
    if (known && met !== undefined) return { kind: 'class', ...classFacts(source, met, walk.module, references) };
    const imported = walk.imports[bound.import ?? -1];
    if (known && bound.import !== undefined && imported !== undefined)
      return { kind: 'import', name, at: imported.at, import: bound.import };
    const type = known && bound.call !== undefined ? references.indexOf(bound.call, walk.module) : undefined;
    return { kind: 'value', name, at: startOf(source, at), ...(type !== undefined && { type }) };
  });
  return {
    definitions,
    // Django imports what is included, or an app.
    imports: [...walk.imports, ...[...included, ...loaded].map(({ name, at }) => ({ module: name, at }))],
    ...(walk.stars.length > 0 && { stars: walk.stars, starred: starredNames(source, walk) }),
    // These give names on demand, and modules of other distributions.
    ...((walk.isOpen || ['__getattr__', '__path__'].some(each => walk.module.bindings.has(each))) && { isOpen: true }),
    ...(runsItself(source, walk) && { isScript: true }),
    references: references.list,
    calls,
    ...(dotted.length > 0 && { dotted }),
    ...(listed.length > 0 && { listed }),
    ...(fixtures.length > 0 && { fixtures }),
    ...(asked.length > 0 && { asked }),
    ...(routes.length > 0 && { routes }),
    ...(routed.length > 0 && { routed }),
    ...(columns.length > 0 && { columns }),
    ...(migration && { migration }),
    ...(idle.length > 0 && { idle }),
  };
}

/** Names that the file does not bind and Python does not have, with the first place of each. */
function starredNames(source: Source, { loads }: Walk): [name: string, at: Span][] {
  const names = new Map<string, Span>();
  for (const { node, scope } of loads) {
    const name = source.text(node);
    const isBound = scope.owner(name).bindings.has(name);
    if (!isBound && !names.has(name) && !name.startsWith('_') && !isBuiltin(name)) names.set(name, source.span(node));
  }
  return [...names];
}

/** Whether a statement at the top level calls a function of the module, outside of all conditions. */
function runsItself(source: Source, { functions }: Walk): boolean {
  const statements = source.root.getChildren('ExpressionStatement');
  const called = statements.map(({ firstChild }) =>
    firstChild?.name === 'CallExpression' ? firstChild.firstChild : null,
  );
  return called.some(callee => callee?.name === 'VariableName' && functions.has(source.text(callee)));
}

function walked(source: Source): Walk | undefined {
  try {
    return new Walk(source);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function callFacts(source: Source, { node, scope }: Met, references: References): Call[] {
  const callee = node.firstChild;
  if (callee === null) return [];
  const at = lastNameOf(source, callee);
  const to = references.indexOf(callee, scope);
  const list = node.getChild('ArgList');
  if (to === undefined || list === null) return [];
  const keywords: string[] = [];
  let positional = 0;
  let isUnpacked = false;
  for (let part = list.firstChild; part !== null; part = part.nextSibling) {
    if (part.name === '*' || part.name === '**') isUnpacked = true;
    else if (part.name === 'for' || part.name === 'async') break;
    else if (part.nextSibling?.name === 'AssignOp' && source.text(part.nextSibling) === '=')
      keywords.push(source.text(part));
    else if (
      !/^(?:[(),]|Comment)$/.test(part.name) &&
      part.name !== 'AssignOp' &&
      part.prevSibling?.name !== 'AssignOp'
    )
      positional += 1;
  }
  const use = useOfCall(source, node, scope);
  return [[to, ...at, source.lineAt(node.to - 1), isUnpacked ? -1 : positional, use, ...keywords]];
}

/** What becomes of a call's value; of a value that a local variable holds, what becomes of the variable. */
function useOfCall(source: Source, node: SyntaxNode, scope: Met['scope']): CallUse {
  const target = node.parent?.firstChild;
  const binding = target?.name === 'VariableName' ? scope.bindings.get(source.text(target)) : undefined;
  const isHeld = binding?.times === 1 && binding.call?.from === node.from && node.parent?.name === 'AssignStatement';
  if (!isHeld) return useOf(source, node);
  return scope.kind === 'function' && binding.isUsedAsValue && !binding.isHandedOn ? 'value' : 'passed';
}

/** The place of the last name of dotted code. */
function lastNameOf(source: Source, node: SyntaxNode): Span {
  const last = node.name === 'MemberExpression' ? node.lastChild : node;
  return startOf(source, last ?? node);
}

function startOf(source: Source, node: SyntaxNode): Span {
  const [line, column, endColumn] = source.span(node);
  const [first = ''] = source.text(node).split('\n', 1);
  return [line, column, Math.min(endColumn, column + first.length)];
}
