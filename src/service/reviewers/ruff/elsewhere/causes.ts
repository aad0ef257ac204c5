import type { Repository } from '../../refining/refined.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { isNearMiss } from '../../nearMiss.ts';
import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { mayBind } from '../python/hosted/injectedNames.ts';
import { isOftenImported } from '../python/oftenImported.ts';
import { firstNames, linesWith } from './otherFiles.ts';

/**
 * The findings on names of which nothing tells why they are missing: whatever runs the file may give them. A cause is a
 * line that the change removes, another place of the file that binds the name or one like it, a name that Python has
 * or had, and another file of the head that imports or defines it. With very many names, only the first are looked for.
 */
export async function withoutCause(
  findings: readonly ReviewerFinding[],
  parts: Repository,
  signal: AbortSignal,
): Promise<ReviewerFinding[]> {
  const first = firstNames(findings.map(finding => ({ finding, name: finding.name ?? '' })));
  const explained = new Set(first.filter(({ finding }) => hasOwnCause(finding)).map(({ finding }) => finding));
  const names = new Set(first.filter(({ finding }) => !explained.has(finding)).map(({ name }) => name));
  const lines = [...(await linesWith(names, parts, parts.job.head, signal)).values()].flat();
  const given = new Set([...names].filter(name => !/^[A-Za-z]$/.test(name) && lines.some(line => gives(line, name))));
  return findings.filter(each => !explained.has(each) && !given.has(each.name ?? ''));
}

/** Whether the change removes a line that may have given a name its value. */
export function isTakenAway({ file, name = '' }: ReviewerFinding): boolean {
  return [...(file.removed?.values() ?? [])].flat().some(line => line.includes(name) && mayBind(line, name));
}

/** Whether the file itself, or Python, tells why a name is missing. */
function hasOwnCause(finding: ReviewerFinding): boolean {
  const { file, range, name = '' } = finding;
  if (isOftenImported(name) || isTakenAway(finding)) return true;
  const lines = codeOnly(file.text).split(/\r\n|\n|\r/);
  const others = lines.filter((_, index) => index + 1 !== range.startLine);
  return others.some(line => line.includes(name) && mayBind(line, name)) || bindsNearMiss(others, name);
}

/** Whether lines of code bind a name that is almost the same. */
function bindsNearMiss(lines: readonly string[], name: string): boolean {
  return lines.some(line =>
    (line.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).some(word => isNearMiss(name, word) && mayBind(line, word)),
  );
}

/** Whether a line of another file imports a name, or defines it for the whole module. */
function gives(line: string, name: string): boolean {
  const imported = `^\\s*(?:from\\b.*\\bimport\\b|import\\b).*(?<!\\.)\\b${name}\\b(?!\\.|[ \\t]+as\\b)`;
  const part = `^[ \\t]+(?:\\w+,[ \\t]*)*${name},?[ \\t]*$`;
  const defined = `^(?:(?:async[ \\t]+)?def|class)[ \\t]+${name}\\b|^${name}[ \\t]*(?::[^=]*)?=(?!=)`;
  return new RegExp(`${imported}|${part}|${defined}`).test(line);
}
