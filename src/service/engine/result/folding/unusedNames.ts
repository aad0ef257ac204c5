import type { ReviewerFinding } from '../../reviewer.ts';
import { locateFinding, type AttributedFinding } from '../locatedFinding.ts';

/** With as many names that were unused before, a project lives with them. */
const fewestLeft = 2;

/**
 * Whether a finding is about a name that nothing used before the change either: it is at a line that the change leaves as it
 * is, and no line that the change removes has the name.
 */
export function isLeftUnused(finding: ReviewerFinding): boolean {
  const { category, name, file, hiddenBy } = finding;
  if (category !== 'maintainability' || name === undefined || hiddenBy !== undefined) return false;
  if (locateFinding(finding) !== undefined) return false;
  const word = new RegExp(`(?<![\\w$])${(/[\w$]+$/.exec(name)?.[0] ?? '').replaceAll('$', '\\$')}(?![\\w$])`);
  return ![...(file.removed?.values() ?? [])].flat().some(line => word.test(line));
}

/** A folder that a program named, whose files belong to a user or to one run, or one that a tool keeps to itself. */
const recordFolder = /(?:^|\/)(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\.(?!github|storybook)[\w-]+)\//i;

/**
 * Drops the findings on unused names in what a program keeps as data, and those of each reviewer that found several which
 * the changed files had before: nobody there tidies them, and no linter of the project asks for it.
 */
export function withoutLivedWith(findings: readonly AttributedFinding[]): AttributedFinding[] {
  const left = Map.groupBy(findings.filter(isLeftUnused), ({ reviewer }) => reviewer);
  return findings.filter(
    ({ category, name, reviewer, file }) =>
      category !== 'maintainability' ||
      name === undefined ||
      ((left.get(reviewer)?.length ?? 0) < fewestLeft && !recordFolder.test(file.path)),
  );
}
