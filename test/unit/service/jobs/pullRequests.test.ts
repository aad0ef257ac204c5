import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Git, type GitOptions } from '../../../../src/git/run/git.ts';
import { findPullRequest } from '../../../../src/service/jobs/pullRequests.ts';
import { openStore } from '../../../../src/service/store/openStore.ts';
import type { LocalStore } from '../../../../src/service/store/store.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { needs } from '../../../host/needs.ts';

/** Git to whose remote somebody pushes by force after each time that it was asked. */
class OvertakenGit extends Git {
  readonly #pushes: (() => Promise<void>)[];

  constructor(...pushes: (() => Promise<void>)[]) {
    super({ executable: 'git', log: () => undefined });
    this.#pushes = pushes;
  }

  override async run(cwd: string, args: readonly string[], options: GitOptions): Promise<string> {
    const output = await super.run(cwd, args, options);
    if (args[0] === 'fetch' || (args[0] === 'ls-remote' && args[1] === '--')) await this.#pushes.shift()?.();
    return output;
  }
}

describe('the commits of a pull request that the service reviews', () => {
  const { signal } = new AbortController();
  let folder: string;
  let store: LocalStore;
  let remote: TestRepository;
  let copy: TestRepository;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-pulls-'));
    store = await openStore(folder);
    remote = await TestRepository.create({ 'a.ts': 'a\n' });
    copy = await remote.copy();
    await copy.git('remote', 'add', 'origin', remote.folder);
    await copy.git('fetch', '--quiet', 'origin');
    await remote.branch('feature');
    await push('first');
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
    await remote.dispose();
    await copy.dispose();
  });

  /** Pushes another commit to the pull request, in the place of the one before. */
  async function push(text: string): Promise<void> {
    await remote.git('reset', '--quiet', '--hard', 'main');
    await remote.git('update-ref', 'refs/pull/7/head', await remote.commit({ 'a.ts': `${text}\n` }));
  }

  const find = (git: Git) =>
    findPullRequest(
      { git, store },
      [{ root: copy.folder, fullName: 'acme/app', provider: 'git', webUrl: undefined }],
      7,
      signal,
    );

  it('are those that were pushed last, also while they are looked for', async () => {
    const found = await find(new OvertakenGit(() => push('second')));
    assert.equal(found?.head, await remote.git('rev-parse', 'refs/pull/7/head'));
  });

  it('are not asked for with a program that the repository itself names', async function () {
    needs(this, 'a POSIX shell');
    const witness = path.join(folder, 'witness');
    await copy.git('config', 'remote.origin.uploadpack', `touch '${witness}'; git-upload-pack`);
    assert.equal(await find(new OvertakenGit()), undefined);
    assert.ok(!existsSync(witness));
    await copy.git('ls-remote', 'origin');
    assert.ok(existsSync(witness), 'git alone runs it');
  });

  it('are none where the remote is never at what it lists', async () => {
    const pushes = ['second', 'third', 'fourth'].map(text => () => push(text));
    assert.equal(await find(new OvertakenGit(...pushes)), undefined);
  });
});
