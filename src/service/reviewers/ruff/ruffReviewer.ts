import { lazy } from '../../../core/base/lazy.ts';
import type { DiffFile } from '../../engine/diff/diffModel.ts';
import { languageOf } from '../../engine/diff/fileKind.ts';
import { locateFinding } from '../../engine/result/locatedFinding.ts';
import { isTestPath, type Reviewer, type ReviewerFinding, type TextEdit } from '../../engine/reviewer.ts';
import { positionOf, rangeOf } from '../../engine/diff/textPosition.ts';
import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import type { RuffDiagnostic } from './diagnostic.ts';
import { findSuppression, withoutDirectives, type Check } from './suppressions.ts';
import { isOfPython2 } from './python2.ts';
import { offsetsIn, type OffsetAt } from './offsets.ts';
import { ruleFacts } from './selection.ts';

const syntaxError = 'ruff/syntax-error';

/** Ruff as WebAssembly; loaded only if Python was changed. */
export const ruffReviewer: Reviewer = {
  id: 'ruff',
  review: async (diff, signal) => {
    const files = diff.files.filter(({ path }) => languageOf(path) === 'python');
    if (files.length === 0) return { status: 'skipped', reason: 'no Python was changed', nothingToRead: true };
    const { loadRuff } = await import('./load.ts');
    const check = loadRuff();
    const findings: ReviewerFinding[] = [];
    const notifications: ReviewerNotification[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      const found = findingsIn(file, check);
      findings.push(...found);
      // Its rules do not run on a file that it cannot parse.
      if (found.length > 0 && found.every(({ rule }) => rule === syntaxError))
        notifications.push({ path: file.path, reason: 'cannot be parsed as Python 3' });
    }
    return { status: 'ok', findings, files: files.length, read: files.map(({ path }) => path), notifications };
  },
};

function findingsIn(file: DiffFile, check: Check): ReviewerFinding[] {
  // Directives in the file decide what is shown, not what is found.
  const diagnostics = check(withoutDirectives(file.text));
  const hidingComment = lazy(() => findSuppression(file, check));
  const offsetAt = offsetsIn(file.text);
  return diagnostics.flatMap(diagnostic => {
    const finding = findingOf(file, diagnostic, offsetAt);
    if (finding === undefined || locateFinding(finding) === undefined) return finding ?? [];
    return { ...finding, hiddenBy: hidingComment()(diagnostic) };
  });
}

function findingOf(file: DiffFile, diagnostic: RuffDiagnostic, offsetAt: OffsetAt): ReviewerFinding | undefined {
  const { code, message, start_location: start, end_location: end, fix } = diagnostic;
  const isRule = code !== null && /^[A-Z]+\d+$/.test(code);
  const facts = ruleFacts(isRule ? code : undefined, file.path, isTestPath(file.path));
  if (facts === undefined || isOfPython2(file, code, message) || isFalsePositive(file, diagnostic, offsetAt(start)))
    return undefined;
  const edits = fix?.edits.map(({ location, end_location, content }) => ({
    start: offsetAt(location),
    end: offsetAt(end_location),
    text: content ?? '',
  }));
  return {
    file,
    range: rangeOf(file, offsetAt(start), offsetAt(end)),
    rule: isRule ? `ruff/${code}` : syntaxError,
    ruleUrl: isRule ? `https://docs.astral.sh/ruff/rules/${code}` : undefined,
    severity: facts.severity,
    category: facts.category,
    title: /[.!?]$/.test(message) ? message : `${message}.`,
    body: facts.why,
    fix: edits ?? (code === 'S113' ? withTimeout(file, offsetAt(end)) : undefined),
  };
}

/** Whether the line or the path shows that the code is intended. */
function isFalsePositive(file: DiffFile, { code, message }: RuffDiagnostic, offset: number): boolean {
  const { line: number, column } = positionOf(file, offset);
  const line = file.lines[number - 1] ?? '';
  const before = line.slice(0, column - 1);
  switch (code) {
    case 'B006':
      // A framework reads a default beside `Annotated`, and copies it for each call.
      return before.includes('Annotated[') || /^\s*\]\s*=\s*$/.test(before);
    case 'F401':
      // An import that only checks whether a module is available.
      return message.includes('find_spec');
    case 'S102':
      // A literal, or a file that the user named.
      return /\bexec[ \t]*\([ \t]*(?:["']|compile\b|$)/.test(line);
    case 'S602':
    case 'S605':
      return message.includes('seems safe');
    default:
      return false;
  }
}

/** The rule reports the called name; finds the call's closing parenthesis on the same line. */
function withTimeout(file: DiffFile, from: number): TextEdit[] | undefined {
  if (file.text[from] !== '(') return undefined;
  let depth = 0;
  for (let at = from; at < file.text.length && file.text[at] !== '\n'; at++) {
    const character = file.text[at] ?? '';
    // Brackets in strings cannot be told from real ones.
    if (character === '#') return undefined;
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character) && --depth === 0) {
      const separator = at === from + 1 ? '' : ', ';
      return [{ start: at, end: at, text: `${separator}timeout=10` }];
    }
  }
  return undefined;
}
