import { posix } from 'node:path';
import promise from 'eslint-plugin-promise';
import * as regexp from 'eslint-plugin-regexp';
import type { ESLint, Linter as LinterTypes, Rule, SourceCode } from 'eslint';
import { Linter } from 'eslint/universal';
import typescript from '@typescript-eslint/eslint-plugin';
import * as parser from '@typescript-eslint/parser';
import { lazy } from '../../../core/base/lazy.ts';
import type { DiffFile } from '../../engine/diff/diffModel.ts';
import { languageOf } from '../../engine/diff/fileKind.ts';
import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import { isTestPath, type Reviewer, type ReviewerFinding, type TextEdit } from '../../engine/reviewer.ts';
import { locateFinding } from '../../engine/result/locatedFinding.ts';
import { rangeOf } from '../../engine/diff/textPosition.ts';
import { isTestFixture } from '../isTestFixture.ts';
import { findSuppression } from './suppressions.ts';
import { asyncCallback } from './customRules/asyncCallback.ts';
import { shellFromTemplate, sqlFromTemplate } from './customRules/injection.ts';
import { identicalBranches } from './customRules/identicalBranches.ts';
import { noDebugger } from './customRules/noDebugger.ts';
import { noOnlyTests } from './customRules/noOnlyTests.ts';
import { innerHtml, messageToAny, tlsUnchecked } from './customRules/insecureOptions.ts';
import { ruleConfig, rules } from './rules.ts';

const declarations = /\.d\.(?:\w+\.)?[cm]?ts$/;

const own: ESLint.Plugin = {
  rules: {
    'async-callback': asyncCallback,
    'identical-branches': identicalBranches,
    'inner-html': innerHtml,
    'left-debugger': noDebugger,
    'message-to-any': messageToAny,
    'only-in-test': noOnlyTests,
    'shell-from-template': shellFromTemplate,
    'sql-from-template': sqlFromTemplate,
    'tls-unchecked': tlsUnchecked,
  },
};

const config: LinterTypes.Config[] = [
  {
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    // The plugins' types differ from ESLint's in rules that are not used here.
    plugins: {
      '@typescript-eslint': typescript as unknown as ESLint.Plugin,
      promise,
      regexp: regexp,
      review: own,
    },
    languageOptions: { parser: parser, ecmaVersion: 'latest', parserOptions: { preserveNodeMaps: false } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: ruleConfig,
  },
];

const unparsed = 'cannot be parsed';

/**
 * Where ESLint names the failed rule: in the last line if it failed on the code, in the first if it could not start.
 */
const failingRule = /^Rule: "(.+)"$|^Error while loading rule '(.+?)':/m;

/** ESLint with the curated rules. Ignores the repository's own configuration. */
export const eslintReviewer: Reviewer = {
  id: 'eslint',
  review: (diff, signal) => {
    const files = diff.files.filter(({ path }) => languageOf(path) === 'script' && !declarations.test(path));
    if (files.length === 0)
      return Promise.resolve({
        status: 'skipped',
        reason: 'no JavaScript or TypeScript was changed',
        nothingToRead: true,
      });
    const linter = new Linter({ configType: 'flat' });
    const findings: ReviewerFinding[] = [];
    const read: string[] = [];
    const testData: string[] = [];
    const notifications: ReviewerNotification[] = [];
    let count = 0;
    for (const file of files) {
      signal.throwIfAborted();
      if (isTestFixture(file)) {
        testData.push(file.path);
        continue;
      }
      const failed = new Set<string>();
      const found = findingsIn(linter, file, failed);
      if (found === undefined) notifications.push({ path: file.path, reason: unparsed });
      else {
        for (const rule of failed) notifications.push({ path: file.path, reason: `the rule ${rule} failed` });
        if (failed.size === 0) read.push(file.path);
        count++;
        findings.push(...found);
      }
    }
    if (count + testData.length === 0) return Promise.resolve({ status: 'failed', reason: unparsed });
    return Promise.resolve({ status: 'ok', findings, files: count, read, testData, notifications });
  },
};

/** @param failed receives the rules that fail on the file @returns undefined if the file cannot be parsed */
function findingsIn(linter: Linter, file: DiffFile, failed: Set<string>): ReviewerFinding[] | undefined {
  // Directives in the file decide what is shown, not what is found.
  const messages = lint(linter, file, file.text, false, failed);
  if (messages === undefined) return undefined;
  const source = linter.getSourceCode();
  const hidingComment = lazy(() =>
    findSuppression(file, source.getAllComments(), text => lint(linter, file, text, true, failed)),
  );
  return messages.flatMap(message => {
    const finding = findingOf(file, message, source);
    if (finding === undefined || locateFinding(finding) === undefined) return finding ?? [];
    return { ...finding, hiddenBy: hidingComment()(message) };
  });
}

/**
 * @param isHeeding whether directives in the text may disable rules
 * @param failed rules to skip; receives those that fail on the text
 * @returns undefined if the file cannot be parsed
 */
function lint(
  linter: Linter,
  file: DiffFile,
  text: string,
  isHeeding: boolean,
  failed: Set<string>,
): LinterTypes.LintMessage[] | undefined {
  // Only the extension matters, and a name from the repository must not be taken for a path of this machine.
  const filename = `reviewed${posix.extname(file.path).toLowerCase()}`;
  const without: LinterTypes.Config = { rules: Object.fromEntries([...failed].map(rule => [rule, 'off'])) };
  try {
    const messages = linter.verify(text, [...config, without], { filename, allowInlineConfig: isHeeding });
    return messages.some(({ fatal }) => fatal === true) ? undefined : messages;
  } catch (error) {
    // A rule that crashes must not stop the others.
    const rule = error instanceof Error ? failingRule.exec(error.message)?.slice(1).find(Boolean) : undefined;
    if (rule === undefined || failed.has(rule)) throw error;
    failed.add(rule);
    return lint(linter, file, text, isHeeding, failed);
  }
}

function findingOf(file: DiffFile, message: LinterTypes.LintMessage, source: SourceCode): ReviewerFinding | undefined {
  const { ruleId, line, column, endLine = line, endColumn = column + 1 } = message;
  const facts = ruleId === null ? undefined : rules[ruleId];
  if (ruleId === null || facts === undefined || (facts.exceptTests === true && isTestPath(file.path))) return undefined;
  if (facts.exceptIn?.test(file.path) === true) return undefined;
  if (facts.ignoredMessages?.test(message.message) === true) return undefined;
  if (facts.ignoredMessagesIn?.isThere(file.path) === true && facts.ignoredMessagesIn.messages.test(message.message))
    return undefined;
  const offset = offsetIn(source, line, column);
  const node = offset === undefined ? null : source.getNodeByRangeIndex(offset);
  if (node !== null && facts.isFalsePositive?.(node as Rule.Node, source) === true) return undefined;
  // Directives may name rules of plugins that are not loaded.
  if (message.message.startsWith('Definition for rule')) return undefined;
  const shown = node === null ? undefined : facts.shownAt?.(node as Rule.Node);
  const from = shown === undefined ? offset : offsetIn(source, shown.start.line, shown.start.column + 1);
  const to =
    shown === undefined ? offsetIn(source, endLine, endColumn) : offsetIn(source, shown.end.line, shown.end.column + 1);
  return {
    file,
    range: rangeOf(file, from, to),
    rule: `eslint/${ruleId}`,
    ruleUrl: urlOf(ruleId),
    severity: facts.severity,
    category: facts.category,
    // The rest of the message names the rule's options.
    title: message.message.replace(/ Allowed unused .*$/s, ''),
    body: facts.why,
    fix: fixOf(message),
  };
}

/**
 * Undefined if there is no such position.
 * @param line from 1, as ESLint counts them
 * @param column from 1
 */
function offsetIn(source: SourceCode, line: number, column: number): number | undefined {
  try {
    return source.getIndexFromLoc({ line, column: column - 1 });
  } catch {
    return undefined;
  }
}

/** The rule's fix, or its suggestion if it has exactly one. */
function fixOf({ fix, suggestions = [] }: LinterTypes.LintMessage): TextEdit[] | undefined {
  const found = fix ?? (suggestions.length === 1 ? suggestions[0]?.fix : undefined);
  return found === undefined ? undefined : [{ start: found.range[0], end: found.range[1], text: found.text }];
}

function urlOf(rule: string): string | undefined {
  if (rule.startsWith('review/')) return undefined;
  if (rule.startsWith('@typescript-eslint/')) return `https://typescript-eslint.io/rules/${rule.slice(19)}`;
  if (rule.startsWith('promise/'))
    return `https://github.com/eslint-community/eslint-plugin-promise/blob/main/docs/rules/${rule.slice(8)}.md`;
  if (rule.startsWith('regexp/')) return `https://ota-meshi.github.io/eslint-plugin-regexp/rules/${rule.slice(7)}.html`;
  return `https://eslint.org/docs/latest/rules/${rule}`;
}
