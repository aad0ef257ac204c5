import { compareSeverity } from '../../../../core/review/severity.ts';
import type { LocatedFinding } from '../locatedFinding.ts';

/**
 * Drops what a tool of the project says of a place that the change breaks if another reviewer has told the cause with
 * that very place. The cause is as severe as the tool calls its consequence.
 */
export function foldIntoCauses(located: readonly LocatedFinding[]): LocatedFinding[] {
  const told = new Map<string, LocatedFinding>();
  for (const each of located)
    if (!isOfTool(each)) for (const place of placesOf(each)) if (!told.has(place)) told.set(place, each);
  const folded = new Map<LocatedFinding, LocatedFinding>();
  const kept = located.filter(each => {
    const { file, range, isConsequence, severity } = each.finding;
    const place = placeOf(file.path, range.startLine, range.startColumn);
    const cause = isOfTool(each) && isConsequence === true ? told.get(place) : undefined;
    if (cause === undefined) return true;
    const current = folded.get(cause) ?? cause;
    if (compareSeverity(severity, current.finding.severity) < 0)
      folded.set(cause, { ...current, finding: { ...current.finding, severity } });
    return false;
  });
  return kept.map(each => folded.get(each) ?? each);
}

function isOfTool({ finding }: LocatedFinding): boolean {
  return finding.reviewer.startsWith('tool:');
}

/** Where the change breaks something, as a finding has it. */
function placesOf({ finding: { file, range, isConsequence, related = [] } }: LocatedFinding): string[] {
  const own = isConsequence === true ? [placeOf(file.path, range.startLine, range.startColumn)] : [];
  return [...own, ...related.map(({ path, line, column }) => placeOf(path, line, column))];
}

function placeOf(path: string, line: number, column: number): string {
  return [path, line, column].join('\0');
}
