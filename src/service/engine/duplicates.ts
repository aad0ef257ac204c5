import type { AttributedFinding, Located } from './located.ts';
import { overlap } from './overlap.ts';

/** How far apart, in lines, two reviewers may point at the same thing. */
const nearLines = 2;
const sameWords = 0.3;
const sameTitle = 0.5;

/**
 * Several reviewers may see the same thing: the finding with a fix is kept, else the one that an analyser says rather
 * than a model, else the first (review-engine.md 3.4). A cleanup and a defect are never the same thing, so that no
 * defect gives way to a mere cleanup on its line.
 */
export function withoutDuplicates(located: readonly Located[]): Located[] {
  const kept = new Map<string, Located[]>();
  for (const each of [...located].sort((a, b) => rank(a.finding) - rank(b.finding))) {
    const { path } = each.finding.file;
    const ofFile = kept.get(path) ?? [];
    if (ofFile.length === 0) kept.set(path, ofFile);
    if (!ofFile.some(other => isSameThing(other, each))) ofFile.push(each);
  }
  return [...kept.values()].flat();
}

function rank({ fix, rule }: AttributedFinding): number {
  return (fix === undefined ? 2 : 0) + (rule.startsWith('model/') ? 1 : 0);
}

function isSameThing(a: Located, b: Located): boolean {
  const [one, other] = [a.finding, b.finding];
  if (one.rule === other.rule) {
    if (one.range.startLine !== other.range.startLine) return false;
    // Cleanups are put together later on, with the fix of each.
    return (
      one.range.startColumn === other.range.startColumn || (one.category !== 'cleanup' && one.title === other.title)
    );
  }
  if ((one.category === 'cleanup') !== (other.category === 'cleanup')) return false;
  if (one.reviewer === other.reviewer) {
    return one.range.startLine === other.range.startLine && overlap(words(one.title), words(other.title)) > sameTitle;
  }
  return (
    Math.abs(a.startLine - b.startLine) <= nearLines &&
    overlap(words(`${one.title} ${one.body}`), words(`${other.title} ${other.body}`)) > sameWords
  );
}

/** Words that any two sentences have in common. */
const commonWords = new Set(
  `all and any are but can does for from has have here into its line not only other than that the them then there they
  this use used using was when where which will with without you your`.split(/\s+/),
);

function words(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter(word => !commonWords.has(word)));
}
