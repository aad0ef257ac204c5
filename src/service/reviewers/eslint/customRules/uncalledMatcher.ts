import type { Rule } from 'eslint';
import type { Node } from 'estree';

/** `toBe`, `toEqual`, `toHaveBeenCalled`; Chai’s properties, which need no call, do not begin so. */
const matcher = /^to[A-Z]/;

/** Reports `expect(a).toBe;`, which compares nothing. */
export const uncalledMatcher: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: "'{{name}}' is not called." } },
  create: context => ({
    ExpressionStatement({ expression }) {
      const node = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return;
      const { name } = node.property;
      if (matcher.test(name) && isExpectation(node.object))
        context.report({ node: node.property, messageId: 'found', data: { name } });
    },
  }),
};

/** `expect(a)`, `expect(a).not`, `expect(a).resolves.not` */
function isExpectation(object: Node): boolean {
  let each = object;
  while (each.type === 'MemberExpression') each = each.object;
  return each.type === 'CallExpression' && each.callee.type === 'Identifier' && each.callee.name === 'expect';
}
