import type { Rule } from 'eslint';
import { isInWrapper } from '../falsePositives/focusedTests.ts';

const tests = new Set(['it', 'test', 'specify']);
const testFunctions = new Set(['describe', 'context', 'suite', 'fixture', ...tests]);
/** From so many on, none of a file's tests was singled out for a while. */
const tooMany = 3;

/** Reports a forgotten `it.only(…)`, unless all tests of the file are written so, which leaves out none of them. */
export const noOnlyTests: Rule.RuleModule = {
  meta: { type: 'problem', fixable: 'code', messages: { found: '`.only` leaves out all other tests.' } },
  create: context => {
    const found: Rule.ReportDescriptor[] = [];
    let hasOthers = false;
    return {
      CallExpression(node) {
        const { callee } = node;
        hasOthers ||= callee.type === 'Identifier' && tests.has(callee.name);
        if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') return;
        const { object, property } = callee;
        if (!testFunctions.has(object.name) || property.type !== 'Identifier' || property.name !== 'only') return;
        if (isInWrapper(node, context.sourceCode)) return;
        const [from, to] = [object.range?.[1], property.range?.[1]];
        if (from === undefined || to === undefined) return;
        found.push({ node: property, messageId: 'found', fix: fixer => fixer.removeRange([from, to]) });
      },
      'Program:exit'() {
        if (!hasOthers && found.length >= tooMany) return;
        for (const each of found) context.report(each);
      },
    };
  },
};
