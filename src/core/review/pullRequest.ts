/** Identifies a pull request for `POST /v1/reviews`. */
export interface PullRequestId {
  /** `owner/name` of the base repository. */
  readonly repository: string;
  /** Positive integer. */
  readonly number: number;
}

/**
 * The first number that the embedded service assigns to a branch without a pull request. No host has that many pull
 * requests in a repository.
 */
export const firstLocalNumber = 1_000_001;

/** How likely a candidate is the branch's pull request. Only `high` and `certain` are used without asking the user. */
export type Confidence = 'certain' | 'high' | 'medium' | 'low';

/** A pull request that a source proposes for the checked-out branch. */
export interface PullRequestCandidate {
  readonly number: number;
  readonly confidence: Confidence;
  /** Completes the sentence "Pull request #N, …", for example "from the branch's configuration". */
  readonly explanation: string;
  readonly title?: string;
  readonly url?: string;
  /** `owner/name` of the base repository, if the source knows it. */
  readonly repository?: string;
}
