import type { ReviewComment } from '../../core/review/review.ts';
import { fingerprintsOf } from '../decisions/fingerprint.ts';

/** Difference between two reviews. */
interface Comparison {
  /** Fingerprints that only the later review has. */
  readonly added: ReadonlySet<string>;
  /** Fingerprints that both have. */
  readonly still: ReadonlySet<string>;
  /** Comments that only the earlier review has. */
  readonly gone: readonly ReviewComment[];
}

/** Compares the comments of two reviews by their fingerprints. */
export function compareReviews(earlier: readonly ReviewComment[], later: readonly ReviewComment[]): Comparison {
  const before = new Map(fingerprintsOf(earlier).map((fingerprint, index) => [fingerprint, earlier[index]]));
  const added = new Set<string>();
  const still = new Set<string>();
  for (const fingerprint of fingerprintsOf(later)) (before.delete(fingerprint) ? still : added).add(fingerprint);
  return { added, still, gone: [...before.values()].filter(comment => comment !== undefined) };
}
