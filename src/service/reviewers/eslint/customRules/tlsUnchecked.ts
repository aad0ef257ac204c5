import type { Rule } from 'eslint';

const conditions = new Set(['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'SwitchCase']);

/** Reports `rejectUnauthorized: false`, and the environment variable with the same effect. */
export const tlsUnchecked: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'Certificates are not checked.' } },
  create: context => ({
    Property(node) {
      const { key, value } = node;
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
      if (name !== 'rejectUnauthorized' || value.type !== 'Literal' || value.value !== false) return;
      // Under a condition it is intended.
      if (!context.sourceCode.getAncestors(node).some(({ type }) => conditions.has(type))) {
        context.report({ node, messageId: 'found' });
      }
    },
    AssignmentExpression(node) {
      const target = context.sourceCode.getText(node.left);
      const isOff = node.right.type === 'Literal' && String(node.right.value) === '0';
      if (isOff && /\bNODE_TLS_REJECT_UNAUTHORIZED\b/.test(target)) context.report({ node, messageId: 'found' });
    },
  }),
};
