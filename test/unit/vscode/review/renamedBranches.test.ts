import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/base/events.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import type { RepositoryReviews } from '../../../../src/reviews/current/repositoryReviews.ts';
import { Reviews } from '../../../../src/reviews/reviews.ts';
import type { ReviewSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import { ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import type { RenamedBranches } from '../../../../src/vscode/review/renamedBranches.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

const git = new Git({ executable: 'git', log: () => undefined });
const { signal } = new AbortController();
const fail = (error: unknown): never => assert.fail(String(error));

describe('the reviews of a branch that is renamed', () => {
  let repository: TestRepository;
  let storage: TestRepository;
  let reviews: Reviews;
  let renamed: RenamedBranches;
  let changed: Emitter<void>;
  let repositories: RepositoryReviews[];
  const errors: unknown[] = [];
  /** Whether git takes longer than it may. */
  let isSlow: boolean;

  before(() => standInForEditor());

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    await repository.branch('feature');
    await repository.commit({ 'a.ts': 'reviewed\n' });
    storage = await TestRepository.create({});
    reviews = new Reviews({ store: () => Promise.resolve(new ReviewStore(storage.folder)), onError: fail });
    changed = new Emitter<void>(fail);
    const { RenamedBranches: Class } = await import('../../../../src/vscode/review/renamedBranches.ts');
    const open = {
      get repositories() {
        return repositories;
      },
      onDidChange: changed.event,
    };
    const onError = (error: unknown): unknown => errors.push(error);
    isSlow = false;
    const asked = new Git({ executable: 'git', log: () => isSlow && fail('It took too long.') });
    renamed = new Class({ git: asked, open, reviews, drawn: () => Promise.resolve(), onError });
  });

  afterEach(async () => {
    renamed.dispose();
    reviews.dispose();
    assert.deepEqual(errors, []);
    await Promise.all([repository.dispose(), storage.dispose()]);
  });

  async function reviewed(given: Partial<ReviewSubject> = {}): Promise<void> {
    const headCommit = await repository.git('rev-parse', 'HEAD');
    const subject = aSubject({ root: repository.folder, branch: 'feature', headCommit, ...given });
    const times = { triggeredAt: 1, settledAt: 2 };
    await reviews.keep({ state: 'completed', subject, ...times, reviewId: 'r1', review: aReview({ id: 'r1' }) });
  }

  /** The kinds of the reviews that are current, and of those that are put aside. */
  async function now(): Promise<readonly [current: string, aside: string]> {
    const { root, branch, head } = await openWorkingCopy(git, repository.folder, signal);
    const roots = [{ root, branch, head, repository: 'acme/orders' }];
    const facts = { distance: () => undefined, holds: () => false };
    repositories = currentReviews({ roots, records: reviews.records, chosen: new Map(), now: 3, ...facts });
    const kinds = (some: RepositoryReviews['current'] = []): string => some.map(({ subject }) => subject.kind).join();
    return [kinds(repositories[0]?.current), kinds(repositories[0]?.superseded)];
  }

  /** The same, once git has been asked. */
  async function then(): ReturnType<typeof now> {
    await now();
    changed.fire();
    await renamed.settled();
    return now();
  }

  it('stay with it, also after a restart and with a commit since', async () => {
    await reviewed();
    await repository.git('branch', '--move', 'money');
    await repository.commit({ 'a.ts': 'since\n' });
    assert.deepEqual(await now(), ['', 'pullRequest']);
    assert.deepEqual(await then(), ['pullRequest', '']);
    const stored = await new ReviewStore(storage.folder).load(repository.folder);
    assert.deepEqual(
      stored.map(({ subject }) => subject.branch),
      ['money'],
    );
  });

  it('stay with it where it is renamed twice, and those of work that was not committed', async () => {
    const snapshot = (await repository.git('commit-tree', '-p', 'HEAD', '-m', 'work', 'HEAD^{tree}')).trim();
    await reviewed({ kind: 'uncommitted', headCommit: snapshot });
    await repository.git('branch', '--move', 'second');
    await repository.git('branch', '--move', 'third');
    assert.deepEqual(await then(), ['uncommitted', '']);
    await repository.git('branch', '--move', 'feature');
    assert.deepEqual(await then(), ['uncommitted', ''], 'renamed back');
  });

  it('stay with it where it is renamed while they are under way', async () => {
    const headCommit = await repository.git('rev-parse', 'HEAD');
    const subject = aSubject({ root: repository.folder, branch: 'feature', headCommit });
    const review = aReview({ id: 'r1', state: 'running', comments: undefined });
    reviews.put({ state: 'pending', subject, triggeredAt: 1, reviewId: 'r1', review, watched: true });
    await repository.git('branch', '--move', 'money');
    assert.deepEqual(await then(), ['', 'pullRequest']);
    await reviews.keep({
      state: 'completed',
      subject,
      triggeredAt: 1,
      settledAt: 2,
      reviewId: 'r1',
      review: aReview({ id: 'r1' }),
    });
    assert.deepEqual(await then(), ['pullRequest', '']);
  });

  it('stay with it where git fails the first time', async () => {
    await reviewed();
    await repository.git('branch', '--move', 'money');
    isSlow = true;
    assert.deepEqual(await then(), ['', 'pullRequest']);
    isSlow = false;
    assert.deepEqual(await then(), ['pullRequest', '']);
    assert.equal(errors.splice(0).length, 1);
  });

  it('stay aside where their commit was taken back, and on another branch', async () => {
    await reviewed();
    await repository.git('branch', '--move', 'money');
    await repository.git('reset', '--quiet', '--hard', 'HEAD^');
    assert.deepEqual(await then(), ['', 'pullRequest']);
    await repository.git('switch', '--quiet', '--create', 'other', 'HEAD@{1}');
    assert.deepEqual(await then(), ['', 'pullRequest']);
  });

  it('stay aside where a branch has that name again', async () => {
    await reviewed();
    await repository.git('branch', '--move', 'money');
    await repository.git('branch', 'feature');
    assert.deepEqual(await then(), ['', 'pullRequest']);
  });
});
