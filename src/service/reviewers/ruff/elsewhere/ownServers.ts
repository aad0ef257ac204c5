import type { Repository } from '../../refining/refined.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { lineStarts } from '../../../engine/diff/textPosition.ts';
import { isOfOwnMachine, settingsOfTarget } from '../python/ownMachine.ts';
import { linesWith } from './otherFiles.ts';

export const unbounded = 'ruff/S113';

/** The findings on requests whose address a setting of the project says is on the own machine. */
export async function requestsToOwnServers(
  findings: readonly ReviewerFinding[],
  parts: Repository,
  signal: AbortSignal,
): Promise<readonly ReviewerFinding[]> {
  const asked = findings.map(finding => ({ finding, names: namesOf(finding) }));
  const names = new Set(asked.flatMap(each => each.names));
  if (names.size === 0) return [];
  const lines = [...(await linesWith(names, parts, parts.job.head, signal)).values()].flat();
  const own = new Set([...names].filter(name => isOfOwnMachine(lines, name)));
  return asked.filter(each => each.names.some(name => own.has(name))).map(({ finding }) => finding);
}

function namesOf({ file, range }: ReviewerFinding): string[] {
  const start = lineStarts(file.text)[range.endLine - 1] ?? 0;
  return settingsOfTarget(file.text, start + range.endColumn - 1);
}
