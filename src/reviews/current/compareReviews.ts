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

/**
 * Compares the comments of two reviews by their fingerprints, and by the findings that they tell where both say which.
 * @param formerly the later comments as they would have been before files were renamed, see `formerComments`
 */
export function compareReviews(
  earlier: readonly ReviewComment[],
  later: readonly ReviewComment[],
  formerly: readonly ReviewComment[] = later,
): Comparison {
  const before = new Map(fingerprintsOf(earlier).map((fingerprint, index) => [fingerprint, earlier[index]]));
  const former = fingerprintsOf(formerly);
  const [toldBefore, toldNow] = [membersOf(earlier), membersOf([...later, ...formerly])];
  const added = new Set<string>();
  const still = new Set<string>();
  for (const [index, fingerprint] of fingerprintsOf(later).entries()) {
    const { members = [] } = later[index] ?? {};
    const { members: formerMembers = [] } = formerly[index] ?? {};
    const isKnown = before.delete(fingerprint) || before.delete(former[index] ?? fingerprint);
    const isByMembers = toldBefore.size > 0 && members.length > (isKnown ? 1 : 0);
    const isTold = (member: string, at: number): boolean =>
      toldBefore.has(member) || toldBefore.has(formerMembers[at] ?? member);
    const isStill = isByMembers ? members.every(isTold) : isKnown;
    (isStill ? still : added).add(fingerprint);
  }
  const isGone = ({ members = [] }: ReviewComment): boolean => !members.some(member => toldNow.has(member));
  return { added, still, gone: [...before.values()].filter(comment => comment !== undefined).filter(isGone) };
}

function membersOf(comments: readonly ReviewComment[]): ReadonlySet<string> {
  return new Set(comments.flatMap(({ members = [] }) => members));
}
