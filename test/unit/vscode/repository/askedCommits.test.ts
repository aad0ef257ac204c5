import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Reviews } from '../../../../src/reviews/reviews.ts';
import { ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

const root = '/work/orders';
const [head, reviewed] = ['a'.repeat(40), 'b'.repeat(40)];

describe('what git says of the commits of a review', () => {
  let storage: TestRepository;

  before(async () => {
    standInForEditor();
    storage = await TestRepository.create({});
  });

  after(() => storage.dispose());

  it('is shown also where the window changes before git is asked', async () => {
    const { OpenReviews } = await import('../../../../src/vscode/repository/openReviews.ts');
    const onError = (error: unknown): never => assert.fail(String(error));
    const reviews = new Reviews({ store: () => Promise.resolve(new ReviewStore(storage.folder)), onError });
    const events = new EventEmitter();
    const drawn = once(events, 'drawn');
    const open = new OpenReviews(
      {
        tryRun: () => Promise.resolve('1\t2'),
      } as never,
      {
        onDidChange: (listener: () => void) => {
          events.on('changed', listener);
          return { dispose: () => undefined };
        },
        all: () =>
          Promise.resolve([{ copy: { root, branch: 'feature', head }, identity: { fullName: 'acme/orders' } }]),
        revisit: () => Promise.resolve(),
        of: () => Promise.resolve(undefined),
        ofActiveEditor: () => Promise.resolve(undefined),
      } as never,
      reviews,
      { get: () => [root], update: () => Promise.resolve() } as never,
      onError,
      async () => {
        await drawn;
      },
    );
    const subject = aSubject({ pullRequest: { repository: 'acme/orders', number: 7 }, root, headCommit: reviewed });
    reviews.put({
      state: 'completed',
      subject,
      triggeredAt: 1,
      settledAt: 2,
      reviewId: 'r1',
      review: aReview({ commit: reviewed }),
    });
    await open.settled();
    events.emit('changed');
    await open.settled();
    events.emit('drawn');
    await open.informed();
    const [of] = open.repositories;
    assert.deepEqual(
      of?.current.map(({ unread, ahead }) => [unread, ahead]),
      [[2, 1]],
    );
    open.dispose();
    reviews.dispose();
  });
});
