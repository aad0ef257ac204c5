import type { ReviewComment } from '../../core/review/review.ts';
import { fingerprintsOf } from '../decisions/fingerprint.ts';

/** Difference between two reviews. */
interface Comparison {
  /** Fingerprints that only the later review has, and those of comments that tell more findings than before. */
  readonly added: ReadonlySet<string>;
  /** Fingerprints of which the earlier review has all. */
  readonly still: ReadonlySet<string>;
  /** Comments of which the later review has nothing. */
  readonly gone: readonly ReviewComment[];
}

/** Compares the comments of two reviews by their fingerprints, and by the findings that they tell where both say which. */
export function compareReviews(earlier: readonly ReviewComment[], later: readonly ReviewComment[]): Comparison {
  const before = new Map(fingerprintsOf(earlier).map((fingerprint, index) => [fingerprint, earlier[index]]));
  const [toldBefore, toldNow] = [membersOf(earlier), membersOf(later)];
  const added = new Set<string>();
  const still = new Set<string>();
  for (const [index, fingerprint] of fingerprintsOf(later).entries()) {
    const { members = [] } = later[index] ?? {};
    const isKnown = before.delete(fingerprint);
    const isByMembers = toldBefore.size > 0 && members.length > (isKnown ? 1 : 0);
    const isStill = isByMembers ? members.every(member => toldBefore.has(member)) : isKnown;
    (isStill ? still : added).add(fingerprint);
  }
  const isGone = ({ members = [] }: ReviewComment): boolean => !members.some(member => toldNow.has(member));
  return { added, still, gone: [...before.values()].filter(comment => comment !== undefined).filter(isGone) };
}

function membersOf(comments: readonly ReviewComment[]): ReadonlySet<string> {
  return new Set(comments.flatMap(({ members = [] }) => members));
}
