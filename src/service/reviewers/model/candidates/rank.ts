import { compareSeverity } from '../../../../core/review/severity.ts';
import { wordOverlap } from '../../../engine/result/folding/wordOverlap.ts';
import type { PlacedCandidate } from './placeCandidate.ts';

/** Sorts by severity and confidence, then by position, so that the order is deterministic. */
export function rankCandidates<T extends PlacedCandidate>(candidates: readonly T[]): T[] {
  return [...candidates].sort(
    (a, b) =>
      compareSeverity(a.severity, b.severity) ||
      b.candidate.confidence - a.candidate.confidence ||
      (a.shown.name < b.shown.name ? -1 : a.shown.name > b.shown.name ? 1 : a.startLine - b.startLine),
  );
}

/** How sure a finder has to be of what it alone names, and of what another one names too. */
const sureAlone = 0.7;
const sureTogether = 0.4;

/**
 * Merges candidates that say the same of one place, and leaves out those of which nobody is sure; what more finders said
 * comes first among equally severe ones.
 */
export function mergeRepeats<T extends PlacedCandidate & { readonly finder: number }>(
  candidates: readonly T[],
): { readonly kept: T[]; readonly repeats: number; readonly unsure: number } {
  const merged: { readonly candidate: T; readonly finders: Set<number>; confidence: number }[] = [];
  for (const each of candidates) {
    const same = merged.find(({ candidate }) => isRepeat(each, candidate));
    const { confidence } = each.candidate;
    if (same === undefined) merged.push({ candidate: each, finders: new Set([each.finder]), confidence });
    else {
      same.finders.add(each.finder);
      same.confidence = Math.max(same.confidence, confidence);
    }
  }
  const kept = merged.filter(({ finders, confidence }) => confidence >= (finders.size > 1 ? sureTogether : sureAlone));
  // Stable: equal ones stay in the order that they were given in.
  kept.sort((a, b) => compareSeverity(a.candidate.severity, b.candidate.severity) || b.finders.size - a.finders.size);
  return {
    kept: kept.map(({ candidate }) => candidate),
    repeats: candidates.length - merged.length,
    unsure: merged.length - kept.length,
  };
}

/** Lines apart at which similar words mean the same, and at which nearly the same words do. */
const near = 2;
const farther = 15;

function isRepeat(a: PlacedCandidate, b: PlacedCandidate): boolean {
  if (a.shown !== b.shown) return false;
  const distance = Math.abs(a.startLine - b.startLine);
  if (distance > farther) return false;
  if (distance === 0 && a.category === b.category) return true;
  const overlap = (text: 'title' | 'body'): number =>
    wordOverlap(wordsOf(a.candidate[text]), wordsOf(b.candidate[text]));
  return distance <= near ? overlap('title') > 0.3 : overlap('title') > 0.6 && overlap('body') > 0.5;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);
}
