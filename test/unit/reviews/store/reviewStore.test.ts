import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReviewSubject, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { placesOf } from '../../../../src/reviews/store/places.ts';
import { keptElsewhere, placeOf, ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import { aReview, aSubject } from '../builders.ts';

const nowhere = { root: undefined, branch: undefined } as const;

function ended(reviewId: string, given: Partial<ReviewSubject>, triggeredAt = 1): SettledRecord {
  const review = aReview({ id: reviewId });
  return { state: 'completed', subject: aSubject(given), triggeredAt, settledAt: 2, reviewId, review };
}

describe('stored reviews', () => {
  let folder: string;
  let store: ReviewStore;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'review-store-'));
    store = new ReviewStore(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function idsIn(place: string): Promise<string[]> {
    return (await new ReviewStore(folder).load(place)).map(record => ('reviewId' in record ? record.reviewId : ''));
  }

  it('of a repository that is not open are back by its name, however that is spelled', async () => {
    const record = ended('elsewhere', nowhere);
    await store.save(record);
    await store.save(ended('here', {}));
    const other = aSubject({ ...nowhere, pullRequest: { repository: 'ACME/Orders', number: 7 } });
    assert.deepEqual(await idsIn(placeOf(other)), ['elsewhere']);
    assert.deepEqual(await idsIn('/work/orders'), ['here']);
  });

  it('are gone for good when they are removed, and the others stay', async () => {
    const [first, second] = [ended('first', nowhere, 1), ended('second', nowhere, 2)];
    for (const record of [first, second]) await store.save(record);
    await store.remove(first);
    await store.remove(first);
    assert.deepEqual(await idsIn(placeOf(first.subject)), ['second']);
  });

  it('of a branch are not lost to those of uncommitted work', async () => {
    await store.save(ended('branch', {}));
    for (let turn = 0; turn < 25; turn++) await store.save(ended(`work ${turn}`, { kind: 'uncommitted' }, turn + 2));
    const ids = await Promise.all(placesOf('/work/orders').map(idsIn));
    assert.deepEqual(
      ids.map(({ length }) => length),
      [1, 20],
    );
  });

  it('know what was renamed, and are read without it where that is damaged', async () => {
    const renamed = { paths: [['new.ts', 'old.ts']], ids: [['now', 'before']] } as const;
    await store.save({ ...ended('renamed', {}), renamed });
    const read = async (): Promise<unknown> => {
      const [record] = await new ReviewStore(folder).load('/work/orders');
      return record?.state === 'completed' ? record.renamed : assert.fail();
    };
    assert.deepEqual(await read(), renamed);
    const many = Array.from({ length: 10_001 }, (_, at) => [`${at}`, 'old.ts']);
    for (const damaged of [
      null,
      'x',
      [],
      { paths: [['x']], ids: [] },
      { paths: [], ids: [[1, 2]] },
      { paths: many, ids: [] },
    ]) {
      await store.save({ ...ended('renamed', {}), renamed: damaged as unknown as typeof renamed });
      assert.equal(await read(), undefined);
    }
  });

  it('of a repository that is not open are deleted after 30 days, those of a working copy are not', async () => {
    const records = [ended('elsewhere', nowhere), ended('here', {})];
    for (const record of records) await store.save(record);
    const before = (Date.now() - keptElsewhere) / 1_000 - 60;
    for (const file of await readdir(folder, { recursive: true }))
      if (file.endsWith('.json')) await utimes(path.join(folder, file), before, before);
    await store.save(ended('next', nowhere, 3));
    await store.save(ended('also here', {}, 3));
    assert.deepEqual(await idsIn(placeOf(aSubject(nowhere))), ['next']);
    assert.deepEqual((await idsIn('/work/orders')).sort(), ['also here', 'here']);
  });
});
