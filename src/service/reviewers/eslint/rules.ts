import type { Linter } from 'eslint';
import { isTestPath } from '../../engine/reviewer.ts';
import {
  isTypeofComparison,
  isContinuationLine,
  hasSideEffect,
  isBuildPlaceholder,
  isTrustedText,
  isMapResultUnused,
  isChainNeverShort,
  isFallThroughHarmless,
  isRoundedLiteral,
  isElementDisabled,
  returnsFirstElement,
  isNaNCheck,
} from './falsePositives/expressions.ts';
import { mayHaveSetter, isResultAssigned, isSelfWrapped } from './falsePositives/assignments.ts';
import { catchesAllErrors, catchesAwaited, discardsNothing, isErrorHandled } from './falsePositives/errors.ts';
import { assignedElsewhere, isUsedElsewhere } from './falsePositives/unusedNames.ts';
import { bug, cleanup, security, type RuleFacts } from './curatedRule.ts';
import { aboveCase } from './reportLocation.ts';

/** Tools that developers run on their own files. */
const developing =
  /(?:^|\/)(?:scripts?|bin|tools?|tooling|extra|builds?|ci|release|tasks?|hack|\.\w+|benchmarks?|examples?)\/|(?:^|\/)(?:gulpfile|Gruntfile)\.|\.config\.\w+$/i;
/** Tests of types and benchmarks, which need no results. */
const triedOut = /[._-]test-d\.[cm]?tsx?$|(?:^|\/)bench(?:mark(?:s|ing)?)?\//;
/** Tests of types. */
const typeTest =
  /(?:^|\/)types?(?:\/tests?\/|[/.](?:[\w-]+\.)?tests?\.[cm]?tsx?$)|(?:^|\/)tests?\/(?:dts|ts|types?|typescript|typings)\//;
/** Examples. */
const shown = /(?:^|\/)(?:examples?|demos?|playgrounds?|samples?|benchmarks?|templates?(?:-\w+)*|docs?)\//i;

/**
 * The curated rules, chosen for their precision on changed lines of real repositories (docs/decisions/reviewers.md). Those
 * with the prefix `review/` are defined here.
 */
export const rules: Readonly<Record<string, RuleFacts>> = {
  'constructor-super': {
    ...bug('high', 'A derived class has to call `super()` before it uses `this`, or making an object of it throws.'),
    // The rule reports this of any cast superclass, `extends (Base as any)`.
    ignoredMessages: /not a constructor/,
  },
  'for-direction': bug('high', 'The counter moves away from the bound, so the loop never ends or never runs.'),
  'getter-return': {
    ...bug('medium', 'A getter that returns nothing reads as `undefined`.'),
    // A function that returns a value on some paths means `undefined` on the others.
    ignoredMessages: /\balways return\b/,
  },
  'no-async-promise-executor': {
    ...bug(
      'high',
      'What an `async` executor throws is lost, and the promise never settles. Await outside the constructor, or use an ordinary function and call `reject`.',
    ),
    isFalsePositive: catchesAllErrors,
  },
  'no-class-assign': {
    ...bug('high', 'Assigning to the name of a class replaces it for all code below.'),
    isFalsePositive: isSelfWrapped,
  },
  'no-compare-neg-zero': bug('medium', '`x === -0` is true for `0` too. Use `Object.is(x, -0)`.'),
  'no-cond-assign': {
    ...bug('high', 'This assigns where a comparison was most likely meant.', ['except-parens']),
    isFalsePositive: isResultAssigned,
  },
  'no-const-assign': bug('high', 'Assigning to a constant throws when the line runs.'),
  'no-constant-binary-expression': {
    ...bug('high', 'The result is always the same, so one side of it has no effect.'),
    exceptTests: true,
    isFalsePositive: (node, source) =>
      [isBuildPlaceholder, isTypeofComparison, isElementDisabled].some(check => check(node, source)),
  },
  'no-constant-condition': {
    ...bug('medium', 'The condition never changes, so one branch is dead.', [{ checkLoops: false }]),
    isFalsePositive: isBuildPlaceholder,
  },
  'no-delete-var': bug('medium', '`delete` does nothing to a variable and is an error in strict code.'),
  'no-dupe-args': bug('high', 'The second parameter of the same name hides the first.'),
  'no-dupe-else-if': bug('high', 'An earlier branch has the same condition, so this one never runs.'),
  'no-dupe-keys': bug('high', 'The later entry silently replaces the earlier one.'),
  'no-duplicate-case': bug('high', 'An earlier `case` has the same value, so this one never runs.'),
  'no-empty-character-class': bug('high', 'An empty class matches nothing, so the expression never matches.'),
  'no-ex-assign': bug('medium', 'Assigning to the caught error loses it.'),
  'no-fallthrough': {
    ...bug(
      'high',
      'This `case` runs on into the next one. Add a `break`, or a comment `// falls through` if it is meant.',
    ),
    isFalsePositive: isFallThroughHarmless,
    shownAt: aboveCase,
  },
  'no-func-assign': {
    ...bug('high', 'Assigning to the name of a function replaces it for all callers.'),
    isFalsePositive: isSelfWrapped,
  },
  'no-global-assign': bug('high', 'This replaces a built-in for the whole program.'),
  // Tests replace imports by mocks, which their transforms allow.
  'no-import-assign': { ...bug('high', 'Imports are constants: this throws when the line runs.'), exceptTests: true },
  'no-invalid-regexp': bug('high', 'The expression cannot be compiled: this throws when the line runs.'),
  'no-loss-of-precision': {
    ...bug('high', 'The number is too long to be represented: another one is used in its place.'),
    isFalsePositive: isRoundedLiteral,
  },
  'no-misleading-character-class': {
    ...bug('medium', 'A character made of several code points is taken apart by the class.'),
    ignoredMessages: /combined character/,
  },
  'no-new-native-nonconstructor': bug('high', 'This is no constructor: `new` throws when the line runs.'),
  'no-obj-calls': bug('high', 'This is an object, not a function: calling it throws.'),
  'no-self-assign': {
    ...bug('medium', 'The value is assigned to itself. Was another name meant on one side?'),
    isFalsePositive: mayHaveSetter,
  },
  'no-self-compare': {
    ...bug(
      'high',
      'Both sides are the same, so the result never depends on the value. Was another name meant on one side? To test for `NaN`, use `Number.isNaN`.',
    ),
    isFalsePositive: isNaNCheck,
  },
  'no-setter-return': bug('medium', 'What a setter returns is dropped.'),
  'no-shadow-restricted-names': {
    ...bug('medium', 'The name of a built-in means something else from here on.'),
    // A missing argument means the same.
    ignoredMessages: /'undefined'/,
  },
  'no-sparse-arrays': { ...bug('medium', 'Two commas in a row make a hole in the array.'), exceptTests: true },
  'no-this-before-super': bug('high', '`this` does not exist before `super()` has been called.'),
  'no-unexpected-multiline': {
    ...bug('high', 'Without a semicolon this line continues the one above.'),
    isFalsePositive: isContinuationLine,
  },
  // Tests may narrow a type like this.
  'no-unreachable': { ...bug('medium', 'The code above always leaves, so this never runs.'), exceptTests: true },
  'no-unsafe-finally': {
    ...bug('high', 'Leaving from `finally` discards the error or the value that was on its way.'),
    isFalsePositive: discardsNothing,
  },
  'no-unsafe-negation': bug('high', '`!` binds tighter than the operator: the left side is negated, not the result.'),
  'no-unsafe-optional-chaining': {
    ...bug('high', 'Where the chain stops early, its value is `undefined`, and using it like this throws.'),
    isFalsePositive: isChainNeverShort,
  },
  'no-unused-private-class-members': cleanup('Nothing reads it. Remove it, or use it.'),
  'no-useless-backreference': bug(
    'medium',
    'The group cannot have matched at this point, so the reference matches nothing.',
  ),
  'no-with': bug('medium', '`with` is an error in strict code.'),
  'use-isnan': bug('high', 'Nothing equals `NaN`, not even `NaN`. Use `Number.isNaN`.'),
  'valid-typeof': bug('high', '`typeof` never gives this text, so the comparison is always false.'),
  'no-unassigned-vars': {
    ...bug('medium', 'Nothing is ever assigned to it, so it is always `undefined`.'),
    isFalsePositive: assignedElsewhere,
  },
  'preserve-caught-error': {
    ...cleanup('The new error hides where the old one came from. Pass it on as `cause`.'),
    isFalsePositive: isErrorHandled,
  },
  'no-unreachable-loop': {
    ...bug('high', 'Every path leaves the loop in its first round.'),
    isFalsePositive: returnsFirstElement,
  },
  'array-callback-return': {
    ...bug(
      'high',
      'On some path the callback returns nothing, so the array gets `undefined` there.',
      // A bare `return` is explicit.
      [{ allowImplicit: true }],
    ),
    // Where a boolean is expected, `undefined` works like `false`.
    ignoredMessages:
      /\b(?:every|filter|find|findIndex|findLast|findLastIndex|some)\(\) expects a value to be returned at the end/,
    isFalsePositive: isMapResultUnused,
  },
  'no-implied-eval': security('high', 'Text is run as code. Pass a function instead.'),
  'no-new-func': {
    ...security('high', 'Text is run as code: anyone who can change the text can run anything.'),
    exceptTests: true,
    isFalsePositive: isTrustedText,
  },
  'no-eval': {
    ...security('high', 'Text is run as code: anyone who can change the text can run anything.'),
    exceptTests: true,
    isFalsePositive: isTrustedText,
  },
  '@typescript-eslint/no-unused-vars': {
    ...cleanup('Nothing uses it. Remove it, or use it if that was meant.', [
      {
        args: 'none',
        caughtErrors: 'none',
        varsIgnorePattern: '^_',
        destructuredArrayIgnorePattern: '^_',
        ignoreRestSiblings: true,
      },
    ]),
    // A schema has to be a value even if only its type is used.
    ignoredMessages: /only used as a type/,
    isFalsePositive: isUsedElsewhere,
    exceptIn: triedOut,
    // Values in examples, benchmarks and tests of types need not be used.
    ignoredMessagesIn: {
      isThere: path => [shown, typeTest].some(each => each.test(path)) || isTestPath(path),
      messages: /assigned a value/,
    },
  },
  '@typescript-eslint/no-misused-new': {
    ...bug('medium', 'An interface cannot be made with `new`, and a class has a `constructor`.'),
    // JavaScript with interfaces is another language, such as Flow.
    exceptIn: /\.[cm]?jsx?$/,
  },
  '@typescript-eslint/no-unused-expressions': {
    ...bug('medium', 'The value is computed and dropped. Was a call or an assignment meant?'),
    isFalsePositive: hasSideEffect,
  },
  '@typescript-eslint/no-duplicate-enum-values': bug(
    'medium',
    'Two members have the same value and cannot be told apart.',
  ),
  'promise/valid-params': {
    ...bug('medium', 'The method takes another number of arguments; the others are dropped.'),
    // Other promise libraries accept more arguments: error types and progress callbacks.
    ignoredMessages: /\.(?:catch\(\).* received [2-9]|then\(\).* received [3-9])$/,
  },
  'regexp/no-dupe-disjunctions': {
    ...bug(
      'medium',
      'An earlier alternative already matches this, so it has no effect, or takes very long on hostile text.',
    ),
    ignoredMessages: /useless|superset|overlap/,
  },
  'review/async-callback': {
    ...bug(
      'high',
      'The method does not wait for the promises that the callback returns: errors are lost, and the code below runs before the work is done. Use `for … of` with `await`, or `await Promise.all(list.map(…))`.',
    ),
    isFalsePositive: catchesAwaited,
    knownAs: /no-misused-promises/,
  },
  'review/identical-branches': bug('medium', 'The condition has no effect. Was one of them meant to differ?'),
  'review/left-debugger': {
    ...bug('medium', 'This stops the program if developer tools are open.'),
    knownAs: /no-debugger/,
  },
  'review/only-in-test': {
    ...bug('high', 'With `.only` none of the other tests of the suite runs, and the run is green all the same.'),
    knownAs: /no-(?:focused|only|exclusive)-tests?/,
  },
  'review/sql-from-template': {
    ...security(
      'critical',
      'A value in the text of a query can change the query (SQL injection). Pass it as a parameter, such as `$1` or `?`.',
    ),
    exceptTests: true,
  },
  'review/shell-from-template': {
    ...security(
      'high',
      'A value in the text of a shell command can run other commands. Use `execFile` or `spawn` with a list of arguments and no shell.',
    ),
    exceptTests: true,
    exceptIn: developing,
  },
  'review/inner-html': {
    ...security('medium', 'Text that becomes HTML can bring scripts along. Use `textContent`, or sanitise it.'),
    exceptTests: true,
    exceptIn: shown,
  },
  'review/tls-unchecked': {
    ...security(
      'high',
      'Without certificate verification, anyone on the network path can read and change what is sent.',
    ),
    exceptTests: true,
  },
  'review/message-to-any': {
    ...security('medium', 'With `*` the message goes to whatever page is in that window. Name the origin.'),
    exceptTests: true,
  },
};

/** The `rules` of the ESLint configuration. */
export const ruleConfig: Linter.RulesRecord = Object.fromEntries(
  Object.entries(rules).map(([name, { options = [] }]) => [name, ['warn', ...options]]),
);
