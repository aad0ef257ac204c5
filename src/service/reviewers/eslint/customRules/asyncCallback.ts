import type { Rule, SourceCode } from 'eslint';
import type { Node } from 'estree';

const methods = new Set(['forEach', 'filter', 'some', 'every', 'find', 'findIndex', 'sort']);

/** What drivers of browsers find in a page. */
const found = /\$\$\(|\.(?:locator|getBy[A-Z]\w*|frameLocator)\(/;
/** A list of it. */
const listed = /\.(?:all|elementHandles)\(\)$/;

/** Whether a value is what a driver of browsers has found, which waits for what it is given, or takes no function. */
function isOfBrowser(node: Node, source: SourceCode): boolean {
  const variable = source.getScope(node).references.find(({ identifier }) => identifier === node)?.resolved;
  const [definition] = variable?.defs ?? [];
  const value = definition?.type === 'Variable' ? (definition.node.init ?? node) : node;
  const text = source.getText(value);
  return found.test(text) && !listed.test(text);
}

/** Reports `list.forEach(async …)` and similar calls, which ignore the promises. */
export const asyncCallback: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: "'{{method}}' does not wait." } },
  create: context => ({
    CallExpression(node) {
      const { callee, arguments: given } = node;
      const [callback] = given;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return;
      if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return;
      if (isOfBrowser(callee.object, context.sourceCode)) return;
      const method = callee.property.name;
      if (callback.async === true && methods.has(method)) {
        context.report({ node: callee.property, messageId: 'found', data: { method } });
      }
    },
  }),
};
