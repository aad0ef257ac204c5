import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { Emitter } from '../../../../src/core/base/events.ts';
import { Reviews } from '../../../../src/reviews/reviews.ts';
import { ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

const [orders, broken] = ['/work/orders', '/work/broken'];
const [head, reviewed] = ['a'.repeat(40), 'b'.repeat(40)];

describe('what git says of the commits of a review', () => {
  let storage: TestRepository;

  before(async () => {
    standInForEditor();
    storage = await TestRepository.create({});
  });

  after(() => storage.dispose());

  /** A window with a review of each of these working copies. @param drawn resolves when git may be asked */
  async function open(roots: readonly string[], drawn: Promise<unknown>, onError: (error: unknown) => void) {
    const { OpenReviews } = await import('../../../../src/vscode/repository/openReviews.ts');
    const fail = (error: unknown): never => assert.fail(String(error));
    const reviews = new Reviews({ store: () => Promise.resolve(new ReviewStore(storage.folder)), onError: fail });
    const changed = new Emitter<void>(fail);
    const copies = roots.map(root => ({
      copy: { root, branch: 'feature', head },
      identity: { fullName: 'acme/orders' },
    }));
    const tryRun = (root: string): Promise<string> =>
      root === broken ? Promise.reject(new CodeReviewError('git', 'It took too long.')) : Promise.resolve('1\t2');
    const window = new OpenReviews(
      { tryRun } as never,
      {
        onDidChange: changed.event,
        all: () => Promise.resolve(copies),
        revisit: () => Promise.resolve(),
        of: () => Promise.resolve(undefined),
        ofActiveEditor: () => Promise.resolve(undefined),
      } as never,
      reviews,
      { get: () => roots, update: () => Promise.resolve() } as never,
      onError,
      async () => {
        await drawn;
      },
    );
    for (const root of roots) {
      const subject = aSubject({ root, headCommit: reviewed });
      const review = aReview({ id: root, commit: reviewed });
      reviews.put({ state: 'completed', subject, triggeredAt: 1, settledAt: 2, reviewId: root, review });
    }
    await window.settled();
    /** How many commits are not read and not checked out, by review. */
    const said = () => window.repositories.map(of => of.current.map(({ unread, ahead }) => [unread, ahead]));
    const dispose = (): void => {
      window.dispose();
      reviews.dispose();
    };
    return { window, changed, said, dispose };
  }

  it('is shown also where the window changes before git is asked', async () => {
    const events = new EventEmitter();
    const { window, changed, said, dispose } = await open([orders], once(events, 'drawn'), assert.ifError);
    changed.fire();
    await window.settled();
    events.emit('drawn');
    await window.informed();
    assert.deepEqual(said(), [[[2, 1]]]);
    dispose();
  });

  it('is shown of one repository also where git fails in another', async () => {
    const errors: unknown[] = [];
    const { window, said, dispose } = await open([broken, orders], Promise.resolve(), error => errors.push(error));
    await window.informed();
    assert.deepEqual(said(), [[[undefined, undefined]], [[2, 1]]]);
    assert.match(String(errors[0]), /It took too long/);
    dispose();
  });
});
