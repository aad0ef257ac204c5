import { findingFingerprint } from '../../../api/embedded/findingFingerprint.ts';
import { stripWhitespace } from '../../../core/diff/lineMap.ts';
import { compareSeverity } from '../../../core/review/severity.ts';
import { foldIntoCauses } from './folding/foldIntoCauses.ts';
import { foldRepeated } from './folding/foldRepeated.ts';
import { foldSecrets } from './folding/foldSecrets.ts';
import { foldUndefined } from './folding/foldUndefined.ts';
import { groupCleanups, withFixOfAll } from './folding/groupCleanups.ts';
import { lineRanges } from './folding/lineRanges.ts';
import { removeDuplicates } from './folding/removeDuplicates.ts';
import { withoutStopped } from './folding/stoppedFiles.ts';
import { withoutRenamedNames, withoutUndefinedLookalikes } from './folding/renamedNames.ts';
import { withoutLivedWith } from './folding/unusedNames.ts';
import type { DiffFile } from '../diff/diffModel.ts';
import {
  isShown,
  locateFinding,
  membersOf,
  type AttributedFinding,
  type LocatedFinding,
  type NewLines,
} from './locatedFinding.ts';
import type { EngineComment, MemberLocation, RelatedLocation } from '../engineComment.ts';
import type { FindingRange, RelatedPlace } from '../reviewer.ts';
import { leavesEmptyBlock } from './emptyBlocks.ts';
import { byTrackRecord } from './trackRecord.ts';
import { wholeLines, type LineReplacement } from './wholeLines.ts';

/** Most comments of one rule of a tool or a model in one file; every vulnerability gets a comment of its own. */
const mostPerRuleAndFile = { bug: 5, maintainability: 5, security: 500 } as const;

/**
 * Turns findings into comments, most severe first: keeps those on new lines, removes duplicates and what the project lives
 * with, folds what has one cause, and groups cleanups.
 */
export function buildComments(findings: readonly AttributedFinding[]): EngineComment[] {
  const located = withoutLivedWith(withoutUndefinedLookalikes(withoutRenamedNames(withoutStopped(findings))))
    .filter(isShown)
    .flatMap((finding): LocatedFinding[] => {
      const lines = locateFinding(finding);
      return lines === undefined ? [] : [{ finding, ...lines }];
    });
  const folded = foldRepeated(foldSecrets(foldUndefined(foldIntoCauses(removeDuplicates(located)))));
  const comments = withFingerprints(withoutRepetition(groupCleanups(folded))).map(byTrackRecord);
  return withoutConflicts(
    comments.sort(
      (a, b) =>
        compareSeverity(a.severity, b.severity) ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
        a.start_line - b.start_line,
    ),
    new Map(located.map(({ finding: { file } }) => [file.path, file])),
  );
}

/**
 * Drops the suggestions for lines that a more severe or earlier one replaces, since each expects the lines as they are,
 * and those that would leave an empty block, alone or with the others: they can be applied together.
 */
function withoutConflicts(comments: readonly EngineComment[], files: ReadonlyMap<string, DiffFile>): EngineComment[] {
  const kept = new Map<string, { readonly replacements: LineReplacement[]; readonly lines: Set<number> }>();
  return comments.map(({ suggested_code: suggested, ...comment }) => {
    if (suggested === undefined) return comment;
    const { path, start_line: startLine, end_line: endLine } = comment;
    const { replacements, lines } = kept.get(path) ?? { replacements: [], lines: new Set() };
    const own = Array.from({ length: endLine - startLine + 1 }, (_, index) => startLine + index);
    if (own.some(line => lines.has(line))) return comment;
    const file = files.get(path);
    replacements.push({ startLine, endLine, text: suggested });
    if (file !== undefined && leavesEmptyBlock(file, replacements)) {
      replacements.pop();
      return comment;
    }
    for (const line of own) lines.add(line);
    kept.set(path, { replacements, lines });
    return { ...comment, suggested_code: suggested };
  });
}

/** Keeps the first findings of a rule in a file, the last of which lists the lines of the others. */
function withoutRepetition(located: readonly LocatedFinding[]): LocatedFinding[] {
  const perRule = new Map<string, LocatedFinding[]>();
  for (const each of located) {
    const key = `${each.finding.file.path}\0${each.finding.rule}`;
    const ofRule = perRule.get(key);
    if (ofRule === undefined) perRule.set(key, [each]);
    else ofRule.push(each);
  }
  return [...perRule.values()].flatMap(ofRule => {
    const most = mostPerRuleAndFile[ofRule[0]?.finding.category ?? 'bug'];
    const kept = ofRule.slice(0, most);
    const last = kept.at(-1);
    const others = ofRule.slice(most);
    const further = others.flatMap(membersOf);
    const more = further.length;
    if (last === undefined || more === 0) return kept;
    const places = `${more} more ${more === 1 ? 'place' : 'places'} in this file`;
    const told = `The same applies to ${places}: ${lineRanges(others.map(({ startLine }) => startLine).sort((a, b) => a - b))}.`;
    const { finding } = last;
    const members = [...membersOf(last), ...further];
    const whole = withFixOfAll({ ...finding, body: `${finding.body}\n\n${told}` }, undefined, members);
    return [...kept.slice(0, -1), { ...last, finding: whole, members }];
  });
}

/** Findings that are told together have a fingerprint each, and their comment that of the first. */
function withFingerprints(located: readonly LocatedFinding[]): EngineComment[] {
  const seen = new Map<string, number>();
  const fingerprints = new Map<LocatedFinding, string>();
  for (const each of located.flatMap(membersOf).sort((a, b) => a.startLine - b.startLine)) {
    const { file, rule } = each.finding;
    const line = stripWhitespace(file.lines[each.startLine - 1] ?? '');
    const what = [rule, file.path, line].join('\0');
    const occurrence = seen.get(what) ?? 0;
    seen.set(what, occurrence + 1);
    fingerprints.set(each, findingFingerprint(rule, file.path, line, occurrence));
  }
  return located
    .toSorted((a, b) => a.startLine - b.startLine)
    .map(each =>
      toComment(
        each,
        membersOf(each).map(member => fingerprints.get(member) ?? ''),
      ),
    );
}

function toComment(located: LocatedFinding, fingerprints: readonly string[]): EngineComment {
  const { finding, startLine, endLine } = located;
  const [fingerprint = ''] = fingerprints;
  const { file, reviewer, range, rule, ruleUrl, severity, category, title, body, fix, related = [] } = finding;
  const whole = fix === undefined ? undefined : wholeLines(file, fix, startLine, endLine);
  const replacement = whole !== undefined && isShort(file, whole) ? whole : undefined;
  const place = replacement ?? { startLine, endLine };
  const elsewhere = memberLocations(located, place);
  const places = otherPlaces(file.path, range, related);
  return {
    fingerprint,
    ...(fingerprints.length > 1 && { member_fingerprints: fingerprints }),
    ...(elsewhere.length > 0 && { member_locations: elsewhere }),
    reviewer,
    ...toMemberLocation(finding, place),
    side: 'RIGHT',
    severity,
    category,
    rule_id: rule,
    ...(ruleUrl === undefined ? {} : { help_uri: ruleUrl }),
    title,
    body,
    existing_code: quoted(file, range, place),
    ...(replacement === undefined ? {} : { suggested_code: replacement.text }),
    ...(places.length > 0 && { related_locations: places.map(toLocation) }),
  };
}

/** The places that a finding is related to, but for its own; what is said of one is said once. */
function otherPlaces(path: string, range: FindingRange, related: readonly RelatedPlace[]): RelatedPlace[] {
  const others = related.filter(
    each => each.path !== path || each.line !== range.startLine || each.column !== range.startColumn,
  );
  return [
    ...new Map(others.map(each => [[each.path, each.line, each.column, each.message].join('\0'), each])).values(),
  ];
}

/** The places of the findings that one tells, without those within its own lines; each once. */
function memberLocations(located: LocatedFinding, own: NewLines): MemberLocation[] {
  const places = new Map<string, MemberLocation>();
  for (const { finding, startLine, endLine } of membersOf(located)) {
    const { path } = finding.file;
    if (path === located.finding.file.path && startLine >= own.startLine && endLine <= own.endLine) continue;
    const key = `${path}\0${startLine}`;
    if (!places.has(key)) places.set(key, toMemberLocation(finding, { startLine, endLine }));
  }
  return [...places.values()];
}

/** The place of a finding at some of its lines, with the columns where these are all of them. */
function toMemberLocation(
  { file, range }: LocatedFinding['finding'],
  { startLine, endLine }: NewLines,
): MemberLocation {
  const isWhole = startLine === range.startLine && endLine === range.endLine;
  return {
    path: file.path,
    start_line: startLine,
    end_line: endLine,
    ...(isWhole && { start_column: range.startColumn, end_column: range.endColumn }),
  };
}

function toLocation({ path, line, column, endColumn, message }: RelatedPlace): RelatedLocation {
  return { path, start_line: line, start_column: column, end_column: endColumn, message };
}

/** Longest line that is quoted whole, in characters; a longer one is cut to the finding. */
const longestLine = 2_000;

function isShort({ lines }: DiffFile, { startLine, endLine }: NewLines): boolean {
  return lines.slice(startLine - 1, endLine).every(({ length }) => length <= longestLine);
}

function quoted({ lines }: DiffFile, range: FindingRange, { startLine, endLine }: NewLines): string {
  return lines
    .slice(startLine - 1, endLine)
    .map((text, index) => {
      if (text.length <= longestLine) return text;
      const line = startLine + index;
      const from = line === range.startLine ? range.startColumn - 1 : 0;
      const to = line === range.endLine ? range.endColumn - 1 : text.length;
      return text.slice(from, Math.min(to, from + longestLine));
    })
    .join('\n');
}
