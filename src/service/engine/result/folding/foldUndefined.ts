import { lineRanges } from './lineRanges.ts';
import type { LocatedFinding } from '../locatedFinding.ts';
import { quotedNames } from './quotedNames.ts';

/**
 * Folds the defects of one cause into one comment, at the first of them: a name that is not defined, wherever a file uses
 * it, and all names that the change leaves undefined in a file.
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
  return [...others, ...[...groups.values()].map(folded)];
}

function causeOf({ finding }: LocatedFinding): string | undefined {
  const { category, file, isConsequence, name, rule } = finding;
  if (category !== 'bug' || name === undefined) return undefined;
  return [file.path, rule, isConsequence === true ? '' : name].join('\0');
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
    title: names.size > 1 ? `${quotedNames([...names])} are not defined any more.` : title,
    body: [body, ...also].join('\n\n'),
  };
  return { ...first, finding, places: group.length };
}
