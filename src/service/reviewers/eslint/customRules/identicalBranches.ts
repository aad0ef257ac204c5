import type { Rule } from 'eslint';
import type { Expression } from 'estree';
import { alikeOnPurpose } from '../../rule.ts';

const bracketed = new Set(['ObjectExpression', 'FunctionExpression', 'ClassExpression', 'SequenceExpression']);

/** What stands for characters that were lost with their encoding: they may have differed. */
const lost = '\ufffd';

/** Reports `if (a) { x } else { x }` and `a ? x : x`. */
export const identicalBranches: Rule.RuleModule = {
  meta: { type: 'problem', fixable: 'code', messages: { found: 'Both branches do the same.' } },
  create: context => {
    const { sourceCode } = context;
    const isTyped = /\.(?:[cm]?tsx?|vue|svelte)$/.test(context.filename);
    const text = (node: Parameters<typeof sourceCode.getText>[0]): string =>
      node === undefined
        ? ''
        : sourceCode
            .getTokens(node as Rule.Node)
            .map(({ value }) => value)
            .join(' ');
    // Branches that a comment tells apart, speaks of in the line above, or calls unfinished or alike behind them, were written on
    // purpose.
    const isCommented = (node: Rule.Node): boolean => {
      const line = (node.loc?.start.line ?? 0) - 1;
      const last = node.loc?.end.line;
      return (
        sourceCode.getCommentsInside(node).length > 0 ||
        sourceCode
          .getAllComments()
          .some(({ loc, value }) => loc?.end.line === line || (loc?.start.line === last && alikeOnPurpose.test(value)))
      );
    };
    // Without brackets it could be read as a block, or as two values.
    const standing = (node: Expression): string =>
      bracketed.has(node.type) ? `(${sourceCode.getText(node)})` : sourceCode.getText(node);
    const ofLook: Rule.Node[] = [];
    const reportChoice = (node: Rule.Node & { type: 'ConditionalExpression' }): void => {
      const fix: Rule.ReportFixer = fixer => fixer.replaceText(node, standing(node.consequent));
      context.report({ node, messageId: 'found', fix: isPure(node.test) ? fix : null });
    };
    return {
      IfStatement(node) {
        const { test, consequent, alternate } = node;
        if (!alternate || alternate.type === 'IfStatement' || text(consequent) !== text(alternate)) return;
        if (isCommented(node) || (isTyped && narrows(test, text(consequent)))) return;
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
        const branch = text(node.consequent);
        if (
          branch !== text(node.alternate) ||
          branch.includes(lost) ||
          isCommented(node) ||
          (isTyped && narrows(node.test, branch))
        )
          return;
        // Copying in each branch narrows a union type.
        const { consequent } = node;
        if (
          consequent.type === 'ObjectExpression' &&
          consequent.properties.some(({ type }) => type === 'SpreadElement')
        )
          return;
        if (isConstant(consequent) && isOfTable(node, text)) return;
        if (isConstant(consequent) && isInAttribute(node)) ofLook.push(node);
        else reportChoice(node);
      },
      'Program:exit'() {
        if (ofLook.length < fewestOfLook) return;
        for (const node of ofLook) if (node.type === 'ConditionalExpression') reportChoice(node);
      },
    };
  },
};

/** As many choices between equal looks in one file are a pattern; one is left from trying out how something looks. */
const fewestOfLook = 4;

function isConstant(node: Expression): boolean {
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0);
}

/** As many values of an object that hang on one condition are a table, in which two may be alike. */
const fewestOfTable = 3;

/** Whether a choice is one of several in an object that hang on the same condition: the colours of a theme. */
function isOfTable(
  { test, parent }: Rule.Node & { type: 'ConditionalExpression' },
  text: (node: Expression) => string,
): boolean {
  if (parent.type !== 'Property' || parent.parent.type !== 'ObjectExpression') return false;
  const alike = parent.parent.properties.filter(
    each =>
      each.type === 'Property' && each.value.type === 'ConditionalExpression' && text(each.value.test) === text(test),
  );
  return alike.length >= fewestOfTable;
}

/** Whether a value is for an attribute of an element: `size={isMobile ? 'lg' : 'lg'}`, `style={{ width: isOpen ? 2 : 2 }}`. */
function isInAttribute(node: Rule.Node): boolean {
  for (let each: Rule.Node | null = node.parent; each !== null; each = each.parent) {
    if ((each.type as string) === 'JSXAttribute') return true;
    if (/Function|Statement|Declaration/.test(each.type)) return false;
  }
  return false;
}

/**
 * Whether a condition tells TypeScript the type of a value that the branch uses, so that each branch calls another
 * overload: `typeof a === 'string'`, `a instanceof B`, `'b' in a`, `isB(a)`, `a.kind === 'b'`.
 * @param branch its tokens, with spaces between them
 */
function narrows(test: Expression, branch: string): boolean {
  const uses = (name: string, after = ''): boolean =>
    new RegExp(`(?<![\\w$]|\\. )${name.replaceAll('$', '\\$')}(?![\\w$])${after}`).test(branch);
  switch (test.type) {
    case 'UnaryExpression':
      return test.operator === '!' && narrows(test.argument, branch);
    case 'LogicalExpression':
      return narrows(test.left, branch) || narrows(test.right, branch);
    case 'CallExpression':
      return test.arguments.length === 1 && test.arguments[0]?.type === 'Identifier' && uses(test.arguments[0].name);
    case 'BinaryExpression': {
      const { left, operator, right } = test;
      if (operator === 'instanceof') return left.type === 'Identifier' && uses(left.name);
      if (operator === 'in') return right.type === 'Identifier' && uses(right.name);
      if (right.type !== 'Literal') return false;
      if (left.type === 'MemberExpression') return left.object.type === 'Identifier' && uses(left.object.name, ' \\.');
      if (left.type !== 'UnaryExpression' || left.operator !== 'typeof' || right.value === 'undefined') return false;
      const { argument } = left;
      return argument.type === 'MemberExpression'
        ? argument.object.type === 'Identifier' && uses(argument.object.name, ' \\.')
        : argument.type === 'Identifier' && uses(argument.name);
    }
    default:
      return false;
  }
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
