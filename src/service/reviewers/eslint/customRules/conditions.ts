import type { Rule } from 'eslint';
import type { Expression, LogicalExpression, Node } from 'estree';

/** The operands of a chain of one operator, `a || b || c`. */
function operandsOf(node: Expression, operator: string): Expression[] {
  return node.type === 'LogicalExpression' && node.operator === operator
    ? [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)]
    : [node];
}

/** Whether a chain is a part of a longer one. */
function isPart({ parent, operator }: LogicalExpression & Rule.NodeParentExtension): boolean {
  return parent.type === 'LogicalExpression' && parent.operator === operator;
}

/** Whether evaluating an expression twice gives one value: names, members, literals and comparisons of them. */
function isStable(node: Node): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
      return true;
    case 'MemberExpression':
      return isStable(node.object) && isStable(node.property);
    case 'BinaryExpression':
      return isStable(node.left) && isStable(node.right);
    case 'ChainExpression':
      return isStable(node.expression);
    case 'UnaryExpression':
      return node.operator !== 'delete' && isStable(node.argument);
    default:
      return false;
  }
}

/** Reports `a !== 'x' || a !== 'y'`, which is always true, and `a === 'x' && a === 'y'`, which is always false. */
export const contradictingComparisons: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: "It is always '{{result}}'." } },
  create: context => {
    const { sourceCode } = context;
    return {
      LogicalExpression(node) {
        if (isPart(node) || node.operator === '??') return;
        const fixed = node.operator === '||' ? '!==' : '===';
        const values = new Map<string, string>();
        for (const each of operandsOf(node, node.operator)) {
          if (each.type !== 'BinaryExpression' || each.operator !== fixed || each.right.type !== 'Literal') continue;
          if (!isStable(each.left)) continue;
          const left = sourceCode.getText(each.left);
          const value = String(each.right.raw);
          const before = values.get(left);
          if (before !== undefined && before !== value) {
            context.report({ node, messageId: 'found', data: { result: String(node.operator === '||') } });
            return;
          }
          values.set(left, value);
        }
      },
    };
  },
};
