import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Reviews } from '../../../src/reviews/reviews.ts';
import type { ReviewRecord } from '../../../src/reviews/store/reviewRecord.ts';
import { ReviewStore } from '../../../src/reviews/store/reviewStore.ts';
import { aRecord, aReview, aSubject } from './builders.ts';

const root = '/work/orders';

/** Hands over what it has read once it may, as with a slow disk. */
class SlowStore extends ReviewStore {
  readonly #may: Promise<void>;
  #hasRead = (): void => undefined;
  readonly read = new Promise<void>(resolve => (this.#hasRead = resolve));

  constructor(folder: string, may: Promise<void>) {
    super(folder);
    this.#may = may;
  }

  override async load(place: string): Promise<ReviewRecord[]> {
    const records = await super.load(place);
    this.#hasRead();
    await this.#may;
    return records;
  }
}

describe('reviews that are read from disk', () => {
  let folder: string;
  let store: SlowStore;
  let reviews: Reviews;
  let goOn: () => void;
  const completed = aRecord({ subject: aSubject({}) });
  const review = aReview({ id: completed.reviewId, state: 'running', comments: undefined });
  const pending: ReviewRecord = { ...completed, state: 'pending', review, watched: true };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'reviews-'));
    await new ReviewStore(folder).save(pending);
    store = new SlowStore(folder, new Promise(resolve => (goOn = resolve)));
    reviews = new Reviews({ store: () => Promise.resolve(store), onError: assert.ifError });
  });

  afterEach(async () => {
    reviews.dispose();
    await rm(folder, { recursive: true });
  });

  it('are there for everyone who asked for them, however long that takes', async () => {
    const counts: number[] = [];
    const asked = [1, 2].map(() => reviews.restoreCopy(root).then(() => counts.push(reviews.records.length)));
    await store.read;
    const later = reviews.restoreCopy(root).then(() => counts.push(reviews.records.length));
    goOn();
    await Promise.all([...asked, later]);
    assert.deepEqual(counts, [1, 1, 1]);
  });

  it('do not take the place of what another window has stored meanwhile', async () => {
    const restored = reviews.restore(root);
    await store.read;
    const heard = new Promise(resolve => reviews.onDidChange(resolve));
    await Promise.all([heard, new ReviewStore(folder).save(completed)]);
    goOn();
    await restored;
    assert.deepEqual([reviews.records.map(({ state }) => state), reviews.hasInterrupted], [['completed'], false]);
  });

  it('do not take the place of what this window does meanwhile', async () => {
    const restored = reviews.restore(root);
    await store.read;
    await reviews.keep(pending);
    goOn();
    await restored;
    assert.deepEqual([reviews.records, reviews.resumable, reviews.hasInterrupted], [[pending], [], false]);
  });

  it('are asked for again where the first time failed', async () => {
    let isBroken = true;
    const broken = new Reviews({
      store: () => (isBroken ? Promise.reject(new Error('No such drive.')) : Promise.resolve(new ReviewStore(folder))),
      onError: assert.ifError,
    });
    await assert.rejects(broken.restore(root), /No such drive/);
    isBroken = false;
    await broken.restore(root);
    assert.equal(broken.records.length, 1);
    broken.dispose();
  });
});
