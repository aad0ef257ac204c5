import type { Rule, SourceCode } from 'eslint';
import type { CallExpression, Expression, Identifier, Node } from 'estree';

/** Modules of runners and of libraries for tests that give `expect`. */
const givers = /^(?:vitest|expect|chai|bun:test|@(?:jest\/|playwright\/|storybook\/|wdio\/|testing-library\/))/;

/** Bun's matchers wait for a promise themselves. */
const waiting = /["']bun:test["']/;

/** Queries of Testing Library that throw where there is no such element. */
const throwing = /\b(?:get|find)(?:All)?By[A-Z]\w*\(/;

/**
 * Reports `expect(a);`, which asks nothing of `a`, and `expect(a).rejects.toThrow();`, whose answer comes when the test has
 * ended.
 */
export const emptyExpectation: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { bare: "'{{code}}' expects nothing.", late: "'{{code}}' is not awaited." },
  },
  create: context => {
    const { sourceCode } = context;
    const bare: CallExpression[] = [];
    let hasMatchers = false;
    return {
      CallExpression(node) {
        if (isExpect(node.callee) && node.parent.type === 'MemberExpression') hasMatchers = true;
      },
      ExpressionStatement({ expression }) {
        if (expression.type !== 'CallExpression') return;
        const isBare = isExpect(expression.callee) && expression.arguments.length === 1;
        if (isBare && !expression.arguments.some(each => throwing.test(madeBy(each, sourceCode))))
          bare.push(expression);
        const late = promised(expression.callee);
        if (late !== undefined && isGiven(sourceCode) && !waiting.test(sourceCode.text))
          context.report({ node: expression, messageId: 'late', data: { code: `.${late}` } });
      },
      'Program:exit'() {
        // Whatever else is called so has no matchers.
        if (!hasMatchers || !isGiven(sourceCode)) return;
        for (const node of bare) context.report({ node, messageId: 'bare', data: { code: sourceCode.getText(node) } });
      },
    };
  },
};

/** An expression, or what a variable was declared with. */
function madeBy(node: Node, source: SourceCode): string {
  const variable = source.getScope(node).references.find(({ identifier }) => identifier === node)?.resolved;
  const [definition] = variable?.defs ?? [];
  const value = definition?.type === 'Variable' ? definition.node.init : undefined;
  return source.getText(value ?? node);
}

function isExpect(callee: Node): callee is Identifier {
  return callee.type === 'Identifier' && callee.name === 'expect';
}

/** `rejects` of `expect(a).rejects.not.toThrow`, which makes a promise of the matcher. */
function promised(callee: CallExpression['callee']): string | undefined {
  let each: Expression | CallExpression['callee'] = callee;
  let word: string | undefined;
  while (each.type === 'MemberExpression' && each.object.type !== 'Super') {
    const { property, computed } = each;
    // Chai's `to.be.rejected` is another language.
    if (!computed && property.type === 'Identifier' && /^(?:rejects|resolves)$/.test(property.name))
      word = property.name;
    each = each.object;
  }
  return each.type === 'CallExpression' && isExpect(each.callee) ? word : undefined;
}

/** Whether `expect` is that of a runner, or of a library for tests. */
function isGiven({ scopeManager }: SourceCode): boolean {
  const definitions = scopeManager.scopes.flatMap(({ set }) => set.get('expect')?.defs ?? []);
  return definitions.every(
    ({ parent }) => parent?.type === 'ImportDeclaration' && givers.test(String(parent.source.value)),
  );
}
