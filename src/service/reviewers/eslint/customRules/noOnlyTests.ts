import type { Rule } from 'eslint';

const testFunctions = new Set(['describe', 'context', 'suite', 'it', 'test', 'specify', 'fixture']);

/** Reports a forgotten `it.only(…)`. */
export const noOnlyTests: Rule.RuleModule = {
  meta: { type: 'problem', fixable: 'code', messages: { found: '`.only` leaves out all other tests.' } },
  create: context => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') return;
      const { object, property } = callee;
      if (!testFunctions.has(object.name) || property.type !== 'Identifier' || property.name !== 'only') return;
      const [from, to] = [object.range?.[1], property.range?.[1]];
      if (from === undefined || to === undefined) return;
      context.report({ node: property, messageId: 'found', fix: fixer => fixer.removeRange([from, to]) });
    },
  }),
};
