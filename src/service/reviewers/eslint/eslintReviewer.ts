import type { Linter, SourceCode } from 'eslint';
import { lazy } from '../../../core/base/lazy.ts';
import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import { languageOf } from '../../engine/diff/fileKind.ts';
import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { listFirst } from '../../engine/result/listFirst.ts';
import { locateFinding } from '../../engine/result/locatedFinding.ts';
import { rangeOf } from '../../engine/diff/textPosition.ts';
import { isTestFixture } from '../isTestFixture.ts';
import { changedScripts, isTemplate, noScripts, type ScriptFile } from '../scripts/scripts.ts';
import { callbackAround } from './callbacks.ts';
import { isMinifiedLine } from './isMinifiedLine.ts';
import { fixOf, importAround, withoutImports } from './fixes.ts';
import { createLinter, lint, urlOf } from './linter.ts';
import { nodesAt } from './nodesAt.ts';
import type { LintReport, LintRule } from './report.ts';
import { rules } from './rules.ts';
import { findSuppression } from './suppressions.ts';

const declarations = /\.d\.(?:\w+\.)?[cm]?ts$/;
const unparsed = 'cannot be parsed';
const ofMinified = 'checked lines of more than 1,000 characters for security only, as if a tool had written them';

/** ESLint with the rules that are on. Ignores the repository's own configuration. */
export const eslintReviewer: Reviewer = {
  id: 'eslint',
  review: (diff, signal) => {
    const changed = diff.files.filter(({ path }) => languageOf(path) === 'script' && !declarations.test(path));
    const found = changedScripts(changed);
    if (found === undefined) return Promise.resolve(noScripts);
    const { scripts, markup } = found;
    const notifications = [...found.notifications];
    const linter = createLinter();
    const findings: ReviewerFinding[] = [];
    const read: string[] = [];
    const testData: string[] = [];
    const templates: string[] = [];
    const minified: string[] = [];
    const readInPart = new Set([...markup, ...notifications.map(({ path }) => path)]);
    let count = 0;
    for (const script of scripts) {
      const { file } = script;
      signal.throwIfAborted();
      if (isTestFixture(file)) {
        testData.push(file.path);
        continue;
      }
      const failed = new Set<string>();
      const reported = findingsIn(linter, script, failed);
      if (typeof reported === 'number' && isTemplate(file, reported)) templates.push(file.path);
      else if (typeof reported === 'number') notifications.push({ path: file.path, reason: unparsed });
      else {
        for (const rule of failed) notifications.push({ path: file.path, reason: `the rule ${rule} failed` });
        const isWhole = !newLinesIn(file).some(line => isMinifiedLine(file.lines[line - 1] ?? ''));
        if (!isWhole) minified.push(file.path);
        if (failed.size === 0 && isWhole && !readInPart.has(file.path)) read.push(file.path);
        count++;
        for (const each of reported) findings.push({ ...each, file: script.whole });
      }
    }
    if (scripts.length > 0 && count + testData.length + templates.length === 0)
      return Promise.resolve({ status: 'failed', reason: unparsed });
    return Promise.resolve({
      status: 'ok',
      findings,
      files: count,
      ...(minified.length > 0 && { reason: `${ofMinified}: ${listFirst(minified)}` }),
      read,
      testData,
      templates,
      markup,
      notifications,
    });
  },
};

/** A finding with the report that it is made from. */
interface Reported {
  readonly finding: ReviewerFinding;
  readonly report: LintReport;
}

/** @param failed receives the rules that fail on the file @returns the line of the first error if it cannot be parsed */
function findingsIn(
  linter: ReturnType<typeof createLinter>,
  { file, extension, ofComponent }: ScriptFile,
  failed: Set<string>,
): ReviewerFinding[] | number {
  // Directives in the file decide what is shown, not what is found.
  const messages = lint(linter, extension, file.text, false, failed);
  if (typeof messages === 'number') return messages;
  const source = linter.getSourceCode();
  const hidingComment = lazy(() =>
    findSuppression(file, source.getAllComments(), text => lint(linter, extension, text, true, failed)),
  );
  const places = messages.flatMap(({ line, column }) => offsetIn(source, line, column) ?? []);
  const nodes = nodesAt(source, places);
  const reported = messages.flatMap((message): Reported[] => {
    const found = findingOf(file, message, source, nodes, ofComponent !== undefined);
    if (found === undefined) return [];
    // Of unused names those at old lines count too: they show whether the project tidies them.
    if (locateFinding(found.finding) === undefined && found.finding.name === undefined) return [found];
    return [{ ...found, finding: { ...found.finding, hiddenBy: hidingComment()(message) } }];
  });
  return withImportFixes(withoutDropped(reported), source);
}

function findingOf(
  file: DiffFile,
  message: Linter.LintMessage,
  source: SourceCode,
  nodes: ReturnType<typeof nodesAt>,
  isInComponent: boolean,
): Reported | undefined {
  const { ruleId, line, column, endLine = line, endColumn = column + 1 } = message;
  const rule = ruleId === null ? undefined : rules[ruleId];
  // Directives may name rules of plugins that are not loaded.
  if (ruleId === null || rule === undefined || message.message.startsWith('Definition for rule')) return undefined;
  if (isIgnored(rule, file.path, message.message) || (isInComponent && rule.exceptInComponents === true))
    return undefined;
  if (rule.category !== 'security' && isMinifiedLine(source.lines[line - 1] ?? '')) return undefined;
  const [from, to] = [offsetIn(source, line, column), offsetIn(source, endLine, endColumn)];
  const node = from === undefined ? undefined : nodes.get(from);
  if (from === undefined || node === undefined || rule.isFalsePositive?.(node as LintReport['node'], source) === true)
    return undefined;
  const report: LintReport = {
    messageId: message.messageId ?? '',
    names: [...message.message.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
    node: node as LintReport['node'],
    source,
    code: source.text.slice(from, to),
  };
  const { category } = rule;
  const severity = rule.isMinor?.(report.node, source) === true ? 'low' : rule.severity;
  const parts = rule.parts?.(report).map(part => rangeOf(file, ...part)) ?? [];
  const finding: ReviewerFinding = {
    file,
    range: parts.find(({ startLine }) => file.added.has(startLine)) ?? parts[0] ?? rangeOf(file, from, to),
    rule: `eslint/${ruleId}`,
    ruleUrl: urlOf(ruleId),
    severity,
    category,
    ...rule.say(report),
    fix: fixOf(message, report.node),
    name: rule.isAboutName && report.names[0],
  };
  return { finding, report };
}

function isIgnored(
  { exceptTests, exceptIn, ignoredMessages, ignoredMessagesIn }: LintRule,
  path: string,
  message: string,
): boolean {
  return (
    (exceptTests === true && isTestPath(path)) ||
    exceptIn?.test(path) === true ||
    ignoredMessages?.test(message) === true ||
    (ignoredMessagesIn?.isThere(path) === true && ignoredMessagesIn.messages.test(message))
  );
}

/** Without values that are dropped in callbacks that return nothing: it is one slip, and told once where both are new. */
function withoutDropped(reported: readonly Reported[]): readonly Reported[] {
  const empty = reported.filter(each => each.finding.rule === 'eslint/array-callback-return');
  if (empty.length === 0) return reported;
  const callbacks = new Map(empty.map(each => [callbackAround(each.report.node), isShown(each)]));
  return reported.filter(each => {
    if (each.finding.rule !== 'eslint/@typescript-eslint/no-unused-expressions') return true;
    const isTold = callbacks.get(callbackAround(each.report.node));
    return isTold === undefined || (!isTold && isShown(each));
  });
}

function isShown({ finding }: Reported): boolean {
  return finding.hiddenBy === undefined && locateFinding(finding) !== undefined;
}

/** Gives all unused names of an import declaration the fix that removes all of them. */
function withImportFixes(reported: readonly Reported[], source: SourceCode): ReviewerFinding[] {
  const declarationOf = ({ finding, report }: Reported): ReturnType<typeof importAround> =>
    finding.rule.endsWith('/no-unused-vars') ? importAround(report.node) : undefined;
  const unused = Map.groupBy(reported.filter(isShown), declarationOf);
  return reported.map(each => {
    const declaration = declarationOf(each);
    if (declaration === undefined) return each.finding;
    const names = new Set(unused.get(declaration)?.map(({ report }) => report.names[0] ?? ''));
    return { ...each.finding, fix: isShown(each) ? withoutImports(declaration, names, source) : undefined };
  });
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
