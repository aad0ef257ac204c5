import { compareSeverity } from '../../../../core/review/severity.ts';
import { membersOf, type LocatedFinding } from '../locatedFinding.ts';
import { quotedNames } from './quotedNames.ts';
import type { TextEdit } from '../../reviewer.ts';
import { leavesEmptyBlock } from '../emptyBlocks.ts';
import { wholeLines } from '../wholeLines.ts';

/**
 * Groups cleanups into few comments. Names that nothing uses are one comment for the review, whichever rules find them; of
 * all others, those of one rule in one file are, since rules are what is explained, linked and muted. A comment has one
 * suggestion, which replaces one range of lines. So other cleanups with a fix share a comment only if their fixes combine
 * into one replacement, and the comment on names has that of the place where most of them are and what is left parses.
 */
export function groupCleanups(located: readonly LocatedFinding[]): LocatedFinding[] {
  const cleanups = located.filter(({ finding }) => finding.category === 'maintainability');
  const names = cleanups.filter(({ finding }) => finding.name !== undefined);
  const groups = Map.groupBy(
    cleanups.filter(({ finding }) => finding.name === undefined),
    ({ finding: { file, rule, severity } }) => [file.path, rule, severity].join('\0'),
  );
  return [
    ...located.filter(({ finding }) => finding.category !== 'maintainability'),
    ...[...groups.values()].flatMap(together),
    ...(names.length === 0 ? [] : [foldedNames(names)]),
  ];
}

/** @param names at least one */
function foldedNames(names: readonly LocatedFinding[]): LocatedFinding {
  const byFile = Map.groupBy(names, ({ finding }) => finding.file.path);
  const clusters = [...byFile.values()].flatMap(each => clustersOf(each).clusters);
  const whole = toldTogether(names);
  const most = clusters.sort((a, b) => b.members.length - a.members.length).find(isSound);
  if (most === undefined) return { ...whole, finding: withFixOfAll(whole.finding, undefined, names) };
  const { finding, startLine, endLine } = merged(most);
  const { title, body } = whole.finding;
  return { ...whole, finding: { ...finding, title, body }, startLine, endLine };
}

const mostListed = 50;

/** A finding for several with the fix that mends all of them, or with why it has none where one of them has. */
export function withFixOfAll<T extends LocatedFinding['finding']>(
  finding: T,
  fix: T['fix'],
  members: readonly LocatedFinding[],
): T {
  if (fix !== undefined || members.every(each => each.finding.fix === undefined)) return { ...finding, fix };
  // Who applied the fix of one place would be done with the others.
  const why = 'Each place is mended by itself, so there is no suggestion for all of them.';
  return { ...finding, fix, body: [finding.body, why].filter(Boolean).join('\n\n') };
}

/** The edits that mend all of some findings, where they are one replacement in one file. @param members at least one */
export function joinedFix(members: readonly LocatedFinding[]): readonly TextEdit[] | undefined {
  const files = new Set(members.map(({ finding }) => finding.file));
  const { clusters, unfixed } = clustersOf(members);
  return files.size === 1 && clusters.length === 1 && unfixed.length === 0 ? clusters[0]?.edits : undefined;
}

/** Findings with one replacement of the lines `startLine` to `endLine`. */
interface Cluster {
  readonly members: readonly LocatedFinding[];
  readonly edits: readonly TextEdit[];
  readonly startLine: number;
  readonly endLine: number;
}

function together(group: readonly LocatedFinding[]): LocatedFinding[] {
  const { clusters, unfixed } = clustersOf(group);
  return [...clusters.map(merged), ...(unfixed.length === 0 ? [] : [toldTogether(unfixed)])];
}

/** @param group of one file */
function clustersOf(group: readonly LocatedFinding[]): { clusters: Cluster[]; unfixed: LocatedFinding[] } {
  const clusters: Cluster[] = [];
  const unfixed: LocatedFinding[] = [];
  for (const each of [...group].sort((a, b) => a.startLine - b.startLine)) {
    const alone = clusterOf(each);
    const last = clusters.at(-1);
    const joined = alone === undefined || last === undefined ? undefined : join(last, alone);
    if (alone === undefined) unfixed.push(each);
    else if (joined === undefined) clusters.push(alone);
    else clusters[clusters.length - 1] = joined;
  }
  return { clusters, unfixed };
}

function clusterOf(located: LocatedFinding): Cluster | undefined {
  const { file, fix: edits } = located.finding;
  const place = edits && wholeLines(file, edits, located.startLine, located.endLine);
  if (edits === undefined || place === undefined) return undefined;
  return { members: [located], edits, startLine: place.startLine, endLine: place.endLine };
}

/** Two fixes of one line are not merged, since each expects the line as it is, unless they are one. */
function join(a: Cluster, b: Cluster): Cluster | undefined {
  const [first] = a.members;
  if (first === undefined) return undefined;
  const isKnown = b.edits.every(edit => a.edits.some(each => isSame(each, edit)));
  if (!isKnown && b.startLine <= a.endLine) return undefined;
  const edits = isKnown ? a.edits : [...a.edits, ...b.edits];
  const [start, end] = [a.startLine, Math.max(a.endLine, b.endLine)];
  const place = wholeLines(first.finding.file, edits, start, end);
  if (place === undefined) return undefined;
  return { members: [...a.members, ...b.members], edits, startLine: place.startLine, endLine: place.endLine };
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

/** Whether the edits of several findings, which are right one by one, leave code that parses. */
function isSound({ members: [first], edits, startLine, endLine }: Cluster): boolean {
  const { file } = first?.finding ?? {};
  const place = file && wholeLines(file, edits, startLine, endLine);
  return file !== undefined && place !== undefined && !leavesEmptyBlock(file, [place]);
}

function merged({ members, edits, startLine, endLine }: Cluster): LocatedFinding {
  const whole = toldTogether(members);
  return { ...whole, finding: { ...whole.finding, fix: edits }, startLine, endLine };
}

/** The first of the gravest of some findings, with a list of all in its body. @param members at least one */
export function toldTogether(members: readonly LocatedFinding[]): LocatedFinding {
  const sorted = [...members].sort(
    (a, b) => a.finding.file.path.localeCompare(b.finding.file.path) || a.startLine - b.startLine,
  );
  const [first] = [...sorted].sort((a, b) => compareSeverity(a.finding.severity, b.finding.severity)) as [
    LocatedFinding,
  ];
  if (members.length === 1) return first;
  const names = new Set(sorted.flatMap(({ finding }) => finding.name ?? []));
  const areNames = sorted.every(({ finding }) => finding.name !== undefined && finding.category === 'maintainability');
  const { title, body } = first.finding;
  const isOneFile = sorted.every(({ finding }) => finding.file.path === first.finding.file.path);
  const list = sorted.slice(0, mostListed).map(({ finding, startLine }) => {
    const place = isOneFile ? `Line ${startLine}` : `\`${finding.file.path}:${startLine}\``;
    return `- ${place}: ${finding.title}`;
  });
  if (sorted.length > mostListed) list.push(`- and ${sorted.length - mostListed} more`);
  const finding = {
    ...first.finding,
    title: areNames
      ? `${names.size} ${names.size === 1 ? 'name is' : 'names are'} not used${names.size === members.length ? '' : ` at ${members.length} places`}: ${quotedNames([...names])}.`
      : `${title.replace(/\.$/, '')}, and ${members.length - 1} more like it.`,
    body: [body, list.join('\n')].filter(Boolean).join('\n\n'),
  };
  return { ...first, finding, members: [first, ...sorted.filter(each => each !== first)].flatMap(membersOf) };
}
