import { compareSeverity } from '../../../../core/review/severity.ts';
import { wordOverlap } from '../../../engine/result/folding/wordOverlap.ts';
import type { PlacedCandidate } from './placeCandidate.ts';

/** Sorts by severity and confidence, then by position, so that the order is deterministic. */
export function rankCandidates(candidates: readonly PlacedCandidate[]): PlacedCandidate[] {
  return [...candidates].sort(
    (a, b) =>
      compareSeverity(a.severity, b.severity) ||
      b.candidate.confidence - a.candidate.confidence ||
      (a.shown.name < b.shown.name ? -1 : a.shown.name > b.shown.name ? 1 : a.startLine - b.startLine),
  );
}

/** Separates candidates that repeat an earlier one. */
export function splitRepeats(candidates: readonly PlacedCandidate[]): {
  readonly kept: PlacedCandidate[];
  readonly repeats: number;
} {
  const kept: PlacedCandidate[] = [];
  for (const each of candidates) if (!kept.some(other => isRepeat(each, other))) kept.push(each);
  return { kept, repeats: candidates.length - kept.length };
}

const near = 2;

function isRepeat(a: PlacedCandidate, b: PlacedCandidate): boolean {
  const distance = Math.abs(a.startLine - b.startLine);
  if (a.shown !== b.shown || distance > near) return false;
  return (distance === 0 && a.category === b.category) || wordOverlap(wordsOf(a), wordsOf(b)) > 0.3;
}

function wordsOf({ candidate }: PlacedCandidate): Set<string> {
  return new Set(candidate.title.toLowerCase().match(/[a-z]{4,}/g) ?? []);
}
