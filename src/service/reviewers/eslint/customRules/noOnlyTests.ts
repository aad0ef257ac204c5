import type { Rule, SourceCode } from 'eslint';
import type { CallExpression, Identifier, Node } from 'estree';
import { isInWrapper } from '../falsePositives/focusedTests.ts';

const tests = new Set(['it', 'test', 'specify']);
const testFunctions = new Set(['describe', 'context', 'suite', 'fixture', ...tests]);
/** What runners call the same function where it leaves out all others. */
const focused: Readonly<Record<string, string>> = { fit: 'it', fdescribe: 'describe', fcontext: 'context' };
/** What test functions of runners have beside `only`: `test.describe.serial.only`, `it.only.each`. */
const modifiers = new Set(
  'describe step each for serial parallel concurrent sequential failing fails skip todo skipIf runIf'.split(' '),
);
/** From so many on, none of a file's tests was singled out for a while. */
const tooMany = 3;

/**
 * Reports a forgotten `it.only(…)` or `fit(…)`, unless all tests of the file are written so, which leaves out none of
 * them.
 */
export const noOnlyTests: Rule.RuleModule = {
  meta: { type: 'problem', fixable: 'code', messages: { found: '`.only` leaves out all other tests.' } },
  create: context => {
    const { sourceCode } = context;
    const found: Rule.ReportDescriptor[] = [];
    let hasOthers = false;
    return {
      CallExpression(node) {
        const chain = chainOf(node.callee);
        const [first, ...rest] = chain;
        if (first === undefined) return;
        hasOthers ||= rest.length === 0 && tests.has(first.name);
        // `it.only.each(table)(name, run)` is one test function that is called.
        if (node.parent.type === 'CallExpression' && node.parent.callee === node) return;
        const plain = focused[first.name];
        if (plain !== undefined && isTest(node) && isGlobal(first, sourceCode) && areModifiers(rest)) {
          if (isInWrapper(node, sourceCode)) return;
          found.push({ node: first, messageId: 'found', fix: fixer => fixer.replaceText(first, plain) });
          return;
        }
        const only = rest.find(({ name }) => name === 'only');
        if (!testFunctions.has(first.name) || only === undefined) return;
        if (!areModifiers(rest.filter(each => each !== only)) || isInWrapper(node, sourceCode)) return;
        const [from, to] = [chain[chain.indexOf(only) - 1]?.range?.[1], only.range?.[1]];
        if (from === undefined || to === undefined) return;
        found.push({ node: only, messageId: 'found', fix: fixer => fixer.removeRange([from, to]) });
      },
      'Program:exit'() {
        if (!hasOthers && found.length >= tooMany) return;
        for (const each of found) context.report(each);
      },
    };
  },
};

/** The names that a test function is made of, as `it`, `only` and `each` of `it.only.each(table)`; empty for all else. */
function chainOf(node: Node): Identifier[] {
  if (node.type === 'Identifier') return [node];
  if (node.type === 'CallExpression') return chainOf(node.callee);
  if (node.type === 'TaggedTemplateExpression') return chainOf(node.tag);
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return [];
  const before = chainOf(node.object);
  return before.length === 0 ? [] : [...before, node.property];
}

function areModifiers(names: readonly Identifier[]): boolean {
  return names.every(({ name }) => modifiers.has(name));
}

/** Whether a call has the arguments of a test: a name, and a function. */
function isTest({ arguments: [title, ...others] }: CallExpression): boolean {
  return (
    (title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && typeof title.value === 'string')) &&
    others.some(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression')
  );
}

/** Whether nothing in the file defines a name, or a runner's own module gives it. */
function isGlobal({ name }: Identifier, { scopeManager }: SourceCode): boolean {
  const definitions = scopeManager.scopes.flatMap(({ set }) => set.get(name)?.defs ?? []);
  return definitions.every(
    ({ parent }) => parent?.type === 'ImportDeclaration' && parent.source.value === '@jest/globals',
  );
}
