import type { LocatedFinding } from '../locatedFinding.ts';
import { toldTogether } from './groupCleanups.ts';

/** Makes one comment of the findings of a rule that would be more comments than the rule may have in a review. */
export function foldRepeated(located: readonly LocatedFinding[]): LocatedFinding[] {
  const limited = Map.groupBy(
    located.filter(({ finding }) => finding.mostComments !== undefined),
    ({ finding }) => finding.rule,
  );
  const groups = [...limited.values()].filter(each => each.length > (each[0]?.finding.mostComments ?? 0));
  const folded = new Set(groups.flat());
  return [...located.filter(each => !folded.has(each)), ...groups.map(toldTogether)];
}
