import { compareSeverity } from '../../../../core/review/severity.ts';
import { findSecrets } from '../../../secrets/findSecrets.ts';
import type { AttributedFinding, LocatedFinding } from '../locatedFinding.ts';
import { pluralize } from '../pluralize.ts';
import { placeOf } from './foldRepeated.ts';
import { joinedFix, withFixOfAll } from './groupCleanups.ts';

/** Most related places of a comment: all have to be gone through, so they are more than those of other rules. */
const mostRelated = 50;

/**
 * Makes one comment of a secret that stands in several files or lines, since it is revoked once. Secrets are compared by
 * their values, which are neither kept nor told.
 */
export function foldSecrets(located: readonly LocatedFinding[]): LocatedFinding[] {
  const secrets = located.filter(({ finding }) => finding.reviewer === 'secrets');
  if (secrets.length < 2) return [...located];
  const same = Map.groupBy(secrets, ({ finding }) => valueOf(finding));
  const groups = [...same].flatMap(([value, each]) => (value === undefined || each.length === 1 ? [] : [each]));
  const together = new Set(groups.flat());
  return [...located.filter(each => !together.has(each)), ...groups.map(toldOnce)];
}

/** The gravest of the findings on one secret, with the others as related places. @param members at least two */
function toldOnce(members: readonly LocatedFinding[]): LocatedFinding {
  const [first, ...others] = [...members].sort(
    (a, b) =>
      compareSeverity(a.finding.severity, b.finding.severity) ||
      a.finding.file.path.localeCompare(b.finding.file.path) ||
      a.startLine - b.startLine ||
      a.finding.range.startColumn - b.finding.range.startColumn,
  ) as [LocatedFinding, ...LocatedFinding[]];
  const files = new Set(members.map(({ finding }) => finding.file.path)).size;
  const where = files > 1 ? `in ${files} files` : `at ${members.length} places`;
  const { title, body } = first.finding;
  const finding = {
    ...first.finding,
    title: title.replace(': ', `, ${where}: `),
    body: `${body}\n\nThe same one is at ${pluralize(others.length, 'other place')}.`,
    related: others.map(each => placeOf(each, 'It is here as well.')).slice(0, mostRelated),
  };
  return { ...first, finding: withFixOfAll(finding, joinedFix(members), members), members: [first, ...others] };
}

/** How much to read on either side of a secret, in characters: some are known by what is before or behind them. */
const around = 100;
/** An address up to its host: one password may be that of several users. */
const login = /^[a-z][\w+.-]*:\/\/[^\s/@]+@[^\s/?#'"`]+/i;

/** The secret that a finding is about, however its lines are broken; undefined if it cannot be told. */
function valueOf({
  file,
  range: { startLine, startColumn, endLine, endColumn },
}: AttributedFinding): string | undefined {
  const lines = file.lines.slice(startLine - 1, endLine);
  const first = lines[0] ?? '';
  // Of a long line in a file that is not reviewed, the secret alone is kept.
  const isCut = first.length < startColumn;
  const from = isCut ? 0 : Math.max(0, startColumn - 1 - around);
  if (!isCut) lines.push((lines.pop() ?? '').slice(0, endColumn - 1 + around));
  const text = [(lines[0] ?? '').slice(from), ...lines.slice(1)].join('\n');
  const found = findSecrets(file.path, text);
  const at = isCut ? 0 : startColumn - 1 - from;
  const secret = found.find(({ start }) => start === at) ?? (found.length === 1 ? found[0] : undefined);
  if (secret === undefined) return undefined;
  const address = login.exec(text.slice(secret.start, secret.end))?.[0];
  return address ?? text.slice(secret.from, secret.to).replace(/\\+[rn]|\s+/g, '');
}
