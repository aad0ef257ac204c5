import { createHash } from 'node:crypto';
import type { DiffFile } from './diffModel.ts';
import type { EngineComment } from './messages.ts';
import type { ReviewerFinding, TextEdit } from './reviewer.ts';

const severities: readonly EngineComment['severity'][] = ['critical', 'high', 'medium', 'low', 'info'];
const mostPerRuleAndFile = 5;

/** Turns what the reviewers said into comments: those about new lines, each thing once, the gravest first. */
export function commentsOf(findings: readonly ReviewerFinding[]): EngineComment[] {
  const located = findings.flatMap(finding => locate(finding) ?? []);
  const comments = withFingerprints(deduplicated(located));
  return comments.sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.start_line - b.start_line,
  );
}

/** A finding and the new lines it is shown at. */
interface Located {
  readonly finding: ReviewerFinding;
  readonly startLine: number;
  readonly endLine: number;
}

/** Keeps a finding that touches a new line, and moves it to the first of them. */
function locate(finding: ReviewerFinding): Located | undefined {
  const { file, range } = finding;
  const last = Math.min(Math.max(range.endLine, range.startLine), file.lines.length);
  for (let line = range.startLine; line <= last; line++) {
    if (!file.added.has(line)) continue;
    let end = line;
    while (end < last && file.added.has(end + 1)) end++;
    return { finding, startLine: line, endLine: end };
  }
  return undefined;
}

/**
 * Several reviewers may see the same thing: the one with a fix is kept, else the first. A rule that fires all over a
 * file says it a few times and then how often.
 */
function deduplicated(located: readonly Located[]): Located[] {
  const kept: Located[] = [];
  const perRule = new Map<string, number>();
  for (const each of [...located].sort((a, b) => Number(hasFix(b)) - Number(hasFix(a)))) {
    if (kept.some(other => isSameThing(other.finding, each.finding))) continue;
    const key = `${each.finding.file.path}\0${each.finding.rule}`;
    const count = (perRule.get(key) ?? 0) + 1;
    perRule.set(key, count);
    if (count <= mostPerRuleAndFile) kept.push(each);
  }
  return kept.map(each => {
    const { file, rule, body } = each.finding;
    const more = (perRule.get(`${file.path}\0${rule}`) ?? 0) - mostPerRuleAndFile;
    const isLast = kept.findLast(other => other.finding.file === file && other.finding.rule === rule) === each;
    if (more <= 0 || !isLast) return each;
    const told = `The same is said of ${more} more ${more === 1 ? 'place' : 'places'} in this file.`;
    return { ...each, finding: { ...each.finding, body: `${body}\n\n${told}` } };
  });
}

function hasFix({ finding }: Located): boolean {
  return finding.fix !== undefined;
}

function isSameThing(a: ReviewerFinding, b: ReviewerFinding): boolean {
  if (a.file !== b.file || a.range.startLine !== b.range.startLine) return false;
  return a.rule === b.rule
    ? a.range.startColumn === b.range.startColumn
    : overlap(words(a.title), words(b.title)) > 0.5;
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter(word => b.has(word)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

/** The fingerprint is made of rule, path, the line's text without spacing and its occurrence: it survives shifted lines. */
function withFingerprints(located: readonly Located[]): EngineComment[] {
  const seen = new Map<string, number>();
  const inOrder = [...located].sort((a, b) => a.startLine - b.startLine);
  return inOrder.map(each => {
    const { file, rule } = each.finding;
    const line = (file.lines[each.startLine - 1] ?? '').replace(/\s+/g, '');
    const what = [rule, file.path, line].join('\0');
    const occurrence = seen.get(what) ?? 0;
    seen.set(what, occurrence + 1);
    const fingerprint = createHash('sha256').update(`${what}\0${occurrence}`).digest('hex').slice(0, 32);
    return toComment(each, fingerprint);
  });
}

function toComment({ finding, startLine, endLine }: Located, fingerprint: string): EngineComment {
  const { file, range, rule, ruleUrl, severity, category, title, body, fix } = finding;
  const replacement = fix === undefined ? undefined : wholeLines(file, fix, startLine, endLine);
  const place = replacement ?? { startLine, endLine };
  const isWhole = place.startLine === range.startLine && place.endLine === range.endLine;
  return {
    fingerprint,
    path: file.path,
    start_line: place.startLine,
    end_line: place.endLine,
    ...(isWhole ? { start_column: range.startColumn, end_column: range.endColumn } : {}),
    side: 'RIGHT',
    severity,
    category,
    rule_id: rule,
    ...(ruleUrl === undefined ? {} : { help_uri: ruleUrl }),
    title,
    body,
    existing_code: file.lines.slice(place.startLine - 1, place.endLine).join('\n'),
    ...(replacement === undefined ? {} : { suggested_code: replacement.text }),
  };
}

interface Replacement {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

const longestReplacement = 40;

/**
 * Edits as a replacement of whole lines; undefined where one of these lines is not new, since nothing is suggested for
 * code that the pull request does not touch.
 */
export function wholeLines(
  file: DiffFile,
  edits: readonly TextEdit[],
  startLine: number,
  endLine: number,
): Replacement | undefined {
  const { text } = file;
  const sorted = [...edits].sort((a, b) => a.start - b.start);
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => starts.findLastIndex(start => start <= offset) + 1;
  // An edit that ends at the very start of a line takes nothing of that line.
  const lastOf = ({ start, end }: TextEdit): number =>
    end > start && starts.includes(end) ? lineAt(end) - 1 : lineAt(end);
  const first = Math.min(startLine, ...sorted.map(({ start }) => lineAt(start)));
  const last = Math.max(endLine, ...sorted.map(lastOf));
  if (last - first >= longestReplacement) return undefined;
  for (let line = first; line <= last; line++) if (!file.added.has(line)) return undefined;
  const from = starts[first - 1] ?? 0;
  const to = starts[last] ?? text.length;
  let changed = '';
  let at = from;
  for (const edit of sorted) {
    if (edit.start < at) return undefined;
    changed += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  changed += text.slice(at, Math.max(at, to));
  const before = text.slice(from, to);
  if (changed === before) return undefined;
  return { startLine: first, endLine: last, text: changed.replace(/\r?\n$/, '').replace(/\r\n/g, '\n') };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
