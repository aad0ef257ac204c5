import type { Rule } from 'eslint';
import type { Node } from 'estree';

const searching = /^(?:indexOf|lastIndexOf|findIndex|findLastIndex)$/;

/** Reports `if (list.indexOf(x))` and `list.indexOf(x) && …`; `!text.indexOf(x)` asks whether the text begins with it. */
export const indexAsCondition: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'The index is taken for a condition.' } },
  create: context => {
    const check = (node: Node): void => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
      const { property } = node.callee;
      if (property.type === 'Identifier' && searching.test(property.name)) context.report({ node, messageId: 'found' });
    };
    return {
      IfStatement: ({ test, consequent }) => {
        if (consequent.type !== 'EmptyStatement') check(test);
      },
      ConditionalExpression: ({ test }) => check(test),
      LogicalExpression: ({ left, operator }) => {
        if (operator === '&&') check(left.type === 'LogicalExpression' && left.operator === '&&' ? left.right : left);
      },
    };
  },
};
