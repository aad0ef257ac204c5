import promise from 'eslint-plugin-promise';
import * as regexp from 'eslint-plugin-regexp';
import type { ESLint, Linter as LinterTypes, Rule, SourceCode } from 'eslint';
import { Linter } from 'eslint/universal';
import typescript from '@typescript-eslint/eslint-plugin';
import * as parser from '@typescript-eslint/parser';
import type { DiffFile } from '../../engine/diffModel.ts';
import { isTestPath, type Reviewer, type ReviewerFinding, type TextEdit } from '../../engine/reviewer.ts';
import { isTestData } from '../testData.ts';
import { asyncCallback } from './ownRules/asyncCallback.ts';
import { shellFromTemplate, sqlFromTemplate } from './ownRules/codeFromTemplate.ts';
import { identicalBranches } from './ownRules/identicalBranches.ts';
import { leftDebugger } from './ownRules/leftDebugger.ts';
import { onlyInTest } from './ownRules/onlyInTest.ts';
import { innerHtml, messageToAny, tlsUnchecked } from './ownRules/openDoors.ts';
import { ruleConfig, rules } from './rules.ts';

const declarations = /\.d\.(?:\w+\.)?[cm]?ts$/;
const script = /\.([cm]?[jt]s|[jt]sx)$/;

// What compilers and bundlers put around what they make.
const compiled =
  /^var __(?:assign|awaiter|createBinding|decorate|extends|generator|importDefault) = \(?this && this\.__|^\(function \(global, factory\) \{|^[ \t]*"@babel\/helpers|\b__webpack_require__\(/m;

const own: ESLint.Plugin = {
  rules: {
    'async-callback': asyncCallback,
    'identical-branches': identicalBranches,
    'inner-html': innerHtml,
    'left-debugger': leftDebugger,
    'message-to-any': messageToAny,
    'only-in-test': onlyInTest,
    'shell-from-template': shellFromTemplate,
    'sql-from-template': sqlFromTemplate,
    'tls-unchecked': tlsUnchecked,
  },
};

const config: LinterTypes.Config[] = [
  {
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    // The plugins' own types differ from ESLint's in rules that are not used here.
    plugins: {
      '@typescript-eslint': typescript as unknown as ESLint.Plugin,
      promise,
      regexp: regexp,
      review: own,
    },
    languageOptions: { parser: parser, ecmaVersion: 'latest' },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: ruleConfig,
  },
];

/** ESLint with the curated rules, on the text as it is in the head. The repository's own configuration is not read. */
export const eslintReviewer: Reviewer = {
  id: 'eslint',
  review: (diff, signal) => {
    const files = diff.files.filter(({ path }) => script.test(path) && !declarations.test(path));
    if (files.length === 0)
      return Promise.resolve({
        status: 'skipped',
        reason: 'no JavaScript or TypeScript was changed',
        nothingToRead: true,
      });
    const linter = new Linter({ configType: 'flat' });
    const findings: ReviewerFinding[] = [];
    const read: string[] = [];
    const unparsed: string[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      const messages = lint(linter, file);
      if (messages === undefined) unparsed.push(file.path);
      else {
        read.push(file.path);
        if (isTestData(file) || compiled.test(file.text)) continue;
        const source = linter.getSourceCode();
        findings.push(...messages.flatMap(message => findingOf(file, message, source) ?? []));
      }
    }
    if (unparsed.length === files.length) {
      return Promise.resolve({ status: 'failed', reason: `none of the ${files.length} files could be parsed` });
    }
    const reason = unparsed.length === 0 ? {} : { reason: `could not parse ${unparsed.slice(0, 3).join(', ')}` };
    return Promise.resolve({ status: 'ok', findings, files: read.length, read, ...reason });
  },
};

/** @returns undefined where the file cannot be parsed */
function lint(linter: Linter, file: DiffFile): LinterTypes.LintMessage[] | undefined {
  // Only the ending of the name matters here, and a name of the repository must not be taken for a path of this machine.
  const messages = linter.verify(file.text, config, { filename: `reviewed${script.exec(file.path)?.[0] ?? '.ts'}` });
  return messages.some(({ fatal }) => fatal === true) ? undefined : messages;
}

function findingOf(file: DiffFile, message: LinterTypes.LintMessage, source: SourceCode): ReviewerFinding | undefined {
  const { ruleId, line, column, endLine = line, endColumn = column + 1 } = message;
  const facts = ruleId === null ? undefined : rules[ruleId];
  if (ruleId === null || facts === undefined || (facts.exceptTests === true && isTestPath(file.path))) return undefined;
  if (facts.exceptIn?.test(file.path) === true || isSwitchedOff(file, line)) return undefined;
  if (facts.unsaid?.test(message.message) === true) return undefined;
  const node = source.getNodeByRangeIndex(source.getIndexFromLoc({ line, column: column - 1 }));
  if (node !== null && facts.isMeant?.(node as Rule.Node, source) === true) return undefined;
  // Directives may name rules of plugins that are not here.
  if (message.message.startsWith('Definition for rule')) return undefined;
  return {
    file,
    range: { startLine: line, startColumn: column, endLine, endColumn },
    rule: `eslint/${ruleId}`,
    ruleUrl: urlOf(ruleId),
    severity: facts.severity,
    category: facts.category,
    // What follows names settings of the rule.
    title: message.message.replace(/ Allowed unused .*$/s, ''),
    body: facts.why,
    fix: fixOf(message),
  };
}

/** Other linters have directives of their own, for the same rules; the compiler has one for what is wrong on purpose. */
function isSwitchedOff({ lines }: DiffFile, line: number): boolean {
  return (
    /\boxlint-disable-line\b/.test(lines[line - 1] ?? '') ||
    /(?:\boxlint-disable-next-line|\bbiome-ignore|@ts-expect-error)\b/.test(lines[line - 2] ?? '')
  );
}

/** The rule's own fix, or its suggestion where it has but one. */
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
