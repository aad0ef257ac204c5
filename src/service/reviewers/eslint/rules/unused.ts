import { isTestPath } from '../../../engine/reviewer.ts';
import { closestAncestor } from '../falsePositives/expressions.ts';
import { isUsedElsewhere } from '../falsePositives/unusedNames.ts';
import type { LintRule } from '../report.ts';

/** Tests of types and benchmarks, which need no results, and scripts that are served as they are: many are copies. */
const unheld = /[._-]test-d\.[cm]?tsx?$|(?:^|\/)(?:bench(?:mark(?:s|ing)?)?\/|(?:public|static)\/.*\.js$)/;
/** Tests of types. */
const typeTest =
  /(?:^|\/)types?(?:\/tests?\/|[/.](?:[\w-]+\.)?tests?\.[cm]?tsx?$)|(?:^|\/)tests?\/(?:dts|ts|types?|typescript|typings)\//;
/** Examples. */
const shown = /(?:^|\/)(?:examples?|demos?|playgrounds?|samples?|benchmarks?|templates?(?:-\w+)*|docs?)\//i;

const body = 'Remove it, or use it if that was meant.';

/** Rules on names that nothing uses. */
export const unusedRules: Readonly<Record<string, LintRule>> = {
  '@typescript-eslint/no-unused-vars': {
    severity: 'low',
    category: 'maintainability',
    isAboutName: true,
    options: [
      {
        args: 'none',
        caughtErrors: 'none',
        varsIgnorePattern: '^_',
        destructuredArrayIgnorePattern: '^_',
        ignoreRestSiblings: true,
      },
    ],
    exceptInComponents: true,
    // A schema has to be a value even if only its type is used.
    ignoredMessages: /only used as a type/,
    isFalsePositive: isUsedElsewhere,
    exceptIn: unheld,
    // Values in examples, benchmarks and tests of types need not be used.
    ignoredMessagesIn: {
      isThere: path => [shown, typeTest].some(each => each.test(path)) || isTestPath(path),
      messages: /assigned a value/,
    },
    say: ({ node, names: [name = ''] }) => ({
      title: `\`${name}\` is ${closestAncestor(node, 'ImportDeclaration') === undefined ? 'declared' : 'imported'} and not used.`,
      body,
    }),
  },
  'no-unused-private-class-members': {
    severity: 'low',
    category: 'maintainability',
    isAboutName: true,
    say: ({ names: [name = ''] }) => ({ title: `\`${name}\` is declared and nothing in the class reads it.`, body }),
  },
};
