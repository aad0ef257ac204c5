import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Emitter } from '../../../../src/core/base/events.ts';
import { Git } from '../../../../src/git/run/git.ts';
import type { NextReviewOffer } from '../../../../src/vscode/review/offerNextReview.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aRecord, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { openReviewsOf } from '../../security/shown/openReviews.ts';

const fail = (error: unknown): never => assert.fail(String(error));
const pushed = 'refs/remotes/origin/feature';

/** Tells how often it has counted commits. */
class CountedGit extends Git {
  counts = 0;
  /** What becomes of the next count before it is told. */
  onCount: (() => Promise<void>) | undefined;

  override async tryRun(...about: Parameters<Git['tryRun']>): ReturnType<Git['tryRun']> {
    const answer = await super.tryRun(...about);
    if (about[1][0] !== 'rev-list') return answer;
    this.counts++;
    const { onCount } = this;
    this.onCount = undefined;
    await onCount?.();
    return answer;
  }
}

describe('the offer of the next review', () => {
  let repository: TestRepository;
  let git: CountedGit;
  let offer: NextReviewOffer;
  let reviewsChanged: Emitter<void>;
  let headMoved: Emitter<void>;

  before(() => standInForEditor());

  beforeEach(async () => {
    editor.told = [];
    editor.ran = [];
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    await repository.git('config', 'remote.origin.url', 'https://git.example.com/acme/orders.git');
    await repository.git('update-ref', pushed, 'HEAD');
    git = new CountedGit({ executable: 'git', log: () => undefined });
    reviewsChanged = new Emitter<void>(fail);
    headMoved = new Emitter<void>(fail);
    const headCommit = await repository.git('rev-parse', 'HEAD');
    const record = aRecord({ subject: aSubject({ root: repository.folder, headCommit }) });
    const open = { ...openReviewsOf(repository.folder, [record]), onDidChange: reviewsChanged.event };
    const copies = { onDidChange: headMoved.event, of: () => Promise.resolve(undefined) };
    const { NextReviewOffer: Class } = await import('../../../../src/vscode/review/offerNextReview.ts');
    const parts = { git, copies, open, drawn: () => Promise.resolve(), onError: fail };
    offer = new Class(parts as never);
    // The review is shown while nothing has been pushed since.
    await look(reviewsChanged);
  });

  afterEach(async () => {
    editor.settings.user = {};
    offer.dispose();
    await repository.dispose();
  });

  /** Fires, and waits until git has counted what was pushed. */
  async function look(event: Emitter<void>): Promise<void> {
    const before = git.counts;
    event.fire();
    while (git.counts === before) await turn();
  }

  /** Moves the branch of the remote on by a commit, as a push does. */
  async function push(): Promise<void> {
    const commit = await repository.git('commit-tree', `${pushed}^{tree}`, '-p', pushed, '-m', 'Pushed');
    await repository.git('update-ref', pushed, commit);
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await turn();
  }

  it('comes after each push, and not again where HEAD moved without one', async () => {
    await push();
    await look(headMoved);
    await until(() => editor.told.length > 0);
    await look(headMoved);
    await push();
    await look(headMoved);
    await until(() => editor.told.length > 1);
    assert.deepEqual(editor.told, [
      'acme/orders #7 has moved on: 1 commit pushed since the review.',
      'acme/orders #7 has moved on: 2 commits pushed since the review.',
    ]);
    assert.deepEqual(editor.ran, [], 'none is started');
  });

  it('is of all that was pushed where git answers the later question first', async () => {
    let answer = (): void => undefined;
    const counted = new Promise<void>(resolve => {
      git.onCount = () => (resolve(), new Promise(goOn => (answer = goOn)));
    });
    await push();
    headMoved.fire();
    await counted;
    await push();
    headMoved.fire();
    await until(() => editor.told.length > 0);
    answer();
    // A whole turn for what it has kept waiting.
    await turn();
    assert.deepEqual(editor.told, ['acme/orders #7 has moved on: 2 commits pushed since the review.']);
  });

  it('is a start where the setting says so, of the repository that was pushed to', async () => {
    editor.settings.user = { 'codeReview.autoReview': 'onPush' };
    await push();
    await look(headMoved);
    await until(() => editor.ran.length > 0);
    const [[command, about] = []] = editor.ran;
    assert.equal(command, 'codeReview.reviewCurrentBranch');
    const { rootUri, isAutomatic } = about as { rootUri: { fsPath: string }; isAutomatic: boolean };
    assert.equal(rootUri.fsPath, repository.folder);
    assert.ok(isAutomatic, 'no user has asked for it');
    assert.deepEqual(editor.told, []);
  });
});
