import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { DiskFindings } from '../../../../src/reviews/onDisk/diskFindings.ts';
import { openUserData, type UserData } from '../../../../src/reviews/userData.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aComment, aRecord, aReview, aSubject } from '../builders.ts';

/** Does something once, right after git was run for the first time. */
class InterruptedGit extends Git {
  afterFirst: (() => Promise<unknown>) | undefined;

  override async tryRun(...about: Parameters<Git['tryRun']>): ReturnType<Git['tryRun']> {
    const output = await super.tryRun(...about);
    const { afterFirst } = this;
    this.afterFirst = undefined;
    await afterFirst?.();
    return output;
  }
}

describe('the reviews of a working copy, without an editor', () => {
  const { signal } = new AbortController();
  const git = new InterruptedGit({ executable: 'git', log: () => undefined });
  let repository: TestRepository;
  let folder: string;
  let data: UserData;

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-user-'));
    data = await openUserData(folder, assert.ifError);
  });
  afterEach(async () => {
    data.dispose();
    await repository.dispose();
    await rm(folder, { recursive: true });
  });

  /** Keeps a review of what is checked out. */
  async function keep(...comments: readonly ReviewComment[]): Promise<void> {
    const headCommit = (await repository.git('rev-parse', 'HEAD')).trim();
    const subject = aSubject({ root: repository.folder, branch: 'main', headCommit });
    await data.reviews.save(aRecord({ subject, review: aReview({ comments }) }));
  }

  it('are no all-clear where a commit is made while HEAD is read', async () => {
    await keep();
    const verdict = async (findings: DiskFindings): Promise<string> => (await findings.read(signal)).verdict.kind;
    assert.equal(await verdict(new DiskFindings(git, data, repository.folder)), 'clear');
    const findings = new DiskFindings(git, data, repository.folder);
    git.afterFirst = () => repository.commit({ 'a.ts': 'not reviewed\n' });
    assert.equal(await verdict(findings), 'behind');
    assert.equal(await verdict(findings), 'behind');
  });

  it('are no all-clear where work was changed after its review', async () => {
    await keep();
    await repository.write({ 'a.ts': 'work\n' });
    const { commit: headCommit } = await takeSnapshot(git, repository.folder, 'uncommitted', signal);
    const pullRequest = { repository: 'acme/orders', number: 1_000_001 };
    const subject = aSubject({ kind: 'uncommitted', pullRequest, root: repository.folder, branch: 'main', headCommit });
    await data.reviews.save(aRecord({ subject, review: aReview({ id: 'rev_work', comments: [] }) }));
    const findings = new DiskFindings(git, data, repository.folder);
    const read = async (): Promise<unknown> => {
      const { verdict, current } = await findings.read(signal);
      return [verdict.kind, current.map(({ isChanged }) => isChanged)];
    };
    assert.deepEqual(await read(), ['clear', [undefined, false]]);
    await repository.write({ 'later.ts': 'later\n' });
    assert.deepEqual(await read(), ['behind', [undefined, true]]);
    await repository.write({ 'later.ts': undefined });
    assert.deepEqual(await read(), ['clear', [undefined, false]]);
  });

  it('have what is done by a clock that is behind that of the review', async () => {
    await keep(aComment({ path: 'a.ts' }));
    const findings = new DiskFindings(git, data, repository.folder);
    const states = async () => [...(await findings.read(signal)).byId.values()].map(({ isOpen }) => isOpen);
    const [finding = assert.fail()] = (await findings.read(signal)).byId.values();
    await findings.decide(finding, { state: 'done', at: finding.review.record.triggeredAt - 1 });
    assert.deepEqual(await states(), [false]);
  });

  it('leave with work that was thrown away, and come back with it', async () => {
    await keep();
    await repository.write({ 'new.ts': 'work\n' });
    const { commit: headCommit } = await takeSnapshot(git, repository.folder, 'uncommitted', signal);
    const pullRequest = { repository: 'acme/orders', number: 1_000_001 };
    const subject = aSubject({ kind: 'uncommitted', pullRequest, root: repository.folder, branch: 'main', headCommit });
    const comments = [aComment({ path: 'new.ts', range: { startLine: 1, endLine: 1 } })];
    await data.reviews.save(aRecord({ subject, review: aReview({ id: 'rev_work', comments }) }));
    const findings = new DiskFindings(git, data, repository.folder);
    const read = async (): Promise<unknown> => {
      const { verdict, byId } = await findings.read(signal);
      return [verdict.kind, byId.size];
    };
    assert.deepEqual(await read(), ['open', 1]);
    await repository.git('stash', '--quiet', '--include-untracked');
    assert.deepEqual(await read(), ['clear', 0]);
    await repository.git('stash', 'pop', '--quiet');
    assert.deepEqual(await read(), ['open', 1]);
  });

  it('have the findings of a file as outdated once its deletion is committed', async () => {
    await keep(aComment({ path: 'a.ts', range: { startLine: 1, endLine: 1 } }));
    const counts = async (): Promise<unknown> => {
      const { open, outdated } = (await new DiskFindings(git, data, repository.folder).read(signal)).counts;
      return { open, outdated };
    };
    await rm(path.join(repository.folder, 'a.ts'));
    assert.deepEqual(await counts(), { open: 1, outdated: 0 });
    await repository.commit({ 'a.ts': undefined, 'b.ts': 'something else\n' });
    assert.deepEqual(await counts(), { open: 0, outdated: 1 });
  });
});
