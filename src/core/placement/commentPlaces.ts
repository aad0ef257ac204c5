import type { Finding, FindingState } from '../review/finding.ts';
import type { ReviewComment } from '../review/review.ts';

/**
 * A comment as it is told at each of its places, as it is itself at its own first. What is about the code of its own place
 * is not told at others: the quoted code, and the suggestion.
 */
export function atEachPlace(comment: ReviewComment): readonly ReviewComment[] {
  const { memberPlaces = [], related = [] } = comment;
  const others = memberPlaces.map(({ path, range }): ReviewComment => {
    const isHere = (each: (typeof related)[number]): boolean =>
      each.path === path && each.range.startLine === range.startLine;
    return {
      ...comment,
      path,
      range,
      side: 'right',
      suggestion: undefined,
      quotedCode: undefined,
      ...(related.length > 0 && { related: related.filter(each => !isHere(each)) }),
    };
  });
  return [comment, ...others];
}

const ranks: Readonly<Record<FindingState, number>> = { current: 0, moved: 0, changed: 1, unplaced: 2, outdated: 3 };

/**
 * Chooses the place at which a comment is shown: the first that is as it was reviewed, else the first that was changed, else
 * one of which nothing is known. So it is outdated only if all of its places are.
 */
export function firstLeft<T extends { readonly finding: Finding }>(places: readonly T[]): T | undefined {
  return places.reduce<T | undefined>(
    (best, each) => (best === undefined || ranks[each.finding.state] < ranks[best.finding.state] ? each : best),
    undefined,
  );
}
