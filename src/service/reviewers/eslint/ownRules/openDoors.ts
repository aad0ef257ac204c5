import type { Rule } from 'eslint';
import type { Node } from 'estree';

/** `element.innerHTML = value` where the value is no constant text. */
export const innerHtml: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'A value becomes HTML.' } },
  create: context => ({
    AssignmentExpression(node) {
      const { left, right } = node;
      if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return;
      if (!['innerHTML', 'outerHTML'].includes(left.property.name) || isConstantText(right)) return;
      if (right.type === 'CallExpression' && /sanitize|escape|purify/i.test(context.sourceCode.getText(right.callee)))
        return;
      context.report({ node: left.property, messageId: 'found' });
    },
  }),
};

/** `rejectUnauthorized: false` and the variable that does it for the whole process. */
export const tlsUnchecked: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'Certificates are not checked.' } },
  create: context => ({
    Property(node) {
      const { key, value } = node;
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
      if (name === 'rejectUnauthorized' && value.type === 'Literal' && value.value === false) {
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

/** `target.postMessage(data, '*')` */
export const messageToAny: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'The message goes to any origin.' } },
  create: context => ({
    CallExpression(node) {
      const { callee, arguments: given } = node;
      const [, origin] = given;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name === 'postMessage' && origin?.type === 'Literal' && origin.value === '*') {
        context.report({ node: origin, messageId: 'found' });
      }
    },
  }),
};

function isConstantText(node: Node): boolean {
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0);
}
