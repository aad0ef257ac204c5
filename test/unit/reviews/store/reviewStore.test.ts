import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReviewSubject, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { placesOf } from '../../../../src/reviews/store/places.ts';
import { keptElsewhere, placeOf, ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import { aReview, aSubject } from '../builders.ts';
import { makeGitDirectory } from '../gitDirectories.ts';

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

  describe('of a working copy', () => {
    let work: string;
    let orders: string;

    beforeEach(async () => {
      work = await mkdtemp(path.join(tmpdir(), 'review-store-work-'));
      orders = await aRepository('orders');
      await store.save(ended('branch', local(orders), 1));
      await store.save(ended('work', { ...local(orders), kind: 'uncommitted' }, 2));
    });
    afterEach(() => rm(work, { recursive: true }));

    const local = (root: string): Partial<ReviewSubject> => ({
      root,
      pullRequest: { repository: `local/${path.basename(root)}`, number: 1 },
    });

    async function aRepository(name: string): Promise<string> {
      const root = path.join(work, name);
      await makeGitDirectory(path.join(root, '.git'));
      return root;
    }

    /** As a window that opens the folder finds them. */
    async function found(root: string): Promise<string[]> {
      const opened = new ReviewStore(folder);
      await opened.follow(root);
      const records = (await Promise.all(placesOf(root).map(place => opened.load(place)))).flat();
      for (const { subject } of records) assert.equal(subject.root, root);
      return records.map(record => ('reviewId' in record ? record.reviewId : ''));
    }

    it('go with its folder, as often as that is moved', async () => {
      for (const name of ['shop', 'deeper/shop', 'orders']) {
        const [from, to] = [orders, path.join(work, name)];
        await mkdir(path.dirname(to), { recursive: true });
        await rename(from, to);
        orders = to;
        assert.deepEqual(await found(to), ['branch', 'work'], name);
        assert.deepEqual(await found(from), []);
      }
    });

    it('stay where they are when it is copied, and where its folder has two paths', async () => {
      const copy = path.join(work, 'copy');
      await cp(orders, copy, { recursive: true });
      assert.deepEqual(await found(copy), []);
      await symlink(orders, path.join(work, 'link'), 'junction');
      assert.deepEqual(await found(path.join(work, 'link')), []);
      assert.deepEqual(await found(orders), ['branch', 'work']);
    });

    it('are not those of a new repository in its place, and are back with the old one', async () => {
      await rename(path.join(orders, '.git'), path.join(work, 'kept'));
      await aRepository('orders');
      assert.deepEqual(await found(orders), []);
      await store.save(ended('new', local(orders), 3));
      assert.deepEqual(await found(orders), ['new']);
      const back = path.join(work, 'back');
      await mkdir(back);
      await rename(path.join(work, 'kept'), path.join(back, '.git'));
      assert.deepEqual(await found(back), ['branch', 'work']);
      assert.deepEqual(await found(orders), ['new']);
    });

    it('go with the old one also where that is opened before the new one in its place', async () => {
      await rename(orders, path.join(work, 'shop'));
      await aRepository('orders');
      assert.deepEqual(await found(path.join(work, 'shop')), ['branch', 'work']);
      assert.deepEqual(await found(orders), []);
    });

    it('stay for a new clone in its place where a host tells that it is one', async () => {
      await store.save(ended('hosted', { root: orders }, 3));
      await rm(path.join(orders, '.git'), { recursive: true });
      await aRepository('orders');
      assert.deepEqual(await found(orders), ['hosted']);
    });

    it('are told of no git directory where .git is neither a folder nor names one', async () => {
      const odd = path.join(work, 'odd');
      await mkdir(odd);
      for (const text of ['', 'gitdir: ', 'gitdir: ../gone', `gitdir: ${orders}/.git${'/.'.repeat(9_000)}`]) {
        await writeFile(path.join(odd, '.git'), text);
        assert.deepEqual(await found(odd), []);
      }
      assert.deepEqual(await found(orders), ['branch', 'work']);
    });

    it('are those of each linked worktree, whose .git names its own git directory', async () => {
      const side = path.join(work, 'side');
      await makeGitDirectory(path.join(orders, '.git', 'worktrees', 'side'));
      await mkdir(side);
      await writeFile(path.join(side, '.git'), `gitdir: ${path.join(orders, '.git', 'worktrees', 'side')}\n`);
      await store.save(ended('side', local(side), 3));
      await rename(side, path.join(work, 'beside'));
      assert.deepEqual(await found(path.join(work, 'beside')), ['side']);
      assert.deepEqual(await found(orders), ['branch', 'work']);
    });
  });
});
