import type { Rule, SourceCode } from 'eslint';

const conditions = new Set(['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'SwitchCase']);

/** What takes the options of a connection. */
const connecting =
  /(?:Agent|Client|Pool|Server|Socket|Transport(?:er)?|request|get|post|put|patch|connect|fetch|axios|create|got)$/i;
/** Reads what is known of a certificate: the program judges it on its own. */
const judging = /\.authorized\b|\bauthorizationError\b|\bgetPeerCertificate\b|\bcheckServerIdentity\b/;
const optionsOf = /^(?:ssl|tls|https|agentOptions|dialectOptions)$/i;

/** Reports `rejectUnauthorized: false` in the options of a connection, and the environment variable with the same effect. */
export const tlsUnchecked: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'Certificates are not checked.' } },
  create: context => ({
    Property(node) {
      const { key, value } = node;
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
      if (name !== 'rejectUnauthorized' || value.type !== 'Literal' || value.value !== false) return;
      if (!isOfConnection(node, context.sourceCode) || judging.test(context.sourceCode.text)) return;
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

/** Whether an option is handed to a connection, and is not one of the settings that a user may change. */
function isOfConnection(option: Rule.Node, source: SourceCode): boolean {
  const holder = option.parent?.parent;
  if (holder?.type === 'Property') return holder.key.type === 'Identifier' && optionsOf.test(holder.key.name);
  const isCall = holder?.type === 'CallExpression' || holder?.type === 'NewExpression';
  return isCall && connecting.test(source.getText(holder.callee));
}
