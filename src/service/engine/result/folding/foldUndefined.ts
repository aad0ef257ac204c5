import { lineRanges } from './lineRanges.ts';
import { membersOf, type LocatedFinding } from '../locatedFinding.ts';
import { quotedNames } from './quotedNames.ts';

/**
 * Folds the defects of one cause into one comment, at the first of them: a name that is not defined, wherever a file uses
 * it, all names that the change leaves undefined in a file, and names that lines next to each other use undefined.
 */
export function foldUndefined(located: readonly LocatedFinding[]): LocatedFinding[] {
  const groups = new Map<string, LocatedFinding[]>();
  const others: LocatedFinding[] = [];
  for (const each of located) {
    const key = causeOf(each);
    const group = key === undefined ? others : (groups.get(key) ?? []);
    group.push(each);
    if (key !== undefined) groups.set(key, group);
  }
  return [...others, ...withNeighbours([...groups.values()]).map(folded)];
}

function causeOf({ finding }: LocatedFinding): string | undefined {
  const { category, file, isConsequence, name, rule } = finding;
  if (category !== 'bug' || name === undefined) return undefined;
  return [file.path, rule, isConsequence === true ? '' : name].join('\0');
}

/** Joins groups of new lines that begin at one line or at the next one. */
function withNeighbours(groups: LocatedFinding[][]): LocatedFinding[][] {
  const joined: LocatedFinding[][] = [];
  const ends = new Map<string, { readonly group: LocatedFinding[]; line: number }>();
  const lineOf = (group: readonly LocatedFinding[]): number => Math.min(...group.map(({ startLine }) => startLine));
  for (const group of groups.sort((a, b) => lineOf(a) - lineOf(b))) {
    const { file, rule, severity, isConsequence } = group[0]?.finding ?? {};
    const key = [file?.path, rule, severity].join('\0');
    const last = isConsequence === true ? undefined : ends.get(key);
    if (last !== undefined && lineOf(group) - last.line <= 1) {
      last.group.push(...group);
      last.line = lineOf(group);
    } else {
      joined.push(group);
      if (isConsequence !== true) ends.set(key, { group, line: lineOf(group) });
    }
  }
  return joined;
}

function folded(group: readonly LocatedFinding[]): LocatedFinding {
  const sorted = [...group].sort((a, b) => a.startLine - b.startLine);
  const [first] = sorted as [LocatedFinding];
  if (sorted.length === 1) return first;
  const names = new Set(sorted.flatMap(({ finding: { name = [] } }) => name));
  const { title, body } = first.finding;
  const lines = [...new Set(sorted.map(({ startLine }) => startLine))].filter(line => line !== first.startLine);
  const also = lines.length === 0 ? [] : [`The same goes for ${lineRanges(lines)}.`];
  const finding = {
    ...first.finding,
    title:
      names.size > 1
        ? `${quotedNames([...names])} are not defined${first.finding.isConsequence === true ? ' any more' : ''}.`
        : title,
    body: [body, ...also].join('\n\n'),
  };
  return { ...first, finding, members: sorted.flatMap(membersOf) };
}
