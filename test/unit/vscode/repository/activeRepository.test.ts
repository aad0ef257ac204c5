import assert from 'node:assert/strict';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import { Reviews } from '../../../../src/reviews/reviews.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const names = ['orders', 'billing', 'website'];
const copies = names.map(name => ({
  copy: { root: `/work/${name}`, branch: 'feature', head: undefined },
  identity: { fullName: `acme/${name}` },
}));

describe('the repository that is worked on', () => {
  let storage: TestRepository;

  before(async () => {
    standInForEditor();
    storage = await TestRepository.create({});
  });

  after(() => storage.dispose());

  it('is that of the active editor, and stays so where none is active', async () => {
    const { OpenReviews } = await import('../../../../src/vscode/repository/openReviews.ts');
    const onError = (error: unknown): never => assert.fail(String(error));
    const reviews = new Reviews({ store: () => Promise.resolve(new ReviewStore(storage.folder)), onError });
    let activeName: string | undefined;
    const find = (root: string) => copies.find(({ copy }) => copy.root === root);
    const open = new OpenReviews(
      { run: () => assert.fail('git is not asked') } as never,
      {
        onDidChange: () => ({ dispose: () => undefined }),
        all: () => Promise.resolve(copies),
        revisit: () => Promise.resolve(),
        of: (root: string) => Promise.resolve(find(root)),
        ofActiveEditor: () => Promise.resolve(find(`/work/${activeName}`)),
      } as never,
      reviews,
      { get: () => names.map(name => `/work/${name}`), update: () => Promise.resolve() } as never,
      onError,
    );
    for (const name of names.slice(0, 2)) {
      const pullRequest = { repository: `acme/${name}`, number: 7 };
      const subject = aSubject({ pullRequest, root: `/work/${name}`, headCommit: undefined });
      const times = { triggeredAt: 1, settledAt: 2 };
      const record: SettledRecord = { state: 'completed', subject, ...times, reviewId: name, review: aReview({}) };
      reviews.put(record);
    }
    const active = async (name: string | undefined): Promise<string | undefined> => {
      activeName = name;
      editor.activeChanged();
      await open.settled();
      return open.active?.open?.root;
    };
    assert.equal(await active(undefined), '/work/orders', 'the first that was reviewed');
    assert.equal(await active('billing'), '/work/billing');
    assert.equal(await active(undefined), '/work/billing');
    assert.equal(await active('orders'), '/work/orders');
    await active('website');
    assert.deepEqual(open.active?.current, [], 'none of another repository');
    open.dispose();
    reviews.dispose();
  });
});
