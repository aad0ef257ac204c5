import type { CurrentReview, RepositoryReviews } from './repositoryReviews.ts';
import { countFindings, type CountedFinding, type FindingCounts } from './findingCounts.ts';
import { verdictOf, type Verdict } from './verdict.ts';

/** A finding of one review. */
export interface ReviewFinding extends CountedFinding {
  /** Equal for the same finding of several reviews, see `sameFindingKey`. */
  readonly key: string;
}

/** A review with its findings and their numbers. */
export interface ReviewOverview<T> {
  readonly review: CurrentReview;
  readonly findings: readonly T[];
  readonly counts: FindingCounts;
}

/** A repository with its reviews; a finding that several of the current ones have is one. */
export interface RepositoryOverview<T> extends RepositoryReviews {
  readonly reviews: readonly ReviewOverview<T>[];
  /** Reviews that are not current. Their findings count nowhere else. */
  readonly others: readonly ReviewOverview<T>[];
  /** The findings of all current reviews. */
  readonly findings: readonly T[];
  readonly counts: FindingCounts;
  readonly verdict: Verdict;
}

/** The whole window. */
export interface WindowOverview<T> {
  readonly repositories: readonly RepositoryOverview<T>[];
  /** The findings of all current reviews. */
  readonly findings: readonly T[];
  readonly counts: FindingCounts;
}

/**
 * Joins reviews with their findings. Tree, badge, status bar, Problems, decorations and notifications all show this.
 * @param merge makes one finding of those with the same key, the first review's first
 */
export function overviewOf<T extends ReviewFinding>(
  repositories: readonly RepositoryReviews[],
  findingsOf: (review: CurrentReview) => readonly T[],
  merge: (same: readonly [T, ...T[]]) => T,
): WindowOverview<T> {
  const overviews = repositories.map((repository): RepositoryOverview<T> => {
    const reviewed = (review: CurrentReview): ReviewOverview<T> => {
      const findings = findingsOf(review);
      return { review, findings, counts: countFindings(findings) };
    };
    const reviews = repository.current.map(reviewed);
    const [only, ...others] = reviews;
    // Within a review nothing is there twice.
    const isOne = only !== undefined && others.length === 0;
    const all = isOne ? only.findings : reviews.flatMap(each => each.findings);
    const findings = isOne ? all : mergeSame(all, merge);
    const counts = countFindings(findings);
    return {
      ...repository,
      reviews,
      others: repository.superseded.map(reviewed),
      findings,
      counts,
      verdict: verdictOf(repository, counts),
    };
  });
  const findings = overviews.flatMap(each => each.findings);
  return { repositories: overviews, findings, counts: countFindings(findings) };
}

/** Where a finding is, and what it is known by. */
export interface FindingPlace {
  readonly fingerprint: string;
  /** The file's address; `undefined` for a finding without a place, which is the same only in the same subject. */
  readonly file: string | undefined;
  /** First and last line of its range, from 0; `undefined` for the whole file. */
  readonly lines: readonly [number, number] | undefined;
  /** What the review is about, whichever service made it. */
  readonly subject: string;
}

/** Returns the key by which findings of several reviews are the same one. */
export function sameFindingKey({ fingerprint, file, lines, subject }: FindingPlace): string {
  return [fingerprint, ...(file === undefined ? ['', subject] : [file, ...(lines ?? [])])].join('\0');
}

/** Makes one of the findings with the same key, in the order of the first of each. */
export function mergeSame<T extends Pick<ReviewFinding, 'key'>>(
  findings: readonly T[],
  merge: (same: readonly [T, ...T[]]) => T,
): readonly T[] {
  const byKey = new Map<string, [T, ...T[]]>();
  for (const finding of findings) {
    const same = byKey.get(finding.key);
    if (same === undefined) byKey.set(finding.key, [finding]);
    else same.push(finding);
  }
  if (byKey.size === findings.length) return findings;
  return [...byKey.values()].map(same => (same.length === 1 ? same[0] : merge(same)));
}
