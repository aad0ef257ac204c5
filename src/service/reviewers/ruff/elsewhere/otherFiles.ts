import type { Repository } from '../../refining/refined.ts';
import { searchTree } from '../../../../git/content/searchTree.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { nearestFirst } from '../../model/surroundings/nearestFirst.ts';

/** A finding with the name that is looked for in other files. */
interface Asked {
  readonly finding: ReviewerFinding;
  readonly name: string;
}

/** Lines with some names, by path. */
export type LinesByPath = ReadonlyMap<string, readonly string[]>;

const mostNames = 100;
const mostFiles = 40;

/** Those with the first names, of those that can be looked for. */
export function firstNames<T extends Asked>(asked: readonly T[]): T[] {
  const usable = asked.filter(({ name }) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name));
  const names = new Set([...new Set(usable.map(({ name }) => name))].slice(0, mostNames));
  return usable.filter(({ name }) => names.has(name));
}

/** The lines of Python at a commit that have one of these names. */
export async function linesWith(
  names: Iterable<string>,
  { git, job }: Repository,
  commit: string,
  signal: AbortSignal,
): Promise<LinesByPath> {
  const lines = await searchTree(git, job.root, commit, [...new Set(names)], ['py'], signal);
  const grouped = Map.groupBy(lines, ({ path }) => path);
  return new Map([...grouped].map(([path, each]) => [path, each.map(({ text }) => text)]));
}

/** Paths of the other files that may answer, the nearest of each finding first. */
export function nearestFiles(
  asked: readonly Asked[],
  lines: LinesByPath,
  mayAnswer: (asked: Asked, texts: readonly string[]) => boolean,
): string[] {
  // One place in a file for each name is enough.
  const distinct = new Map(asked.map(each => [`${each.name} ${each.finding.file.path}`, each]));
  const sorted = [...distinct.values()].map(each => {
    const from = each.finding.file.path;
    const paths = [...lines].filter(([path, texts]) => path !== from && mayAnswer(each, texts)).map(([path]) => path);
    return nearestFirst(
      paths.map(path => ({ path, line: 1 })),
      from,
    );
  });
  const nearest = new Set<string>();
  for (let rank = 0; rank < mostFiles; rank++) {
    for (const { path } of sorted.flatMap(places => places[rank] ?? []))
      if (nearest.size < mostFiles) nearest.add(path);
  }
  return [...nearest];
}
