import type { Rule, Scope, SourceCode } from 'eslint';
import type { Identifier, Node, Statement } from 'estree';

/** Packages whose components call hooks in their order. */
const react = /["'](?:@?react|preact|next|ink)\b/;
const hook = /^use[A-Z]/;
const calls = /\buse[A-Z]\w*(?:<[^<>()]{0,200}>)?\(/g;
/** Those that give what is the same as long as a component is there. */
const steady = /^use(?:Params|Context|Route)\b/;
const component = /^(?:[A-Z]|use[A-Z])/;
const wrapper = /(?:^|\.)(?:forwardRef|memo|observer)$/;
/** Hooks of one file that are looked at. */
const most = 100;
/** How many constants the value of another is followed through. */
const deepest = 50;

/**
 * Reports hooks of React that a component or a hook calls only where a value of its own allows it, one a function. Where no
 * other hook is called in any case, React takes the component for one that is new, and nothing is mixed up.
 */
export const conditionalHook: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: "'{{name}}' is not called each time." } },
  create: context => {
    const { sourceCode } = context;
    if (!react.test(sourceCode.text)) return {};
    const told = new Set<Rule.Node>();
    let count = 0;
    return {
      CallExpression({ callee }) {
        const name =
          callee.type === 'MemberExpression' && sourceCode.getText(callee.object) === 'React'
            ? callee.property
            : callee;
        if (name.type !== 'Identifier' || !hook.test(name.name) || ++count > most) return;
        const { by, within } = decidedBy(name as Rule.Node, sourceCode);
        if (by === undefined || told.has(within)) return;
        told.add(within);
        context.report({ node: name, messageId: 'found', data: { name: name.name } });
      },
    };
  },
};

/**
 * What decides whether a component calls a hook: the condition around it, or that of a return before it.
 * @returns that condition with the component; `by` is undefined if nothing does, or only what never changes
 */
export function decidedBy(
  node: Rule.Node,
  source: SourceCode,
): { readonly by: Node | undefined; readonly isReturn: boolean; readonly within: Rule.Node } {
  const tests: Decision[] = [];
  let child = node;
  for (let each = node.parent; each !== null; child = each, each = each.parent) {
    if (each.type.includes('Function')) {
      const within = each;
      const name = 'async' in each && each.async ? '' : nameOf(each, source);
      // Who calls a hook of its own may call others before.
      const isHook = hook.test(name);
      const found = component.test(name)
        ? tests.find(each => (isHook || hasOthers(each, within, source)) && changing(each.test, within, source) > 0)
        : undefined;
      return { by: found?.test, isReturn: found?.isReturn === true, within };
    }
    if ((each.type === 'IfStatement' || each.type === 'ConditionalExpression') && each.test !== child)
      tests.push({ test: each.test, isReturn: false, around: each });
    if (each.type === 'LogicalExpression' && each.right === child)
      tests.push({ test: each.left, isReturn: false, around: each });
    if (each.type === 'BlockStatement')
      for (const statement of each.body) {
        if (statement === child) break;
        if (statement.type === 'IfStatement' && returns(statement.consequent))
          tests.push({ test: statement.test, isReturn: true, around: statement.test });
      }
  }
  return { by: undefined, isReturn: false, within: node };
}

interface Decision {
  readonly test: Node;
  readonly isReturn: boolean;
  /** The condition with what it decides about; of a return, which decides about all that follows, its test. */
  readonly around: Node;
}

/** Whether a component calls a hook that a condition does not decide about. */
function hasOthers({ isReturn, around }: Decision, within: Node, source: SourceCode): boolean {
  const [first, last] = hooksIn(within, source);
  const [from, to] = around.range ?? [0, 0];
  return first < from || (!isReturn && last > to);
}

/** Where the first and the last hook that each function calls begin. */
const hooks = new WeakMap<Node, readonly [number, number]>();

function hooksIn(within: Node, source: SourceCode): readonly [number, number] {
  const known = hooks.get(within);
  if (known !== undefined) return known;
  const [start] = within.range ?? [0];
  const found = [...source.getText(within).matchAll(calls)].map(({ index }) => start + index);
  const ends = [found[0] ?? Infinity, found.at(-1) ?? 0] as const;
  hooks.set(within, ends);
  return ends;
}

function returns(statement: Statement): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last?.type === 'ReturnStatement';
}

/** The name of a function, also where it is wrapped. */
function nameOf(node: Rule.Node, source: SourceCode): string {
  // A default export may have none, whatever its type says.
  if (node.type === 'FunctionDeclaration') return (node.id as Identifier | null)?.name ?? '';
  let around = node.parent;
  while (around?.type === 'CallExpression' && wrapper.test(source.getText(around.callee))) around = around.parent;
  return around?.type === 'VariableDeclarator' && around.id.type === 'Identifier' ? around.id.name : '';
}

/** How a value may change: not at all, for another component of its kind, or for one that is there. */
type Changing = 0 | 1 | 2;

/** How variables may change; a file may ask for each of many, again and again. */
const known = new WeakMap<Scope.Variable, Changing>();
/** The references of a scope in their order. */
const ordered = new WeakMap<Scope.Scope, readonly Scope.Reference[]>();

/** How an expression may change by what a component is given, which most often stays, or by what its hooks give. */
function changing(test: Node, within: Rule.Node, source: SourceCode, depth = 0): Changing {
  const all = variablesIn(test, source).map((variable): Changing => {
    const [definition] = variable.defs;
    if (definition === undefined || !isIn(definition.node, within)) return 0;
    // A hook is given what changes in the component that calls it.
    if (definition.type === 'Parameter')
      return variable.scope.block !== within ? 0 : hook.test(nameOf(within, source)) ? 2 : 1;
    const value = definition.type === 'Variable' ? definition.node.init : undefined;
    if (!value || depth === deepest) return 0;
    const before = known.get(variable);
    if (before !== undefined) return before;
    known.set(variable, 0);
    const called = source.getText(value).match(calls) ?? [];
    const own = called.length === 0 ? 0 : called.every(name => steady.test(name)) ? 1 : 2;
    const found = own === 2 ? own : (Math.max(own, changing(value, within, source, depth + 1)) as Changing);
    known.set(variable, found);
    return found;
  });
  return Math.max(0, ...all) as Changing;
}

/** Whether what decides about a hook stays as it is while the component is there, as far as one can tell. */
export function isDecidedOnce(node: Rule.Node, source: SourceCode): boolean {
  const { by, within } = decidedBy(node, source);
  return by !== undefined && changing(by, within, source) < 2;
}

function isIn(inner: Node, outer: Node): boolean {
  const [[from, to], [start, end]] = [inner.range ?? [0, 0], outer.range ?? [0, 0]];
  return start <= from && to <= end;
}

/** The variables that an expression reads. */
function variablesIn(node: Node, source: SourceCode): Scope.Variable[] {
  const scope = source.getScope(node);
  const startOf = ({ identifier }: Scope.Reference): number => identifier.range?.[0] ?? 0;
  const references = ordered.get(scope) ?? scope.references.toSorted((a, b) => startOf(a) - startOf(b));
  ordered.set(scope, references);
  const [from, to] = node.range ?? [0, 0];
  let [low, high] = [0, references.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const reference = references[middle];
    if (reference !== undefined && startOf(reference) < from) low = middle + 1;
    else high = middle;
  }
  const found: Scope.Variable[] = [];
  for (let each = references[low]; each !== undefined && startOf(each) < to; each = references[++low])
    if (each.resolved !== null) found.push(each.resolved);
  return found;
}
