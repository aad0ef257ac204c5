import type { Rule } from 'eslint';
import type { Expression } from 'estree';

/** Reports `if (a) { x } else { x }` and `a ? x : x`. */
export const identicalBranches: Rule.RuleModule = {
  meta: { type: 'problem', fixable: 'code', messages: { found: 'Both branches do the same.' } },
  create: context => {
    const { sourceCode } = context;
    const text = (node: Parameters<typeof sourceCode.getText>[0]): string =>
      node === undefined
        ? ''
        : sourceCode
            .getTokens(node as Rule.Node)
            .map(({ value }) => value)
            .join(' ');
    // Branches that a comment tells apart, or speaks of in the line above, were written on purpose.
    const isCommented = (node: Rule.Node): boolean => {
      const line = (node.loc?.start.line ?? 0) - 1;
      return (
        sourceCode.getCommentsInside(node).length > 0 ||
        sourceCode.getAllComments().some(({ loc }) => loc?.end.line === line)
      );
    };
    return {
      IfStatement(node) {
        const { test, consequent, alternate } = node;
        if (!alternate || alternate.type === 'IfStatement' || text(consequent) !== text(alternate)) return;
        if (isCommented(node) || narrows(test, text(consequent))) return;
        // Two empty branches are unfinished, not a mistake.
        if (consequent.type === 'BlockStatement' && consequent.body.length === 0) return;
        const inside =
          consequent.type === 'BlockStatement' && consequent.body.length === 1 ? consequent.body[0] : undefined;
        const kept = inside ?? consequent;
        const declares = kept.type === 'VariableDeclaration' || kept.type === 'BlockStatement';
        const isElseIf = node.parent.type === 'IfStatement' && node.parent.alternate === node;
        context.report({
          node: test,
          messageId: 'found',
          fix:
            !declares && !isElseIf && isPure(test) ? fixer => fixer.replaceText(node, sourceCode.getText(kept)) : null,
        });
      },
      ConditionalExpression(node) {
        if (text(node.consequent) !== text(node.alternate) || isCommented(node)) return;
        // Copying in each branch narrows a union type.
        const { consequent } = node;
        if (
          consequent.type === 'ObjectExpression' &&
          consequent.properties.some(({ type }) => type === 'SpreadElement')
        )
          return;
        const fix: Rule.ReportFixer = fixer => fixer.replaceText(node, sourceCode.getText(node.consequent));
        context.report({ node, messageId: 'found', fix: isPure(node.test) ? fix : null });
      },
    };
  },
};

/** Whether a condition tells TypeScript which type of a union a value of the branch is: `if (a.kind === 'b') go(a.c)`. */
function narrows(test: Expression, branch: string): boolean {
  if (test.type !== 'BinaryExpression' || test.right.type !== 'Literal' || test.left.type !== 'MemberExpression')
    return false;
  const { object } = test.left;
  return (
    object.type === 'Identifier' && new RegExp(`(?<![\\w$.])${object.name.replaceAll('$', '\\$')} \\.`).test(branch)
  );
}

/** Whether the condition has no side effects. */
function isPure(node: Expression): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
      return true;
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPure(node.argument);
    case 'BinaryExpression':
      return node.left.type !== 'PrivateIdentifier' && isPure(node.left) && isPure(node.right);
    case 'LogicalExpression':
      return isPure(node.left) && isPure(node.right);
    case 'MemberExpression':
      return !node.computed && node.object.type !== 'Super' && isPure(node.object);
    default:
      return false;
  }
}
