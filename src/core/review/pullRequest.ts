/** What `POST /v1/reviews` needs to know of a pull request. */
export interface PullRequestId {
  /** `owner/name` of the base repository. */
  readonly repository: string;
  /** Positive integer. */
  readonly number: number;
}

/**
 * Numbers from here on are the embedded service's own, for work that has no pull request: no host has that many in a
 * repository.
 */
export const firstLocalNumber = 1_000_001;

/** How sure a source is that this is the pull request of the branch. Only `high` and `certain` are taken without a question. */
export type Confidence = 'certain' | 'high' | 'medium' | 'low';

/** A pull request that a source proposes for the checked-out branch. */
export interface PullRequestCandidate {
  readonly number: number;
  readonly confidence: Confidence;
  /** Ends the sentence "Pull request #N, …", e.g. "from the branch's configuration". */
  readonly explanation: string;
  readonly title?: string;
  readonly url?: string;
  /** `owner/name` of the base repository where the source knows it. */
  readonly repository?: string;
}
