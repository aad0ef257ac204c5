import type { ReviewerFinding } from '../../reviewer.ts';

/**
 * Drops the findings on names that nothing uses where the file uses an undefined one with the same words: an import has the
 * new name of what is still used by its old one, and is wanted. What shares its edits has no fix any more.
 */
export function withoutRenamedNames<T extends ReviewerFinding>(findings: readonly T[]): T[] {
  const undefinedIn = Map.groupBy(findings.filter(isUndefined), ({ file }) => file.path);
  const isRenamed = (each: T): boolean =>
    isUnused(each) &&
    undefinedIn.get(each.file.path)?.some(other => hasSameWords(nameOf(other), each.name ?? '')) === true;
  const wanted = new Set(findings.filter(isRenamed).map(editsOf));
  return findings
    .filter(each => !isRenamed(each))
    .map(each =>
      isUnused(each) && each.fix !== undefined && wanted.has(editsOf(each)) ? { ...each, fix: undefined } : each,
    );
}

/** Drops what is said of the letters of a name that nothing defines: both are one slip. */
export function withoutUndefinedLookalikes<T extends ReviewerFinding>(findings: readonly T[]): T[] {
  const undefinedAt = new Set(findings.filter(isUndefined).map(placeOf));
  return findings.filter(each => each.rule !== 'hygiene/lookalike' || !undefinedAt.has(placeOf(each)));
}

function placeOf({ file, range: { startLine, startColumn } }: ReviewerFinding): string {
  return `${file.path}\0${startLine}\0${startColumn}`;
}

function isUnused({ category, name }: ReviewerFinding): boolean {
  return category === 'maintainability' && name !== undefined;
}

function isUndefined({ category, name, rule }: ReviewerFinding): boolean {
  return category === 'bug' && (name !== undefined || rule.endsWith('/undefined-name'));
}

function nameOf({ name, file, range: { startLine, startColumn, endColumn } }: ReviewerFinding): string {
  return name ?? (file.lines[startLine - 1] ?? '').slice(startColumn - 1, endColumn - 1);
}

function editsOf({ file, fix = [] }: ReviewerFinding): string {
  return JSON.stringify([file.path, ...fix.map(({ start, end, text }) => [start, end, text])]);
}

/** Words at the beginning or the end that two names need to have in common, if the shorter one has as many. */
const commonWords = 2;

/** Whether two names begin or end with the same words: `AsyncScraperService` and `ScraperService`. */
function hasSameWords(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  const least = Math.min(commonWords, shorter.length);
  const isAlike = (each: readonly string[], all: readonly string[]): boolean =>
    each.every((word, index) => word === all[index]);
  return (
    least > 0 &&
    (isAlike(shorter.slice(0, least), longer) || isAlike(shorter.slice(-least).reverse(), longer.toReversed()))
  );
}

/** The words of the last part of a name, in small letters. */
function wordsOf(name: string): string[] {
  const last = /[\w$]+$/.exec(name)?.[0] ?? '';
  return (last.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map(word => word.toLowerCase());
}
