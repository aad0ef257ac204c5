import type { ReviewComment } from '../../core/review/review.ts';
import type { SnapshotKind } from '../../git/content/snapshot.ts';

/** What to review. */
export interface ReviewRequest {
  /** Real path of a folder in the working copy. */
  readonly folder: string;
  readonly scope: 'branch' | SnapshotKind;
  /** The commit or branch to compare a branch with; `undefined` for the default branch. */
  readonly base: string | undefined;
  readonly signal: AbortSignal;
  /** @param share from 0 to 1 */
  readonly onProgress: (stage: string, share: number) => void;
}

/** A completed review. */
export interface ReviewedChanges {
  /** Real path of the top folder. */
  readonly root: string;
  /** `owner/name` */
  readonly repository: string;
  /** `undefined` for a detached HEAD. */
  readonly branch: string | undefined;
  /** Full hash of what was reviewed. */
  readonly commit: string;
  /** One sentence: how much was found, or why there was nothing to review. */
  readonly summary: string;
  /** False where there was nothing to review. */
  readonly isReviewed: boolean;
  readonly comments: readonly ReviewComment[];
  /** Sentences about what was reviewed and what was not. */
  readonly notes: readonly string[];
  /** What was not reviewed, in a few words each. */
  readonly gaps: readonly string[];
}

/** Reviews changes. @throws CodeReviewError, of kind `cancelled` once the signal has aborted */
export type ReviewChanges = (request: ReviewRequest) => Promise<ReviewedChanges>;
