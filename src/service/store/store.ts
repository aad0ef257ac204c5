import type { KeyKind } from '../../core/review/apiKey.ts';
import type { EngineResult } from '../engine/messages.ts';

/** An API key as it is kept: never the key itself. Times are milliseconds since the epoch. */
export interface StoredKey {
  readonly id: string;
  readonly kind: KeyKind;
  /** What it is for; may be empty. */
  readonly name: string;
  /** SHA-256 of the key, in hex. */
  readonly hash: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
  readonly revokedAt: number | undefined;
}

/** A review; commits are full hashes, times milliseconds since the epoch. */
export interface StoredReview {
  readonly id: string;
  readonly repository: string;
  readonly pr: number;
  readonly root: string;
  readonly base: string;
  readonly head: string;
  readonly status: 'pending' | 'completed' | 'failed';
  readonly createdAt: number;
  readonly completedAt: number | undefined;
  /** Version of the engine that makes it. */
  readonly engine: string;
  /** Hash of the configuration that it is made with; empty for none. */
  readonly configuration: string;
  /** Undefined while it is pending. */
  readonly result: EngineResult | undefined;
}

/** A review as it is read from the disk: those of earlier versions were made without a configuration. */
export function withConfiguration(review: StoredReview): StoredReview {
  return { ...review, configuration: (review as Partial<StoredReview>).configuration ?? '' };
}

/** A branch that has a number here because no host has a pull request for it. */
export interface LocalPull {
  readonly repository: string;
  readonly number: number;
  readonly head: string;
  readonly headCommit: string;
  readonly base: string;
  readonly baseCommit: string;
  readonly title: string;
}

/** What makes the same comments: the same commits, read by the same engine with the same configuration. */
export type ReviewInput = Pick<StoredReview, 'base' | 'head' | 'engine' | 'configuration'>;

/** A comment of a review, and the pull request that it was made on. */
export interface CommentKey {
  readonly repository: string;
  readonly pr: number;
  readonly fingerprint: string;
  /** Id of the reviewer that said it. */
  readonly reviewer: string;
  readonly rule: string;
}

/** What became of a comment by the next review: its code changed, its fix is there, or nothing. */
export type Outcome = 'changed' | 'applied' | 'untouched';

/** What is noted of a comment; undefined where it is made under another fingerprint now, and counted as that one. */
export type NotedOutcome = readonly [CommentKey, Outcome | undefined];

/** How many comments of a rule ended how. A dismissed one counts as that whatever else became of it. */
export interface OutcomeCounts extends Readonly<Record<Outcome | 'dismissed', number>> {
  readonly reviewer: string;
  readonly rule: string;
}

/** How a permit was asked for and what came of it. */
export interface Permit {
  readonly granted: boolean;
  /** Permits of the hour that are taken, this one included. */
  readonly used: number;
}

export { firstLocalNumber } from '../../core/review/pullRequest.ts';
/** How many days a review that has ended is kept, unless the user says otherwise. */
export const defaultKeepDays = 30;
/** How long one is kept that has not ended, in milliseconds: nobody who could make it may come any more. */
export const keptPending = 7 * 86_400_000;
/** How many comments' outcomes are kept, those with the latest news. */
export const keptOutcomes = 20_000;
/** How many hours their permits are remembered for. */
export const keptHours = 48;

/**
 * What the service remembers. Every write is whole or not there at all, whenever the process is killed, and several
 * processes may use one store.
 */
export interface Store {
  /** How many days a review that has ended is kept. */
  readonly keepDays: number;
  keys(): StoredKey[];
  /** A revoked key stays as it was revoked, whatever another process that has not seen it yet writes. */
  putKey(key: StoredKey): void;
  review(id: string): StoredReview | undefined;
  /** The newest completed review of the same input. */
  completedReview(input: ReviewInput): StoredReview | undefined;
  /** The newest completed review of a pull request. */
  lastReview(repository: string, pr: number): StoredReview | undefined;
  /** The oldest first. */
  pendingReviews(): StoredReview[];
  putReview(review: StoredReview): void;
  /** What is noted of a comment replaces what was noted of it before. @param at milliseconds since the epoch */
  putOutcomes(outcomes: readonly NotedOutcome[], at: number): void;
  /** Notes that a comment was dismissed, or no longer is. */
  putDismissal(key: CommentKey, dismissed: boolean, at: number): void;
  /** By reviewer and rule, of all repositories. */
  outcomes(): OutcomeCounts[];
  localPull(repository: string, number: number): LocalPull | undefined;
  /** The same branch of a repository keeps its number; its commits and title are replaced. */
  registerLocalPull(pull: Omit<LocalPull, 'number'>): LocalPull;
  /** Takes one of `limit` permits of that key and hour (hours since the epoch). */
  takePermit(keyId: string, hour: number, limit: number): Permit;
  close(): void;
}
