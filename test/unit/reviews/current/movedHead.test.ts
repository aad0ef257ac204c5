import assert from 'node:assert/strict';
import { distanceBetween, holdsSnapshot } from '../../../../src/git/content/commitFacts.ts';
import { countUnpushed } from '../../../../src/git/pullRequest/pushedSince.ts';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { CommitCache } from '../../../../src/reviews/current/commitCache.ts';
import { currentReviews, type WindowState } from '../../../../src/reviews/current/currentReviews.ts';
import { overviewOf } from '../../../../src/reviews/current/overview.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { summariseCurrent } from '../../../../src/reviews/summary/reviewSummary.ts';
import { statusText } from '../../../../src/reviews/summary/statusText.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aReview, aSubject } from '../builders.ts';

const git = new Git({ executable: 'git', log: () => undefined });
const { signal } = new AbortController();

describe('a review without findings, while git moves HEAD', () => {
  let repository: TestRepository;
  let commits: CommitCache;
  let record: SettledRecord;
  let read: string;

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    await repository.branch('feature');
    await repository.commit({ 'b.ts': 'b\n' });
    await repository.commit({ 'a.ts': 'reviewed\n' });
    read = (await openWorkingCopy(git, repository.folder, signal)).head ?? '';
    const subject = aSubject({ root: repository.folder, branch: 'feature', headCommit: read });
    const times = { triggeredAt: 1, settledAt: 2 };
    record = { state: 'completed', subject, ...times, reviewId: 'r1', review: aReview({ id: 'r1' }) };
    commits = new CommitCache({
      distanceBetween: (...about) => distanceBetween(git, ...about, signal),
      holdsSnapshot: (...about) => holdsSnapshot(git, ...about, signal),
    });
  });

  afterEach(() => repository.dispose());

  async function stateNow(): Promise<WindowState> {
    const { root, branch, head } = await openWorkingCopy(git, repository.folder, signal);
    return {
      roots: [{ root, branch, head, repository: 'acme/orders' }],
      records: [record],
      chosen: new Map(),
      now: 3,
      distance: (...about) => commits.distance(...about),
      holds: (...about) => commits.holds(...about),
      unpushed: (...about) => commits.unpushed(...about),
    };
  }

  /** What the status bar says. @param whileAsked runs after HEAD was read, before git is asked about commits */
  async function said(whileAsked?: () => Promise<unknown>): Promise<string> {
    const state = await stateNow();
    currentReviews(state);
    await whileAsked?.();
    while (await commits.learn()) currentReviews(state);
    const [of] = overviewOf(
      currentReviews(state),
      () => [],
      ([first]) => first,
    ).repositories;
    assert.ok(of !== undefined);
    return of.current.length === 0 ? 'nothing' : statusText(of, 3).text;
  }

  it('is no all-clear of a commit that was checked out while git was asked about another', async () => {
    await repository.git('reset', '--quiet', '--hard', 'HEAD^');
    const back = (): Promise<unknown> => repository.git('reset', '--quiet', '--hard', read);
    const behind = '$(history) #7: no issues in a commit that is not checked out';
    assert.equal(await said(back), behind);
    assert.equal(await said(), '$(pass) #7: no issues');
    await repository.git('reset', '--quiet', '--hard', 'HEAD^');
    assert.equal(await said(), behind);
  });

  it('stays the one of a branch that is rebased or bisected, and tells what of it is not checked out', async () => {
    const behind = '$(history) #7: no issues in a commit that is not checked out';
    await repository.git('checkout', '--quiet', '-b', 'side', 'main');
    const onto = await repository.commit({ 'a.ts': 'another\n' });
    assert.equal(await said(), 'nothing');
    await repository.git('checkout', '--quiet', 'feature');
    for (const backend of ['--merge', '--apply']) {
      await assert.rejects(repository.git('rebase', '--quiet', backend, onto), /could not apply|Failed to merge/);
      assert.equal(await said(), behind, backend);
      await repository.git('rebase', '--abort');
      assert.equal(await said(), '$(pass) #7: no issues');
    }
    await repository.git('bisect', 'start', 'HEAD', 'main');
    assert.equal(await said(), behind);
    await repository.git('bisect', 'reset');
    assert.equal(await said(), '$(pass) #7: no issues');
    await assert.rejects(repository.git('cherry-pick', onto));
    assert.equal(await said(), '$(pass) #7: no issues', 'a cherry-pick leaves HEAD where it is');
  });

  it('is that of its commit where no branch is checked out, and of no other one', async () => {
    await repository.git('switch', '--quiet', '--detach');
    assert.equal(await said(), '$(pass) #7: no issues');
    await repository.git('switch', '--quiet', '--detach', 'HEAD^');
    assert.equal(await said(), 'nothing');
    await repository.git('bisect', 'start');
    await repository.git('bisect', 'bad', read);
    await repository.git('bisect', 'good', 'main');
    assert.equal(await said(), 'nothing', 'a bisect that began at no branch is of none');
    await repository.git('switch', '--quiet', '--create', 'side', read);
    assert.equal(await said(), 'nothing', 'another branch may have another pull request');
  });

  it('says what is not pushed until it is', async () => {
    await repository.git('remote', 'add', 'origin', 'https://git.acme.invalid/acme/orders.git');
    const config = await readConfig(git, repository.folder, signal);
    commits = new CommitCache({
      distanceBetween: (...about) => distanceBetween(git, ...about, signal),
      holdsSnapshot: (...about) => holdsSnapshot(git, ...about, signal),
      countUnpushed: (root, of, commit, head) => countUnpushed(git, root, { branch: of, commit, head, config }, signal),
    });
    const sentence = async (): Promise<string> => {
      const state = await stateNow();
      do currentReviews(state);
      while (await commits.learn());
      return currentReviews(state).map(summariseCurrent).join(' ');
    };
    const completed = 'Review of acme/orders #7 completed: no issues.';
    await repository.git('update-ref', 'refs/remotes/origin/feature', read);
    await repository.commit({ 'c.ts': 'c\n' });
    const unpushed = `${completed} 1 commit is not pushed, so #7 does not have it.`;
    assert.equal(await sentence(), unpushed);
    await repository.git('update-ref', 'refs/remotes/origin/feature', 'HEAD');
    assert.equal(await sentence(), unpushed);
    commits.doubtPushes();
    const read8 = read.slice(0, 8);
    assert.equal(await sentence(), `${completed} It has read ${read8}, which is not what is checked out now.`);
  });

  it('is of a commit that is not checked out while a rebase has stopped and once it has ended', async () => {
    await repository.git('checkout', '--quiet', 'main');
    await repository.commit({ 'a.ts': 'other\n' });
    await repository.git('checkout', '--quiet', 'feature');
    await assert.rejects(repository.git('rebase', '--quiet', 'main'), /conflict|CONFLICT|could not apply/);
    assert.equal(await said(), '$(history) #7: no issues in a commit that is not checked out');
    await repository.git('rebase', '--abort');
    assert.equal(await said(), '$(pass) #7: no issues', 'the branch is as it was');
    await assert.rejects(repository.git('rebase', '--quiet', 'main'));
    await repository.write({ 'a.ts': 'both\n' });
    await repository.git('add', 'a.ts');
    await repository.git('-c', 'core.editor=true', 'rebase', '--continue');
    assert.equal(await said(), '$(history) #7: no issues in a commit that is not checked out');
    await repository.git('reset', '--quiet', '--hard', read);
    assert.equal(await said(), '$(pass) #7: no issues');
  });

  it('is of a commit that is not checked out after an amend, a pull with rebase and once that commit is gone', async () => {
    const elsewhere = '$(history) #7: no issues in a commit that is not checked out';
    await repository.git('commit', '--quiet', '--amend', '--message=Amended');
    assert.equal(await said(), elsewhere);
    await repository.git('reset', '--quiet', '--hard', read);
    await repository.git('checkout', '--quiet', 'main');
    await repository.commit({ 'c.ts': 'c\n' });
    await repository.git('checkout', '--quiet', 'feature');
    await repository.git('pull', '--quiet', '--rebase', '.', 'main');
    assert.equal(await said(), elsewhere);
    await repository.git('reflog', 'expire', '--expire=all', '--all');
    await repository.git('update-ref', '-d', 'ORIG_HEAD');
    await repository.git('prune', '--expire=now');
    await repository.commit({ 'c.ts': 'd\n' });
    assert.equal(await said(), '$(history) #7: no issues in what was reviewed');
  });
});
