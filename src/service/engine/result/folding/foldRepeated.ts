import type { LocatedFinding } from '../locatedFinding.ts';
import { toldTogether } from './groupCleanups.ts';

/**
 * Makes one comment of the findings of a rule in one file that have one cause, and of those of a rule that would be more
 * comments than it may have in a review.
 */
export function foldRepeated(located: readonly LocatedFinding[]): LocatedFinding[] {
  const inFiles = folded(
    located,
    ({ isFoldedInFile }) => isFoldedInFile === true,
    ({ rule, file }) => `${rule}\0${file.path}`,
  );
  return folded(
    inFiles,
    ({ mostComments }) => mostComments !== undefined,
    ({ rule }) => rule,
  );
}

type Finding = LocatedFinding['finding'];

function folded(
  located: readonly LocatedFinding[],
  isMeant: (finding: Finding) => boolean,
  keyOf: (finding: Finding) => string,
): LocatedFinding[] {
  const meant = Map.groupBy(
    located.filter(({ finding }) => isMeant(finding)),
    ({ finding }) => keyOf(finding),
  );
  const groups = [...meant.values()].filter(each => each.length > (each[0]?.finding.mostComments ?? 1));
  const together = new Set(groups.flat());
  return [...located.filter(each => !together.has(each)), ...groups.map(toldTogether)];
}
