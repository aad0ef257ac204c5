import type { ESLint, Linter as LinterTypes } from 'eslint';
import { Linter } from 'eslint/universal';
import typescript from '@typescript-eslint/eslint-plugin';
import * as parser from '@typescript-eslint/parser';
import type { Diagnostic, SourceFile } from 'typescript';
import { parse } from '../scripts/compile.ts';
import { withoutTolerated } from '../scripts/tolerated.ts';
import { asyncCallback } from './customRules/asyncCallback.ts';
import { conditionalHook } from './customRules/conditionalHook.ts';
import { contradictingComparisons } from './customRules/conditions.ts';
import { emptyExpectation } from './customRules/emptyExpectation.ts';
import { identicalBranches } from './customRules/identicalBranches.ts';
import { indexAsCondition } from './customRules/indexAsCondition.ts';
import { noDebugger } from './customRules/noDebugger.ts';
import { noOnlyTests } from './customRules/noOnlyTests.ts';
import { sqlFromTemplate } from './customRules/sqlFromTemplate.ts';
import { uncalledMatcher } from './customRules/uncalledMatcher.ts';
import { ruleConfig } from './rules.ts';

const own: ESLint.Plugin = {
  rules: {
    'async-callback': asyncCallback,
    'conditional-hook': conditionalHook,
    'contradicting-comparisons': contradictingComparisons,
    'identical-branches': identicalBranches,
    'index-as-condition': indexAsCondition,
    'left-debugger': noDebugger,
    'only-in-test': noOnlyTests,
    'sql-from-template': sqlFromTemplate,
    'empty-expectation': emptyExpectation,
    'uncalled-matcher': uncalledMatcher,
  },
};

/** Reads JavaScript that engines or Babel take, although the compiler refuses it. */
const tolerantParser = {
  ...parser,
  parseForESLint: (text: string, options: { readonly filePath: string }) => {
    const source = parse(text, options.filePath) as SourceFile & { parseDiagnostics: Diagnostic[] };
    if (/\.[cm]?jsx?$/.test(options.filePath))
      source.parseDiagnostics = withoutTolerated(text, source.parseDiagnostics);
    return parser.parseForESLint(source, options);
  },
};

const config: LinterTypes.Config[] = [
  {
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    // The plugins' types differ from ESLint's in rules that are not used here.
    plugins: {
      '@typescript-eslint': typescript as unknown as ESLint.Plugin,
      review: own,
    },
    languageOptions: { parser: tolerantParser, ecmaVersion: 'latest', parserOptions: { preserveNodeMaps: false } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: ruleConfig,
  },
];

/** Where ESLint names the failed rule: in the last line if it failed on the code, in the first if it could not start. */
const failingRule = /^Rule: "(.+)"$|^Error while loading rule '(.+?)':/m;

/** ESLint with the rules that are on; the repository's own configuration is ignored. */
export function createLinter(): Linter {
  return new Linter({ configType: 'flat' });
}

/**
 * Runs the rules on a text.
 * @param extension of a file with such a text, such as `.ts`
 * @param isHeeding whether directives in the text may disable rules
 * @param failed rules to skip; receives those that fail on the text
 * @returns the line of the first error, from 1, if the text cannot be parsed
 * @throws RangeError for code that is nested too deeply
 */
export function lint(
  linter: Linter,
  extension: string,
  text: string,
  isHeeding: boolean,
  failed: Set<string>,
): LinterTypes.LintMessage[] | number {
  // A name from the repository must not be taken for a path of this machine.
  const filename = `reviewed${extension}`;
  const without: LinterTypes.Config = { rules: Object.fromEntries([...failed].map(rule => [rule, 'off'])) };
  try {
    const messages = linter.verify(text, [...config, without], { filename, allowInlineConfig: isHeeding });
    const fatal = messages.find(each => each.fatal === true);
    if (fatal === undefined) return messages;
    // Without a line it is no syntax error: the parser gave up.
    if (!Number.isInteger(fatal.line)) throw new RangeError(fatal.message);
    return fatal.line;
  } catch (error) {
    // A rule that crashes must not stop the others.
    const rule = error instanceof Error ? failingRule.exec(error.message)?.slice(1).find(Boolean) : undefined;
    if (rule === undefined || failed.has(rule)) throw error;
    failed.add(rule);
    return lint(linter, extension, text, isHeeding, failed);
  }
}

/** Address of a rule's page. */
export function urlOf(rule: string): string | undefined {
  if (rule.startsWith('review/')) return undefined;
  if (rule.startsWith('@typescript-eslint/')) return `https://typescript-eslint.io/rules/${rule.slice(19)}`;
  return `https://eslint.org/docs/latest/rules/${rule}`;
}
