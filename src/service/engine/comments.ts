import { createHash } from 'node:crypto';
import { compareSeverity } from '../../core/severity.ts';
import { groupCleanups } from './cleanups.ts';
import { withoutDuplicates } from './duplicates.ts';
import { isShown, newLinesOf, type AttributedFinding, type Located } from './located.ts';
import type { EngineComment } from './messages.ts';
import { wholeLines } from './wholeLines.ts';

const mostPerRuleAndFile = 5;

/**
 * Turns what the reviewers said into comments: those about new lines, each thing once, cleanups of one rule together,
 * the gravest first. Whatever is decided here about a finding depends on the findings of its file alone.
 */
export function commentsOf(findings: readonly AttributedFinding[]): EngineComment[] {
  const located = findings.filter(isShown).flatMap((finding): Located[] => {
    const lines = newLinesOf(finding);
    return lines === undefined ? [] : [{ finding, ...lines, places: 1 }];
  });
  const comments = withFingerprints(withoutRepetition(groupCleanups(withoutDuplicates(located))));
  return comments.sort(
    (a, b) =>
      compareSeverity(a.severity, b.severity) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.start_line - b.start_line,
  );
}

/** A rule that fires all over a file says it a few times and then how often. */
function withoutRepetition(located: readonly Located[]): Located[] {
  const perRule = new Map<string, Located[]>();
  for (const each of located) {
    const key = `${each.finding.file.path}\0${each.finding.rule}`;
    const ofRule = perRule.get(key);
    if (ofRule === undefined) perRule.set(key, [each]);
    else ofRule.push(each);
  }
  return [...perRule.values()].flatMap(ofRule => {
    const kept = ofRule.slice(0, mostPerRuleAndFile);
    const last = kept.at(-1);
    const more = ofRule.slice(mostPerRuleAndFile).reduce((sum, { places }) => sum + places, 0);
    if (last === undefined || more === 0) return kept;
    const told = `The same is said of ${more} more ${more === 1 ? 'place' : 'places'} in this file.`;
    const { finding } = last;
    return [...kept.slice(0, -1), { ...last, finding: { ...finding, body: `${finding.body}\n\n${told}` } }];
  });
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
  const { file, reviewer, range, rule, ruleUrl, severity, category, title, body, fix } = finding;
  const replacement = fix === undefined ? undefined : wholeLines(file, fix, startLine, endLine);
  const place = replacement ?? { startLine, endLine };
  const isWhole = place.startLine === range.startLine && place.endLine === range.endLine;
  return {
    fingerprint,
    reviewer,
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
