import type { KeyKind } from '../../core/review/apiKey.ts';
import type { EngineResult } from '../engine/messages.ts';

/** A stored API key, without the key itself. Times are milliseconds since the epoch. */
export interface StoredKey {
  readonly id: string;
  readonly kind: KeyKind;
  /** The user's label; may be empty. */
  readonly name: string;
  /** SHA-256 of the key, in hex. */
  readonly hash: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
  readonly revokedAt: number | undefined;
}

/** A stored review. Commits are full hashes, times milliseconds since the epoch. */
export interface StoredReview {
  readonly id: string;
  readonly repository: string;
  readonly pr: number;
  /** Top folder of the working copy; empty in a store that several machines share. */
  readonly root: string;
  /** Empty, as `head` is, until a worker has found the pull request's commits. */
  readonly base: string;
  readonly head: string;
  readonly status: 'pending' | 'completed' | 'failed' | 'cancelled';
  readonly createdAt: number;
  readonly completedAt: number | undefined;
  /** Version of the engine that makes it. */
  readonly engine: string;
  /** Hash of the configuration that it is made with; empty for none. */
  readonly configuration: string;
  /** Nothing is taken over from earlier reviews. */
  readonly fromScratch?: true;
  /** Undefined while it is pending, and if it was cancelled. */
  readonly result: EngineResult | undefined;
}

/** Completes a review from disk: earlier versions stored no configuration. */
export function withConfiguration(review: StoredReview): StoredReview {
  return { ...review, configuration: (review as Partial<StoredReview>).configuration ?? '' };
}

/** A branch without a pull request, under a number that this service gave it. */
export interface LocalPull {
  readonly repository: string;
  readonly number: number;
  readonly head: string;
  readonly headCommit: string;
  readonly base: string;
  readonly baseCommit: string;
  readonly title: string;
}

/** The input of a review; equal inputs give equal comments. */
export type ReviewInput = Pick<StoredReview, 'base' | 'head' | 'engine' | 'configuration'>;

/** Identifies a comment within its pull request. */
export interface CommentKey {
  readonly repository: string;
  readonly pr: number;
  readonly fingerprint: string;
  /** Id of the reviewer that made it. */
  readonly reviewer: string;
  readonly rule: string;
}

/** The outcome of a comment at the next review: its code was changed, its fix was applied, or neither. */
export type Outcome = 'changed' | 'applied' | 'untouched';

/** A comment and its outcome; undefined if it continues under another fingerprint, which is counted instead. */
export type NotedOutcome = readonly [CommentKey, Outcome | undefined];

/** Numbers of a rule's comments by outcome. A dismissed comment counts as dismissed only. */
export interface OutcomeCounts extends Readonly<Record<Outcome | 'dismissed', number>> {
  readonly reviewer: string;
  readonly rule: string;
}

/** The result of a request for a permit. */
export interface Permit {
  readonly granted: boolean;
  /** Permits taken in this hour, this one included. */
  readonly used: number;
}

export { firstLocalNumber } from '../../core/review/pullRequest.ts';
/** Default number of days to keep reviews that have ended. */
export const defaultKeepDays = 30;
/** How long to keep pending reviews, in milliseconds: the service that could complete them may never return. */
export const keptPending = 7 * 86_400_000;
/** Maximum number of stored outcomes; the latest are kept. */
export const keptOutcomes = 20_000;
/** Number of hours to keep permits. */
export const keptHours = 48;

/**
 * The service's persistent state. Writes are atomic, also if the process is killed, and several processes may share one
 * store. Any method may reject with the error of the disk or of the connection.
 */
export interface Store {
  /** Number of days to keep reviews that have ended. */
  readonly keepDays: number;
  /** All keys, oldest first. */
  keys(): Promise<StoredKey[]>;
  /** The key with this hash, revoked or not. @param hash SHA-256 of the key, in hex */
  key(hash: string): Promise<StoredKey | undefined>;
  /** Inserts or replaces a key. A revoked key stays revoked, whatever another process writes. */
  putKey(key: StoredKey): Promise<void>;
  review(id: string): Promise<StoredReview | undefined>;
  /** The newest completed review with this input. */
  completedReview(input: ReviewInput): Promise<StoredReview | undefined>;
  /** The newest completed review of a pull request. */
  lastReview(repository: string, pr: number): Promise<StoredReview | undefined>;
  /** Pending reviews, oldest first. */
  pendingReviews(): Promise<StoredReview[]>;
  /** Inserts or replaces a review. One that has ended stays as it is, whatever another process writes. */
  putReview(review: StoredReview): Promise<void>;
  /**
   * Stores outcomes, replacing those of the same comments.
   * @param at milliseconds since the epoch; a store that machines share goes by its own clock
   */
  putOutcomes(outcomes: readonly NotedOutcome[], at: number): Promise<void>;
  /** Stores whether a comment is dismissed. */
  putDismissal(key: CommentKey, dismissed: boolean, at: number): Promise<void>;
  /** Counts by reviewer and rule, over all repositories. */
  outcomes(): Promise<OutcomeCounts[]>;
  /** Takes one of `limit` permits of a key in an hour, counted in hours since the epoch. */
  takePermit(keyId: string, hour: number, limit: number): Promise<Permit>;
  close(): Promise<void>;
}

/** The store of a service on one machine, which also gives numbers to branches without a pull request. */
export interface LocalStore extends Store {
  localPull(repository: string, number: number): Promise<LocalPull | undefined>;
  /** Stores a branch. A branch that is known keeps its number; its commits and title are replaced. */
  registerLocalPull(pull: Omit<LocalPull, 'number'>): Promise<LocalPull>;
}
