import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { Git } from '../../../../src/git/run/git.ts';
import type { GitRunnerOptions } from '../../../../src/git/run/gitRunner.ts';
import { git } from '../../../host/git/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../../git/pullRequest/layouts.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('what a window has to review', () => {
  hermetic();
  let folder: string;
  let repository: TestRepository;

  before(async () => {
    standInForEditor();
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-state-'));
    repository = await TestRepository.create({ 'a.ts': '' });
    await git(folder, ['init', '--quiet', 'new']);
    await git(folder, ['init', '--quiet', '--bare', 'bare']);
  });

  afterEach(() => {
    editor.folders = [];
    editor.activeFile = undefined;
    editor.scheme = 'file';
    editor.isTrusted = true;
  });

  after(async () => {
    await repository.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function stateOf(
    folders: readonly string[],
    executable: GitRunnerOptions['executable'] = 'git',
  ): Promise<string> {
    const { OpenRepositories } = await import('../../../../src/vscode/repository/openRepositories.ts');
    const { repositoryState } = await import('../../../../src/vscode/repository/repositoryState.ts');
    editor.folders = [...folders];
    const run = new Git({ executable, log: () => undefined, mayRun: () => editor.isTrusted });
    const copies = new OpenRepositories(run, error => assert.fail(String(error)));
    const state = await repositoryState(run, copies);
    copies.dispose();
    return state;
  }

  it('is told of each kind of folder', async () => {
    assert.equal(await stateOf([]), 'unknown');
    assert.equal(await stateOf([folder]), 'none');
    assert.equal(await stateOf([path.join(folder, 'new')]), 'noCommit');
    assert.equal(await stateOf([path.join(folder, 'bare')]), 'unreadable');
    assert.equal(await stateOf([repository.folder]), 'ready');
  });

  it('is a repository where one of several folders has one, or the file in the editor', async () => {
    assert.equal(await stateOf([folder, repository.folder]), 'ready');
    editor.activeFile = path.join(repository.folder, 'a.ts');
    assert.equal(await stateOf([folder]), 'ready');
  });

  it('is not looked for without git, without a disk and before the folder is trusted', async () => {
    const none = (): Promise<string> => Promise.reject(new CodeReviewError('git', 'git was not found.'));
    assert.equal(await stateOf([repository.folder], none), 'gitMissing');
    editor.scheme = 'vscode-vfs';
    assert.equal(await stateOf([repository.folder]), 'notOnDisk');
    editor.isTrusted = false;
    assert.equal(await stateOf([repository.folder]), 'unknown');
  });
});
