import { DisposableStore, type Disposable } from '../core/base/disposable.ts';
import { Emitter, type Event } from '../core/base/events.ts';
import { isSettled, isWatched, type ReviewRecord, type ReviewSubject } from './store/reviewRecord.ts';
import { placesOf } from './store/places.ts';
import type { ReviewStore } from './store/reviewStore.ts';

/** A review that has not ended and was watched by another window, or this one before a reload. */
interface Interrupted {
  readonly record: ReviewRecord;
  /** Whether the other window is there still, and tells how it ends. */
  readonly isTold: boolean;
}

interface ReviewsOptions {
  /** Called when reviews are first read or kept. */
  readonly store: () => Promise<ReviewStore>;
  readonly onError: (error: unknown) => void;
}

/** The reviews of this window. Stores them, and fires an event for every change. */
export class Reviews implements Disposable {
  readonly #store: () => Promise<ReviewStore>;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<ReviewRecord>;
  readonly #onError: (error: unknown) => void;
  #records: readonly ReviewRecord[] = [];
  /** By the place. */
  readonly #restored = new Map<string, Promise<void>>();
  #interrupted: Interrupted[] = [];
  #unreadable = 0;
  /** What reviews under way are tied to once they have ended, by what they are about. */
  readonly #ties = new WeakMap<ReviewSubject, { readonly root: string; readonly branch: string }>();

  constructor({ store, onError }: ReviewsOptions) {
    this.#store = store;
    this.#onError = onError;
    this.#changed = this.#owned.add(new Emitter(onError));
  }

  /** Fires with the new record of a review whose state, stage or result changed. */
  get onDidChange(): Event<ReviewRecord> {
    return this.#changed.event;
  }

  /** Loads the reviews that are stored in a place, see `placeOf`. Later calls wait for the first one. */
  restore(place: string): Promise<void> {
    const restoring = this.#restored.get(place) ?? this.#load(place);
    this.#restored.set(place, restoring);
    restoring.catch(() => this.#restored.delete(place));
    return restoring;
  }

  /** Loads the reviews of a working copy, which may have been moved. Later calls wait for the first one. @param root its top folder */
  async restoreCopy(root: string): Promise<void> {
    const places = placesOf(root);
    if (!places.every(place => this.#restored.has(place))) await (await this.#store()).follow(root);
    for (const place of places) await this.restore(place);
  }

  /** How many reviews are kept of the places that were restored and cannot be read. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** All known reviews. */
  get records(): readonly ReviewRecord[] {
    return this.#records;
  }

  /** Forgets reviews for good, as they are by now; those that are watched stay. */
  async remove(records: readonly ReviewRecord[]): Promise<void> {
    for (const known of records) {
      const record = this.#asNow(known);
      if (record === undefined || isWatched(record)) continue;
      this.drop(record);
      await (await this.#store()).remove(record);
    }
  }

  /**
   * Ties reviews to a branch: of a pull request that was not checked out and is now, or of a branch that was renamed. One
   * that is under way is tied once it has ended.
   */
  async tie(records: readonly ReviewRecord[], root: string, branch: string): Promise<void> {
    for (const known of records) {
      const record = this.#asNow(known);
      if (record === undefined) continue;
      if (!isSettled(record)) {
        this.#ties.set(record.subject, { root, branch });
        continue;
      }
      const { kind, service, pullRequest, title, headCommit, url } = record.subject;
      const page = url === undefined ? {} : { url };
      const subject = { kind, service, pullRequest, title, root, branch, headCommit, ...page };
      const tied: ReviewRecord = { ...record, subject };
      // What is known by then does not go with the file.
      this.put(tied);
      await this.#stored(store => store.replace(record, tied));
    }
  }

  /** Returns all known reviews of a working copy, most recently triggered first. */
  of(root: string): readonly ReviewRecord[] {
    return this.#records.filter(record => record.subject.root === root).sort((a, b) => b.triggeredAt - a.triggeredAt);
  }

  /** Returns the reviews of a branch, most recently triggered first. @param branch `undefined` for a detached HEAD */
  ofBranch(root: string, branch: string | undefined): readonly ReviewRecord[] {
    return this.of(root).filter(record => record.subject.branch === branch);
  }

  /** The reviews that have not ended and that this window does not watch, latest last. */
  get resumable(): readonly ReviewRecord[] {
    return this.#records.filter(record => record.state === 'gaveUp' || (record.state === 'pending' && !record.watched));
  }

  /** Whether `takeInterrupted` would return a review. */
  get hasInterrupted(): boolean {
    return this.#interrupted.some(({ record }) => this.#records.includes(record));
  }

  /**
   * Returns the reviews that were being watched when their window closed, or are by another one, each only once; none that
   * was resumed or removed since.
   */
  takeInterrupted(): readonly Interrupted[] {
    const taken = this.#interrupted.filter(({ record }) => this.#records.includes(record));
    this.#interrupted = [];
    return taken;
  }

  /** Whether a review is known. */
  has(record: ReviewRecord): boolean {
    return this.#asNow(record) !== undefined;
  }

  /** Puts a record in the place of the one before it, for this window only. */
  put(record: ReviewRecord): void {
    if (this.#records.includes(record)) return;
    this.#records = [...this.#records.filter(other => !isSame(other, record)), record];
    this.#changed.fire(record);
  }

  /** Puts a record in the place of the one before it, and stores it. */
  async keep(record: ReviewRecord): Promise<void> {
    this.put(record);
    await this.#stored(store => store.save(record));
    const tie = isSettled(record) ? this.#ties.get(record.subject) : undefined;
    if (tie !== undefined) await this.tie([record], tie.root, tie.branch);
  }

  /** Forgets a review that was not stored. */
  drop(record: ReviewRecord): void {
    this.#records = this.#records.filter(other => !isSame(other, record));
    this.#changed.fire(record);
  }

  /** Forgets a review for good, also one that is watched. */
  async discard(record: ReviewRecord): Promise<void> {
    this.drop(record);
    const store = await this.#store();
    await store.remove(record).catch(this.#onError);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #asNow(record: ReviewRecord): ReviewRecord | undefined {
    return this.#records.find(other => isSame(other, record));
  }

  async #load(place: string): Promise<void> {
    const store = await this.#store();
    this.#owned.add(
      store.watch(place, {
        onRecord: record => this.#meet(record),
        onRemoved: isIt => this.#leave(isIt),
        onError: this.#onError,
      }),
    );
    const records = await store.load(place);
    this.#unreadable = store.unreadable;
    for (const record of records.reverse()) {
      // What came while they were read is newer.
      if (this.has(record)) continue;
      if (record.state === 'pending') this.#putPending(record, false);
      else this.put(record);
    }
  }

  /** A full disk must not cost the user the review that is on the screen. */
  async #stored(store: (store: ReviewStore) => Promise<void>): Promise<void> {
    try {
      await store(await this.#store());
    } catch (error) {
      this.#onError(error);
    }
  }

  /**
   * Takes over a review that an agent or another window made, or is making. What this window watches, or has seen the end
   * of, it knows itself.
   */
  #meet(record: ReviewRecord): void {
    const known = this.#asNow(record);
    const isLeft = (known?.state === 'pending' && !known.watched) || known?.state === 'gaveUp';
    if (isSettled(record) && (known === undefined || (isLeft && record.state !== known.state))) this.put(record);
    else if (record.state === 'pending' && known === undefined) this.#putPending(record, true);
  }

  #putPending(record: ReviewRecord & { readonly state: 'pending' }, isTold: boolean): void {
    const waiting = { ...record, watched: false };
    if (record.watched) this.#interrupted.push({ record: waiting, isTold });
    this.put(waiting);
  }

  /** Forgets a review that was removed elsewhere. One that this window watches stays: its end is stored again. */
  #leave(isIt: (record: ReviewRecord) => boolean): void {
    for (const record of this.#records.filter(isIt)) if (!isWatched(record)) this.drop(record);
  }
}

function isSame(a: ReviewRecord, b: ReviewRecord): boolean {
  return (a.triggeredAt === b.triggeredAt && a.subject === b.subject) || sameReview(a, b);
}

function sameReview(a: ReviewRecord, b: ReviewRecord): boolean {
  return 'reviewId' in a && 'reviewId' in b && a.reviewId === b.reviewId && a.subject.service === b.subject.service;
}
