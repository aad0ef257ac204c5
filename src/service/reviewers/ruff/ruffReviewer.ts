import { lazy } from '../../../core/base/lazy.ts';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { codeOnly } from '../../engine/diff/codeOnly.ts';
import { isIdle, languageOf } from '../../engine/diff/fileKind.ts';
import { listFirst } from '../../engine/result/listFirst.ts';
import { locateFinding } from '../../engine/result/locatedFinding.ts';
import { isTestPath, type Reviewer, type ReviewerFinding, type TextEdit } from '../../engine/reviewer.ts';
import { positionOf, rangeOf } from '../../engine/diff/textPosition.ts';
import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import type { RuffDiagnostic } from './diagnostic.ts';
import { fixOf } from './fixes.ts';
import { findSuppression, otherLinterSuppression, withoutDirectives, type Check } from './suppressions.ts';
import { quote } from '../rule.ts';
import { fileBefore, isBrokenByChange } from '../fileBefore.ts';
import { isTemplate } from '../scripts/scripts.ts';
import { withoutLayout } from './python/withoutLayout.ts';
import { mayBind } from './python/hosted/injectedNames.ts';
import { importedDebuggers } from './python/importedDebuggers.ts';
import { isHosted, ofFunctions } from './python/hosted/isHosted.ts';
import { shadowedIn } from './python/shadowed.ts';
import { isOfEarlierPython, isOfLaterPython, isOfMixedTabs } from './pythonVersions.ts';
import { offsetsIn, type OffsetAt } from './offsets.ts';
import type { RuffReport } from './report.ts';
import { syntaxRule } from './rules/crashes.ts';
import { ruleOf } from './selection.ts';
import { mayHideNames } from './starImports.ts';

const syntaxError = 'ruff/syntax-error';
const undefinedName = 'ruff/F821';
const unreadName = 'ruff/F841';
const besideStars = 'cannot tell undefined names where a star import may define them';

/** Ruff as WebAssembly; loaded only if Python was changed. */
export const ruffReviewer: Reviewer = {
  id: 'ruff',
  review: async (diff, signal) => {
    const files = diff.files.filter(({ path }) => languageOf(path) === 'python');
    if (files.length === 0) return { status: 'skipped', reason: 'no Python was changed', nothingToRead: true };
    const { loadRuff } = await import('./load.ts');
    const ruff = loadRuff();
    const check: Check = text => [...ruff(text), ...importedDebuggers(text)];
    const findings: ReviewerFinding[] = [];
    const read: string[] = [];
    const templates: string[] = [];
    const starred: string[] = [];
    const notifications: ReviewerNotification[] = [];
    let count = 0;
    for (const file of files) {
      signal.throwIfAborted();
      // Directives in the file decide what is shown, not what is found.
      const diagnostics = check(withoutDirectives(file.text));
      const found = findingsIn(file, diagnostics, check);
      const error = found.find(({ rule }) => rule === syntaxError);
      const isEarly = error !== undefined && isEarlyError(error);
      if (error !== undefined && !isEarly && found.some(({ range }) => isTemplate(file, range.startLine))) {
        templates.push(file.path);
        continue;
      }
      const isTold =
        error !== undefined &&
        !isOfEarlierPython((file.lines[error.range.startLine - 1] ?? '').trim()) &&
        !isOfMixedTabs(error.body, file.lines) &&
        (isEarly || isBrokenByChange(file, ({ text }) => parses(text, check)));
      const isUnparsed = error !== undefined && !(isEarly && locateFinding(error) !== undefined);
      findings.push(...found.filter(({ rule }) => isTold || rule !== syntaxError));
      findings.push(...undecodedIn(file));
      const isStarred = mayHideNames(file, diagnostics);
      if (isStarred) starred.push(file.path);
      if (isUnparsed) notifications.push({ path: file.path, reason: 'cannot be parsed as Python 3' });
      else count++;
      // What is said beside the findings is said again only by who reads again.
      if (!isUnparsed && !isStarred) read.push(file.path);
    }
    return {
      status: 'ok',
      findings,
      files: count,
      ...(starred.length > 0 && { reason: `${besideStars}: ${listFirst(starred)}` }),
      read,
      templates,
      notifications,
    };
  },
};

/** What Python cannot decode, unless nobody runs the file or a test may be about that. */
function undecodedIn(file: DiffFile): ReviewerFinding[] {
  const { path, knownPath = path, undecoded, lines } = file;
  if (undecoded === undefined || isTestPath(knownPath) || (isIdle(path) && file.isInNewIdleFolder !== true)) return [];
  const { line, encoding } = undecoded;
  const text = lines[line - 1] ?? '';
  const said =
    encoding === undefined
      ? 'UTF-8, and the file names no other encoding'
      : `${encoding}, which the file names as its encoding`;
  return [
    {
      file,
      range: { startLine: line, startColumn: 1, endLine: line, endColumn: text.length + 1 },
      rule: syntaxError,
      severity: 'high',
      category: 'bug',
      title: `Python cannot decode ${quote(text)}, so the file does not load.`,
      body: `The line is not in ${said}: Python raises \`SyntaxError\`. Save the file in UTF-8, and name no other encoding.`,
      // What the change does to the first lines decides on all others.
      isConsequence: true,
    },
  ];
}

function parses(text: string, check: Check): boolean {
  return check(withoutDirectives(text)).every(isOfRule);
}

/** Whether a rule reports it; the parser itself reports without the code of one. */
function isOfRule({ code }: RuffDiagnostic): boolean {
  return code !== null && /^[A-Z]+\d+$/.test(code);
}

function findingsIn(file: DiffFile, diagnostics: readonly RuffDiagnostic[], check: Check): ReviewerFinding[] {
  const hidingComment = lazy(() => findSuppression(file, check));
  const offsetAt = offsetsIn(file.text);
  const removed = lazy(() => withoutLayout([...(file.removed?.values() ?? [])].flat().join('\n')));
  const wasThere = (code: string): boolean => removed().includes(withoutLayout(code));
  const before = lazy(() => (file.baseBlob === undefined ? undefined : fileBefore(file).text));
  const isShadowed = lazy(() => shadowedIn(codeOnly(file.text)));
  const isRunInside = lazy(() => isHosted(file.text));
  const findings = diagnostics.flatMap(diagnostic => {
    if (ofFunctions.has(diagnostic.code) && isRunInside()) return [];
    // What cannot be parsed fails wherever it stands.
    if (isOfRule(diagnostic) && isShadowed()(offsetAt(diagnostic.start_location))) return [];
    const finding = findingOf(file, diagnostic, offsetAt, { wasThere, before });
    if (finding === undefined) return [];
    // Of unused names those at old lines count too: they show whether the project tidies them.
    const isAsked = locateFinding(finding) !== undefined || (finding.name !== undefined && finding.category !== 'bug');
    if (!isAsked) return finding;
    return { ...finding, hiddenBy: hidingComment()(diagnostic) ?? otherLinterSuppression(file, diagnostic) };
  });
  // What Python refuses does not run, so that nothing follows from the rest.
  const stopping = findings.filter(({ stopsFile }) => stopsFile === true);
  if (stopping.length > 0) return withOneSyntaxError(stopping);
  return withoutAmbientNames(file, withoutContradictions(findings));
}

/** What Ruff's parser understands, and Python refuses all the same, whatever its version. */
const earlyError = /\bDuplicate (?:parameter|keyword argument)|\bname `\w+` cannot refer to a parameter/;

function isEarlyError({ rule, body }: ReviewerFinding): boolean {
  return rule === syntaxError && earlyError.test(body);
}

/**
 * Drops new uses of names that are not defined but that the file used before: something outside gives it their values.
 * Unless a line that may have defined the name is gone.
 */
function withoutAmbientNames(file: DiffFile, findings: readonly ReviewerFinding[]): ReviewerFinding[] {
  const isUndefined = ({ rule, name }: ReviewerFinding): boolean => rule === undefinedName && name !== undefined;
  const removed = [...(file.removed?.values() ?? [])].flat();
  const ambient = new Set(
    findings
      .filter(
        each =>
          isUndefined(each) &&
          locateFinding(each) === undefined &&
          !removed.some(line => mayBind(line, each.name ?? '')),
      )
      .map(({ name }) => name),
  );
  return findings.filter(each => !(isUndefined(each) && ambient.has(each.name) && locateFinding(each) !== undefined));
}

/** Drops what says that a name is never read where another finding says that it is read and has no value. */
function withoutContradictions(findings: readonly ReviewerFinding[]): ReviewerFinding[] {
  const read = new Set(findings.filter(({ rule }) => rule === undefinedName).map(({ name }) => name));
  return findings.filter(({ rule, name }) => rule !== unreadName || !read.has(name));
}

/** Later syntax errors are mostly consequences of the first. The first of all, if none is new: the change may cause it. */
function withOneSyntaxError(findings: readonly ReviewerFinding[]): ReviewerFinding[] {
  const errors = findings.filter(({ rule }) => rule === syntaxError);
  const told = errors.find(each => locateFinding(each) !== undefined) ?? errors[0];
  return findings.filter(each => each === told || !errors.includes(each));
}

function findingOf(
  file: DiffFile,
  diagnostic: RuffDiagnostic,
  offsetAt: OffsetAt,
  ofBase: Pick<RuffReport, 'wasThere' | 'before'>,
): ReviewerFinding | undefined {
  const { code, message, start_location: from, end_location: to, fix } = diagnostic;
  const isRule = isOfRule(diagnostic);
  const rule = ruleOf(isRule ? (code ?? '') : undefined);
  if (rule === undefined) return undefined;
  const report = { ...reportOf(file, message, offsetAt(from), offsetAt(to)), ...ofBase };
  if (rule.exceptTests === true && isTestPath(file.path)) return undefined;
  if (!isRule && isOfLaterPython(message, report.line)) return undefined;
  if (rule.isFalsePositive?.(report) === true) return undefined;
  const edits = fix?.edits.map(({ location, end_location, content }): TextEdit => ({
    start: offsetAt(location),
    end: offsetAt(end_location),
    text: content ?? '',
  }));
  return {
    file,
    range: rangeOf(file, report.start, report.end),
    rule: isRule ? `ruff/${code}` : syntaxError,
    ruleUrl: isRule ? `https://docs.astral.sh/ruff/rules/${code}` : undefined,
    severity: rule.isMinor?.(report) === true ? 'low' : rule.isGrave?.(report) === true ? 'high' : rule.severity,
    category: rule.category,
    ...rule.say(report),
    fix: fixOf(code, report, edits),
    name: rule.isAboutName && report.names[0],
    isFoldedInFile: rule.isFoldedInFile,
    ...(rule === syntaxRule && { stopsFile: true }),
  };
}

function reportOf(
  file: DiffFile,
  message: string,
  start: number,
  end: number,
): Omit<RuffReport, 'wasThere' | 'before'> {
  const { path, knownPath = path, text, lines, isInNewIdleFolder } = file;
  const { line } = positionOf(file, start);
  return {
    path,
    knownPath,
    isIdle: isInNewIdleFolder !== true && isIdle(path),
    text,
    start,
    end,
    code: text.slice(start, end),
    line: (lines[line - 1] ?? '').trim(),
    names: [...message.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    message,
  };
}
