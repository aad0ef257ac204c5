import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Git } from '../../../../src/git/run/git.ts';
import { DiskFindings } from '../../../../src/reviews/onDisk/diskFindings.ts';
import { openUserData } from '../../../../src/reviews/userData.ts';
import { TestRepository } from '../../../host/repository.ts';
import { aRecord, aReview, aSubject } from '../builders.ts';

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
  it('are no all-clear where a commit is made while HEAD is read', async () => {
    const { signal } = new AbortController();
    const repository = await TestRepository.create({ 'a.ts': 'a\n' });
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-user-'));
    const data = await openUserData(folder, assert.ifError);
    try {
      const headCommit = (await repository.git('rev-parse', 'HEAD')).trim();
      const subject = aSubject({ root: repository.folder, branch: 'main', headCommit });
      await data.reviews.save(aRecord({ subject, review: aReview({}) }));
      const git = new InterruptedGit({ executable: 'git', log: () => undefined });
      const verdict = async (findings: DiskFindings): Promise<string> => (await findings.read(signal)).verdict.kind;
      assert.equal(await verdict(new DiskFindings(git, data, repository.folder)), 'clear');
      const findings = new DiskFindings(git, data, repository.folder);
      git.afterFirst = () => repository.commit({ 'a.ts': 'not reviewed\n' });
      assert.equal(await verdict(findings), 'behind');
      assert.equal(await verdict(findings), 'behind');
    } finally {
      data.dispose();
      await repository.dispose();
      await rm(folder, { recursive: true });
    }
  });
});
