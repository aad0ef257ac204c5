import type { RelatedPlace } from '../../reviewer.ts';
import { membersOf, type LocatedFinding } from '../locatedFinding.ts';
import { joinedFix, toldTogether, withFixOfAll } from './groupCleanups.ts';

/** Most comments of one rule in a review: what a rule misunderstands in a project, it finds there again and again. */
const mostAlike = 3;
/** The same where each has a cause of its own: another name, another hole, another thing that breaks elsewhere. */
const mostDistinct = 5;
/** Most related places of a comment. */
const mostRelated = 20;

/**
 * Makes one comment of the findings of a rule in one file that have one cause, of the defects that a rule finds on one line,
 * and of those of a rule of the built-in reviewers that would be more comments than a review may have of it.
 */
export function foldRepeated(located: readonly LocatedFinding[]): LocatedFinding[] {
  const inFiles = folded(
    located,
    ({ isFoldedInFile }) => isFoldedInFile === true,
    ({ rule, file }) => `${rule}\0${file.path}`,
    () => 1,
  );
  const onLines = folded(
    inFiles,
    finding => isOfBuiltIn(finding) && isOfLine(finding),
    ({ rule, file, range }) => `${rule}\0${file.path}\0${range.startLine}`,
    () => 1,
  );
  // Files that stop at an error do so together, whichever error is the first in each.
  return folded(onLines, isOfBuiltIn, ({ rule, stopsFile }) => (stopsFile === true ? 'stopped' : rule), mostOf);
}

type Finding = LocatedFinding['finding'];

/** Cleanups are grouped in their own way, secrets are told one by one, since each has to be revoked, and what others find was asked for. */
function isOfBuiltIn({ reviewer, category }: Finding): boolean {
  return category !== 'maintainability' && !['secrets', 'model'].includes(reviewer) && !reviewer.startsWith('tool:');
}

/** Whether it is told by its line alone: it is about no name, and about no other place. */
function isOfLine({ category, name, related }: Finding): boolean {
  return category === 'bug' && name === undefined && related === undefined;
}

function mostOf({ name, category, reviewer }: Finding): number {
  return name !== undefined || category === 'security' || reviewer === 'cross-file' ? mostDistinct : mostAlike;
}

function folded(
  located: readonly LocatedFinding[],
  isMeant: (finding: Finding) => boolean,
  keyOf: (finding: Finding) => string,
  most: (finding: Finding) => number,
): LocatedFinding[] {
  const meant = Map.groupBy(
    located.filter(({ finding }) => isMeant(finding)),
    ({ finding }) => keyOf(finding),
  );
  const groups = [...meant.values()].filter(([first, ...more]) => first && more.length + 1 > most(first.finding));
  const together = new Set(groups.flat());
  return [...located.filter(each => !together.has(each)), ...groups.map(withPlaces)];
}

/**
 * One finding for several, with the others as related places. It has a fix only if that mends all of them: who applies it is
 * done with the comment.
 */
function withPlaces(members: readonly LocatedFinding[]): LocatedFinding {
  const whole = toldTogether(members);
  const { finding } = whole;
  const isThere = ({ finding: { file, range }, startLine }: LocatedFinding): boolean =>
    file === finding.file && startLine === whole.startLine && range.startColumn === finding.range.startColumn;
  const others = members.filter(each => !isThere(each));
  const places = others
    .map(each => placeOf(each, each.finding.title))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column));
  const related = [...(finding.related ?? []), ...places];
  // The list of all is for those that have no room among the related places.
  const body = related.length > mostRelated ? finding.body : (membersOf(whole)[0]?.finding.body ?? '');
  return {
    ...whole,
    finding: withFixOfAll({ ...finding, body, related: related.slice(0, mostRelated) }, joinedFix(members), members),
  };
}

/** The place of a finding, as another one is related to it. */
export function placeOf({ finding: { file, range }, startLine }: LocatedFinding, message: string): RelatedPlace {
  const isWhole = range.startLine === startLine && range.endLine === startLine;
  const [column, endColumn] = isWhole
    ? [range.startColumn, range.endColumn]
    : [1, (file.lines[startLine - 1] ?? '').length + 1];
  return { path: file.path, line: startLine, column, endColumn, message };
}
