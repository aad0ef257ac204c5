import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { distanceBetween, holdsSnapshot } from '../../../../src/git/content/commitFacts.ts';
import { findRenames, readDeletions } from '../../../../src/git/content/goneFiles.ts';
import { readReviewedFiles } from '../../../../src/git/content/reviewedFiles.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { surePushTarget } from '../../../../src/git/pullRequest/surePushTarget.ts';
import { GitConfig, readConfig } from '../../../../src/git/repository/config.ts';
import { findDefaultBranch } from '../../../../src/git/repository/defaultBranch.ts';
import { identifyRepository } from '../../../../src/git/repository/identifyRepository.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { findTarget } from '../../../../src/service/cli/review/reviewTarget.ts';
import { findPullRequest } from '../../../../src/service/jobs/pullRequests.ts';
import type { LocalStore } from '../../../../src/service/store/store.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../pullRequest/layouts.ts';

// Each start of a process blocks the editor's extensions for some milliseconds, the longer the more memory they use.
describe('how often git is started', () => {
  hermetic();
  const { signal } = new AbortController();
  const git = new Git({ executable: 'git', log: () => undefined });
  let traces: string;
  let repository: TestRepository;
  let base: string;

  before(async () => {
    repository = await TestRepository.create({ 'src/a.ts': 'a\n', 'src/b.ts': 'b\nb\nb\n' });
    base = await repository.git('rev-parse', 'HEAD');
    await repository.git('remote', 'add', 'origin', 'git@github.com:acme/orders.git');
    traces = await mkdtemp(path.join(tmpdir(), 'code-review-traces-'));
  });
  after(async () => {
    await repository.dispose();
    await rm(traces, { recursive: true });
  });

  /** How many processes of git `use` starts: each writes a file of its own. */
  async function startsOf(use: () => Promise<unknown>): Promise<number> {
    const before = await readdir(traces);
    process.env['GIT_TRACE2_EVENT'] = traces;
    try {
      await use();
    } finally {
      delete process.env['GIT_TRACE2_EVENT'];
    }
    return (await readdir(traces)).length - before.length;
  }

  it('is once to open a repository, and once to tell which one it is', async () => {
    const opened = await startsOf(async () => {
      const { root, branch, head } = await openWorkingCopy(git, repository.folder, signal);
      assert.deepEqual([root, branch, head], [repository.folder, 'main', base]);
    });
    assert.equal(opened, 1);
    const identified = await startsOf(async () => {
      const copy = { root: repository.folder, branch: 'main' };
      assert.equal((await identifyRepository(git, copy, { hosts: {} }, signal)).fullName, 'acme/orders');
    });
    assert.equal(identified, 1);
  });

  it('is once to tell which repository it is where the addresses of its remotes are rewritten', async () => {
    await repository.git('config', 'url.ssh://git@github.com/.insteadOf', 'git@github.com:');
    const identified = await startsOf(async () => {
      const copy = { root: repository.folder, branch: 'main' };
      assert.equal((await identifyRepository(git, copy, { hosts: {} }, signal)).fullName, 'acme/orders');
    });
    await repository.git('config', '--unset', 'url.ssh://git@github.com/.insteadOf');
    assert.equal(identified, 1);
  });

  it('is once to read the configuration of a repository that nothing was asked about yet', async () => {
    const unused = new Git({ executable: 'git', log: () => undefined });
    assert.equal(await startsOf(() => readConfig(unused, repository.folder, signal)), 1);
  });

  it('is once for each step from opening a repository that nothing was asked about yet to reading its objects', async () => {
    const unused = new Git({ executable: 'git', log: () => undefined });
    const steps = await startsOf(async () => {
      const copy = await openWorkingCopy(unused, repository.folder, signal);
      await readConfig(unused, copy.root, signal);
      assert.equal(await unused.run(copy.root, ['cat-file', 'blob', `${base}:src/a.ts`], { signal }), 'a');
    });
    assert.equal(steps, 3);
  });

  it('is once for a first question, but where the configuration may say that reading needs the remote', async () => {
    const { folder } = repository;
    const asked = (): Promise<number> =>
      startsOf(async () => {
        const unused = new Git({ executable: 'git', log: () => undefined });
        assert.equal(await unused.run(folder, ['cat-file', 'blob', `${base}:src/a.ts`], { signal }), 'a');
      });
    assert.equal(await asked(), 1);
    await repository.git('config', 'include.path', 'more');
    assert.equal(await asked(), 2);
    await repository.git('config', '--unset', 'include.path');
    assert.equal(await asked(), 1);
  });

  it('is once to find the branch that others are compared with, among all that it may be', async () => {
    const config = await readConfig(git, repository.folder, signal);
    const found = await startsOf(async () => {
      const branch = await findDefaultBranch(git, repository.folder, 'origin', signal, config);
      assert.deepEqual(branch, { name: 'main', commit: base });
    });
    assert.equal(found, 1);
  });

  it('is once to know what was pushed of a branch that tracks another one', async () => {
    const { folder } = repository;
    const refs = path.join(folder, '.git/refs/remotes/origin');
    await mkdir(refs, { recursive: true });
    for (const name of ['main', 'topic']) await writeFile(path.join(refs, name), `${base}\n`);
    const config = new GitConfig(
      [
        'remote.origin.url\ngit@github.com:acme/orders.git',
        'branch.topic.remote\norigin',
        'branch.topic.merge\nrefs/heads/other',
      ]
        .map(entry => `local\0${entry}\0`)
        .join(''),
    );
    const asked = await startsOf(async () => {
      const pushed = await surePushTarget(git, folder, config, { name: 'topic', head: base }, signal);
      assert.deepEqual(pushed, { remote: 'origin', branch: 'topic', isGuess: false, commit: base });
    });
    assert.equal(asked, 1);
  });

  it('is once for each step to find the commits of a review by their names', async () => {
    const copy = await openWorkingCopy(git, repository.folder, signal);
    const around = { folder: '.', cwd: repository.folder, kind: undefined, index: undefined };
    const asked = await startsOf(async () => {
      const target = await findTarget(git, copy, { ...around, base: 'main', head: 'HEAD' }, signal);
      assert.deepEqual([target.base, target.head, target.mergeBase], [base, base, base]);
    });
    // Reads the configuration, resolves all that the names may mean, and finds where the two have parted.
    assert.equal(asked, 3);
  });

  it('is once for each step to find the commits of a pull request on its remote', async () => {
    const merge = await repository.git('commit-tree', `${base}^{tree}`, '-p', base, '-m', 'Merge 7');
    const copy = await repository.copy();
    await copy.git('remote', 'set-url', 'origin', repository.folder);
    await repository.git('update-ref', 'refs/pull/7/head', base);
    await repository.git('update-ref', 'refs/pull/7/merge', merge);
    const store = { localPull: () => Promise.resolve(undefined) } as unknown as LocalStore;
    const copies = [{ root: copy.folder, fullName: 'acme/orders', provider: 'git' as const, webUrl: undefined }];
    const asked = await startsOf(async () => {
      const found = await findPullRequest({ git, store }, copies, 7, signal);
      assert.deepEqual(found, { root: copy.folder, base, head: base });
    });
    await copy.dispose();
    // Reads the configuration, lists the remote, which starts a second one there, and looks what is here.
    assert.equal(asked, 4);
  });

  it('is once to read all files of a review, and once to find those that were renamed', async () => {
    const paths = ['src/a.ts', 'src/b.ts', 'gone.ts'];
    const read = await startsOf(async () => {
      const request = { commit: base, repository: 'acme/orders', branch: 'main', hosts: {}, withBase: false, paths };
      assert.equal((await readReviewedFiles(git, repository.folder, request, signal))?.right.size, 2);
    });
    assert.equal(read, 1);
    await repository.git('mv', 'src/b.ts', 'src/c.ts');
    const renamed = await startsOf(async () => {
      const renames = await findRenames(git, repository.folder, base, ['src/a.ts', 'src/b.ts'], signal);
      assert.deepEqual([...renames], [['src/b.ts', 'src/c.ts']]);
    });
    assert.equal(renamed, 1);
  });

  it('is once to know that no file of a review was deleted', async () => {
    const asked = await startsOf(async () => {
      assert.equal((await readDeletions(git, repository.folder, base, signal)).size, 0);
    });
    assert.equal(asked, 1);
  });

  it('is once for each step of a snapshot of uncommitted work, and once to know what git may run meanwhile', async () => {
    await repository.write({ 'src/a.ts': 'work\n', 'src/new.ts': 'new\n' });
    const taken = await startsOf(async () => {
      assert.equal((await takeSnapshot(git, repository.folder, 'uncommitted', signal)).isEmpty, false);
    });
    // Opens, reads the configuration, refreshes, compares, lists, adds, writes the tree, asks the parent, and commits.
    assert.equal(taken, 9);
    await repository.write({ 'src/a.ts': 'a\n', 'src/new.ts': undefined });
  });

  it('is once to count what a review has not read, and once to know that work is not committed yet', async () => {
    const counted = await startsOf(async () => {
      assert.deepEqual(await distanceBetween(git, repository.folder, base, base, signal), { unread: 0, ahead: 0 });
    });
    assert.equal(counted, 1);
    await repository.write({ 'src/a.ts': 'work\n' });
    const { commit: work } = await takeSnapshot(git, repository.folder, 'uncommitted', signal);
    const held = await startsOf(async () => {
      assert.equal(await holdsSnapshot(git, repository.folder, base, work, signal), false);
    });
    assert.equal(held, 1);
  });
});
