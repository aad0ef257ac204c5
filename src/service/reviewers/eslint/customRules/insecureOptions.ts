import type { Rule } from 'eslint';
import type { Node } from 'estree';
import { dynamicText } from './dynamicText.ts';

const conditions = new Set(['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'SwitchCase']);
const secret = /token|secret|passw|credential|session_?id|jwt|api_?key/i;
const ownWindow = /^(?:window|self|globalThis|_?global)$/;
const plainText =
  /^(?:text|value|input|query|search|comment|params?)$|(?:name|title|message|msg|description|comment|label|bio|email|text|url|query|value)$/i;

/** Reports `element.innerHTML = …` with a value within the HTML, or with one that is plain text by its name. */
export const innerHtml: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'A value becomes HTML.' } },
  create: context => ({
    AssignmentExpression(node) {
      const { left, right } = node;
      if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return;
      if (!['innerHTML', 'outerHTML'].includes(left.property.name)) return;
      const values = dynamicText(right)?.filter(part => typeof part !== 'string') ?? [right];
      if (values.some(isText)) context.report({ node: left.property, messageId: 'found' });
    },
  }),
};

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

/** Reports `target.postMessage(data, '*')` with a secret in the data. */
export const messageToAny: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'The message goes to any origin.' } },
  create: context => ({
    CallExpression(node) {
      const { callee, arguments: given } = node;
      const [data, origin] = given;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || data === undefined) return;
      if (callee.property.name !== 'postMessage' || origin?.type !== 'Literal' || origin.value !== '*') return;
      const { sourceCode } = context;
      if (secret.test(sourceCode.getText(data)) && !ownWindow.test(sourceCode.getText(callee.object)))
        context.report({ node: origin, messageId: 'found' });
    },
  }),
};

/** Whether a value is plain text, not HTML, by its name, since types are unknown. */
function isText(node: Node): boolean {
  const name = node.type === 'Identifier' ? node.name : node.type === 'MemberExpression' ? nameOf(node.property) : '';
  return plainText.test(name);
}

function nameOf(node: Node): string {
  return node.type === 'Identifier' ? node.name : '';
}
