import type { LocatedFinding } from './locatedFinding.ts';
import type { TextEdit } from '../reviewer.ts';
import { wholeLines } from './wholeLines.ts';

/**
 * Groups the cleanups of one rule in one file into few comments. A comment has one suggestion, which replaces one range
 * of new lines: cleanups with a fix share a comment if their fixes combine into one replacement with the same effect;
 * those without a fix share one comment. Grouped by rule, since rules are what is explained, linked and muted.
 */
export function groupCleanups(located: readonly LocatedFinding[]): LocatedFinding[] {
  const groups = new Map<string, LocatedFinding[]>();
  for (const each of located) {
    const { category, file, rule, severity } = each.finding;
    if (category !== 'maintainability') continue;
    const key = [file.path, rule, severity].join('\0');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [
    ...located.filter(({ finding }) => finding.category !== 'maintainability'),
    ...[...groups.values()].flatMap(together),
  ];
}

/** Findings with one replacement of the lines `startLine` to `endLine`. */
interface Cluster {
  readonly members: readonly LocatedFinding[];
  readonly edits: readonly TextEdit[];
  readonly startLine: number;
  readonly endLine: number;
}

function together(ofRule: readonly LocatedFinding[]): LocatedFinding[] {
  const clusters: Cluster[] = [];
  const unfixed: LocatedFinding[] = [];
  for (const each of [...ofRule].sort((a, b) => a.startLine - b.startLine)) {
    const alone = clusterOf(each);
    const last = clusters.at(-1);
    const joined = alone === undefined || last === undefined ? undefined : join(last, alone);
    if (alone === undefined) unfixed.push(each);
    else if (joined === undefined) clusters.push(alone);
    else clusters[clusters.length - 1] = joined;
  }
  const [first] = unfixed;
  return [...clusters.map(merged), ...(first === undefined ? [] : [told(first, unfixed)])];
}

function clusterOf(located: LocatedFinding): Cluster | undefined {
  const { file, fix: edits } = located.finding;
  const place = edits && wholeLines(file, edits, located.startLine, located.endLine);
  if (edits === undefined || place === undefined) return undefined;
  return { members: [located], edits, startLine: place.startLine, endLine: place.endLine };
}

/** Two fixes of one line are not merged: each expects the line as it is. */
function join(a: Cluster, b: Cluster): Cluster | undefined {
  const [first] = a.members;
  if (first === undefined || b.startLine <= a.endLine) return undefined;
  const edits = [...a.edits, ...b.edits];
  const place = wholeLines(first.finding.file, edits, a.startLine, b.endLine);
  if (place === undefined) return undefined;
  return { members: [...a.members, ...b.members], edits, startLine: place.startLine, endLine: place.endLine };
}

function merged({ members, edits, startLine, endLine }: Cluster): LocatedFinding {
  const [first] = members as [LocatedFinding];
  if (members.length === 1) return first;
  const { finding } = told(first, members);
  return { finding: { ...finding, fix: edits }, startLine, endLine, places: members.length };
}

/** The first finding, with a list of all in its body. */
function told(first: LocatedFinding, members: readonly LocatedFinding[]): LocatedFinding {
  if (members.length === 1) return first;
  const { title, body } = first.finding;
  const more = members.length - 1;
  const list = members.map(({ finding, startLine }) => `- Line ${startLine}: ${finding.title}`).join('\n');
  const finding = {
    ...first.finding,
    title: `${title.replace(/\.$/, '')}, and ${more} more like it.`,
    body: [body, list].filter(Boolean).join('\n\n'),
  };
  return { ...first, finding, places: members.length };
}
