import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import { ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import { aRecord, aSubject } from '../../reviews/builders.ts';
import { makeGitDirectory } from '../../reviews/gitDirectories.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('what was reviewed in the folders of a window, without it', () => {
  let folder: string;
  let root: string;

  beforeEach(async () => {
    standInForEditor();
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'reviewed-')));
    root = path.join(folder, 'orders');
    await mkdir(path.join(root, '.git'), { recursive: true });
    await mkdir(path.join(root, 'src', 'refunds'), { recursive: true });
    await mkdir(path.join(folder, 'plain'));
    editor.folders = [root];
  });
  afterEach(() => rm(folder, { recursive: true }));

  const store = (): ReviewStore => new ReviewStore(path.join(folder, 'home', 'reviews'));

  /** @param known top folders that the workspace knows of */
  async function look(...known: readonly string[]): Promise<string[]> {
    const { rootsReviewedElsewhere } = await import('../../../../src/vscode/repository/lazyReviewed.ts');
    const state = { get: (name: string) => (name === 'reviewedRoots' ? known : []) } as unknown as vscode.Memento;
    return rootsReviewedElsewhere(state, { CODE_REVIEW_HOME: path.join(folder, 'home') });
  }

  it('is nothing before the first review, and once the last one is removed', async () => {
    assert.deepEqual(await look(), []);
    const record = aRecord({ subject: aSubject({ root }) });
    await store().save(record);
    assert.deepEqual(await look(), [root]);
    await store().remove(record);
    assert.deepEqual(await look(), []);
  });

  it('is not told again once the workspace knows of it', async () => {
    await store().save(aRecord({ subject: aSubject({ root }) }));
    assert.deepEqual(await look(root), []);
  });

  it('is told of a folder that was renamed since, and not of a copy', async () => {
    await makeGitDirectory(path.join(root, '.git'));
    await store().save(aRecord({ subject: aSubject({ root }) }));
    const [renamed, copy] = ['shop', 'copy'].map(name => path.join(folder, name));
    assert.ok(renamed !== undefined && copy !== undefined);
    await cp(root, copy, { recursive: true });
    editor.folders = [copy];
    assert.deepEqual(await look(), []);
    await rename(root, renamed);
    editor.folders = [renamed];
    assert.deepEqual(await look(), [renamed]);
  });

  it('is told of uncommitted work too', async () => {
    await store().save(aRecord({ subject: aSubject({ root, kind: 'uncommitted' }) }));
    assert.deepEqual(await look(), [root]);
  });

  it('is told of the top folder, once, where folders below it or links to it are open', async () => {
    await store().save(aRecord({ subject: aSubject({ root }) }));
    await symlink(root, path.join(folder, 'link'), 'junction');
    editor.folders = [path.join(root, 'src', 'refunds'), path.join(folder, 'link'), path.join(folder, 'plain')];
    assert.deepEqual(await look(), [root]);
  });

  it('is told of a linked worktree, whose .git is a file, and not of the repository that it is in', async () => {
    const worktree = path.join(root, 'worktrees', 'hotfix');
    await mkdir(worktree, { recursive: true });
    await writeFile(path.join(worktree, '.git'), 'gitdir: /elsewhere\n');
    await store().save(aRecord({ subject: aSubject({ root: worktree }) }));
    editor.folders = [root];
    assert.deepEqual(await look(), []);
    editor.folders = [worktree];
    assert.deepEqual(await look(), [worktree]);
  });

  it('is not looked for in folders that are not on this disk, or are gone', async () => {
    await store().save(aRecord({ subject: aSubject({ root }) }));
    editor.folders = [path.join(folder, 'gone')];
    assert.deepEqual(await look(), []);
    editor.folders = [root];
    editor.scheme = 'vscode-vfs';
    assert.deepEqual(await look(), []);
  });
});
