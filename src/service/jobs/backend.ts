import type { StoredReview } from '../store/store.ts';
import type { QueuedProgress } from './reviewQueue.ts';

/** An element of the `GET /v1/repositories` response (docs/api.md). */
export interface ListedRepository {
  readonly id: string;
  readonly name: string;
  readonly full_name: string;
  readonly provider: string;
  readonly private: boolean;
  /** https address of its page. */
  readonly web_url?: string;
}

/** A request for a review. */
export interface ReviewRequest {
  /** `owner/name`, in any case. */
  readonly repository: string;
  readonly pr: number;
  /** Nothing is taken over from earlier reviews. */
  readonly fromScratch: boolean;
  /** Aborts when the client gives the request up. */
  readonly signal: AbortSignal;
  /** The `Idempotency-Key` header: a request that is repeated with it gets the same review. */
  readonly idempotencyKey?: string;
  /** Id of the API key that asks; absent for the process that started the service. */
  readonly keyId?: string;
}

/** Why no review is made. */
export interface RefusedRequest {
  readonly status: 404 | 409 | 422;
  /** A sentence for the user. */
  readonly detail: string;
}

/** A review, and how far it is while it is under way. */
export interface ReviewState {
  readonly review: StoredReview;
  readonly progress?: QueuedProgress;
  /** The body of the response as JSON, if it is stored; the review may then lack its result. */
  readonly answer?: string;
}

/** What the routes of the documented API need: the working copies of one machine, or the database of a team. */
export interface Backend {
  /** Number of days to keep reviews that have ended. */
  readonly keepDays: number;
  repositories(): Promise<readonly ListedRepository[]>;
  /** Stores and queues a review. */
  request(asked: ReviewRequest): Promise<StoredReview | RefusedRequest>;
  review(id: string): Promise<ReviewState | undefined>;
}
