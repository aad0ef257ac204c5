import type { Scope } from 'eslint';
import { hasImportsOrExports } from '../../hasImportsOrExports.ts';
import { quote } from '../../rule.ts';
import { closestAncestor, type FalsePositiveCheck } from '../falsePositives/expressions.ts';
import type { LintReport, LintRule } from '../report.ts';

const crash = (say: LintRule['say']): LintRule => ({
  severity: 'medium',
  category: 'bug',
  say,
});

/** The name of the class around a node, and the code of what it extends. */
function classAround({ node, source }: LintReport): { readonly name: string; readonly base: string } {
  const around = closestAncestor(node, 'ClassDeclaration', 'ClassExpression');
  if (around?.type !== 'ClassDeclaration' && around?.type !== 'ClassExpression') return { name: 'class', base: '' };
  return {
    name: around.id?.name ?? 'class',
    base: around.superClass ? source.getText(around.superClass) : '',
  };
}

/** Whether a name is declared there, alone or in a pattern: `const { name } = values`. */
function isDeclared(node: LintReport['node']): boolean {
  const around = closestAncestor(node, 'VariableDeclarator');
  if (around?.type !== 'VariableDeclarator' || around.id.range === undefined || node.range === undefined) return false;
  return node.range[0] >= around.id.range[0] && node.range[1] <= around.id.range[1];
}

/** Whether the name of a node has two declarations in one scope. */
const isDeclaredTwice: FalsePositiveCheck = (node, source) => {
  const name = source.getText(node);
  for (let scope: Scope.Scope | null = source.getScope(node); scope !== null; scope = scope.upper) {
    const variable = scope.set.get(name);
    if (variable !== undefined) return variable.defs.length > 1;
  }
  return false;
};

/** Rules on code that throws whenever it runs. */
export const crashRules: Readonly<Record<string, LintRule>> = {
  'constructor-super': {
    ...crash(report => {
      const { name, base } = classAround(report);
      const twice = report.messageId === 'duplicate';
      return {
        title: twice
          ? `The constructor of \`${name}\` calls \`super()\` twice: \`new ${name}()\` throws.`
          : `The constructor of \`${name}\` does not call \`super()\`${report.messageId === 'missingSome' ? ' on every path' : ''}: \`new ${name}()\` throws.`,
        body: `\`${name}\` extends ${quote(base)}, so its constructor has to call \`super()\` once before it ends.`,
      };
    }),
    // The rule reports this of any cast superclass, `extends (Base as any)`.
    ignoredMessages: /not a constructor/,
  },
  'no-const-assign': {
    ...crash(({ names: [name = ''] }) => ({
      title: `\`${name}\` is a constant: assigning to it throws.`,
      body: 'Declare it with `let`, or use another name.',
    })),
    // The two scripts of a component may each have one of that name.
    isFalsePositive: isDeclaredTwice,
  },
  'no-import-assign': {
    // Tests replace imports by mocks, which their transforms allow.
    exceptTests: true,
    // A declaration of the same name stands beside a type that is imported.
    // What exports by `module.exports` is built for it, so that a module is an object like any other.
    isFalsePositive: (node, { text }) => isDeclared(node) || /\bmodule\.exports[ \t]*=/.test(text),
    ...crash(({ names: [name = ''] }) => ({
      title: `\`${name}\` is imported: assigning to it throws.`,
      body: 'Imports are constants, and so are the members of `import * as`. Have the module export a function that sets it.',
    })),
  },
  'no-invalid-regexp': crash(({ node, source }) => {
    const call = closestAncestor(node, 'NewExpression', 'CallExpression') ?? node;
    return {
      title: `${quote(source.getText(call))} throws: the pattern is no valid regular expression.`,
      body: 'It throws a `SyntaxError` when the line runs. In a text, a backslash has to be written twice.',
    };
  }),
  'no-new-native-nonconstructor': {
    ...crash(({ node, source }) => ({
      title: `\`new ${source.getText(node)}()\` throws: \`${source.getText(node)}\` is called without \`new\`.`,
      body: 'It is a function that is no constructor.',
    })),
    // Other scripts of a page may have made one of that name.
    isFalsePositive: (_, source) => !hasImportsOrExports(source.text),
  },
  'no-obj-calls': crash(({ code, node, source }) => {
    const call = closestAncestor(node, 'CallExpression', 'NewExpression');
    return {
      title: `${quote(call === undefined ? code : source.getText(call))} throws: it calls an object that is no function.`,
      body: 'Was one of its methods meant?',
    };
  }),
  'no-this-before-super': crash(report => ({
    title: `\`${report.names[0] ?? 'this'}\` is used before \`super()\`: \`new ${classAround(report).name}()\` throws.`,
    body: 'The object is made by `super()`. Call it first.',
  })),
};
