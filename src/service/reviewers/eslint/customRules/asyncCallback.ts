import type { Rule } from 'eslint';

const methods = new Set(['forEach', 'filter', 'some', 'every', 'find', 'findIndex', 'sort']);

/** Reports `list.forEach(async …)` and similar calls, which ignore the promises. */
export const asyncCallback: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: "'{{method}}' does not wait." } },
  create: context => ({
    CallExpression(node) {
      const { callee, arguments: given } = node;
      const [callback] = given;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return;
      if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return;
      // The elements that a driver of browsers finds wait for what they are given.
      if (context.sourceCode.getText(callee.object).includes('$$(')) return;
      const method = callee.property.name;
      if (callback.async === true && methods.has(method)) {
        context.report({ node: callee.property, messageId: 'found', data: { method } });
      }
    },
  }),
};
