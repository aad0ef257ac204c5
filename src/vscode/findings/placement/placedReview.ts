import { atEachPlace } from '../../../core/placement/commentPlaces.ts';
import type { Finding } from '../../../core/review/finding.ts';
import type { IdentifiedComment } from '../../../core/placement/placeFindings.ts';
import { findingId, type FindingsRecord } from '../../../reviews/current/shownReviews.ts';
import type { DiskFiles } from './diskFiles.ts';
import type { FilePlacement } from './filePlacement.ts';

/** The lines that a finding's numbers count, those of its side of the review; undefined where they are not known. */
type ReviewedLines = (findingId: string) => readonly string[] | undefined;

/** Where the findings of a review are. */
export interface PlacedReview {
  /** Those in files, one entry for each URI. */
  readonly files: readonly FilePlacement[];
  /** Those on the whole review, and those whose path is not in the workspace; the same list while they are the same. */
  readonly general: readonly Finding[];
  readonly linesOf: ReviewedLines;
  /** The real paths of the files. */
  readonly identities: ReadonlySet<string>;
  /** URIs that are used only as long as a document is open by them. */
  readonly borrowed: ReadonlySet<string>;
  /** Its files on disk; `undefined` for what is not there. */
  readonly disk: Pick<DiskFiles, 'look'> | undefined;
}

export const emptyPlacement: PlacedReview = {
  files: [],
  general: [],
  linesOf: () => undefined,
  identities: new Set(),
  borrowed: new Set(),
  disk: undefined,
};

/** Returns the findings of a review without their places: of what is not checked out. */
export function unplacedReview(record: FindingsRecord): PlacedReview {
  return { ...emptyPlacement, general: identifyComments(record).map(unplaced) };
}

/** Returns the comments of a review with the ids of their findings. */
export function identifyComments(record: FindingsRecord): IdentifiedComment[] {
  return (record.review.comments ?? []).map((comment, index) => ({ id: findingId(record, index), comment }));
}

/** Returns the comments of a review as they are told at each of their places, with the ids of their findings. */
export function identifyPlaces(record: FindingsRecord): IdentifiedComment[] {
  return identifyComments(record).flatMap(({ id, comment }) =>
    atEachPlace(comment).map(each => ({ id, comment: each })),
  );
}

/** Makes a finding of a comment whose place is not known. */
export function unplaced({ id, comment }: IdentifiedComment): Finding {
  return { id, comment, state: 'unplaced', range: undefined };
}

/** Makes a finding of a comment whose file was deleted since. */
export function outdated({ id, comment }: IdentifiedComment): Finding {
  return { id, comment, state: 'outdated', range: undefined };
}
