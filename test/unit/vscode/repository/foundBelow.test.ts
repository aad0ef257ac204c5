import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import { Git } from '../../../../src/git/run/git.ts';
import type { OpenRepositories } from '../../../../src/vscode/repository/openRepositories.ts';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../../git/pullRequest/layouts.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('a window on a folder of repositories that the editor has found', () => {
  hermetic();
  let folder: string;
  let projects: string;
  let git: Git;
  let copies: OpenRepositories;
  /** What the editor's own git has open. */
  let found: string[];
  let tellOfAnother: () => void;
  /** What the editor finds in the end, while it is still searching. */
  let finds: string[] | undefined;
  let items: readonly vscode.QuickPickItem[];

  const at = (...names: string[]): string => path.join(projects, ...names);

  before(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-found-')));
    projects = path.join(folder, 'projects');
    await mkdir(projects);
    for (const names of [['one'], ['two'], ['one', 'vendor'], ['..', 'beside']]) {
      const repository = await TestRepository.create({ 'a.ts': '' });
      await rename(repository.folder, at(...names));
    }
  });

  beforeEach(async () => {
    standInForEditor();
    editor.folders = [projects];
    found = [at('two'), at('one'), at('one', 'vendor'), at('..', 'beside')];
    const of = (root: string): unknown => ({ rootUri: { fsPath: root }, state: { HEAD: { name: 'feature' } } });
    finds = undefined;
    const nothing = { dispose: () => undefined };
    const api = {
      get state(): string {
        return finds === undefined ? 'initialized' : 'uninitialized';
      },
      onDidChangeState: (listener: () => void) => {
        setImmediate(() => {
          [found, finds] = [finds ?? [], undefined];
          listener();
        });
        return nothing;
      },
      get repositories(): unknown {
        return found.map(of);
      },
      onDidOpenRepository: (listener: () => void) => ((tellOfAnother = listener), nothing),
      onDidCloseRepository: () => nothing,
    };
    editor.extensions.set('vscode.git', { isActive: true, exports: { getAPI: () => api } });
    const { OpenRepositories: Copies } = await import('../../../../src/vscode/repository/openRepositories.ts');
    git = new Git({ executable: 'git', log: () => undefined, mayRun: () => editor.isTrusted });
    copies = new Copies(git, error => assert.fail(String(error)));
  });

  afterEach(() => copies.dispose());

  after(async () => {
    standInForEditor();
    await rm(folder, { recursive: true, force: true });
  });

  async function state(): Promise<string> {
    const { repositoryState } = await import('../../../../src/vscode/repository/repositoryState.ts');
    return repositoryState(git, copies);
  }

  /** Chooses the item of that label, and resolves to the folder of its repository. */
  async function choose(label: string): Promise<string | undefined> {
    const { chooseRepository } = await import('../../../../src/vscode/repository/chooseRepository.ts');
    editor.pick = shown => (items = shown).find(each => each.label === label);
    return (await chooseRepository(copies, undefined))?.folder;
  }

  it('has them to review, not a repository to begin above them', async () => {
    assert.equal(await state(), 'ready');
    found = [];
    assert.equal(await state(), 'none');
    found = [at('..', 'beside')];
    assert.equal(await state(), 'none');
    editor.isTrusted = false;
    assert.deepEqual(await copies.below(), []);
  });

  it('asks which of them a command is for, and serves the chosen one', async () => {
    assert.equal(await choose('two'), at('two'));
    assert.deepEqual(
      items.map(({ label, description, detail }) => [label, description, detail]),
      [
        ['one', 'feature', at('one')],
        ['two', 'feature', at('two')],
      ],
    );
    assert.deepEqual(
      (await copies.served()).map(({ root }) => root),
      [at('two')],
    );
    found = [at('one')];
    editor.pick = undefined;
    assert.equal(await choose('none is asked for'), at('one'));
  });

  it('asks for those of other folders too, and offers visited ones only where there are no others', async () => {
    editor.folders = [projects, at('..', 'beside')];
    await choose('beside');
    assert.deepEqual(
      items.map(({ detail }) => detail),
      [at('..', 'beside'), at('one'), at('two')],
    );
    editor.folders = [projects];
    found = [];
    await copies.visit(at('one', 'vendor'));
    assert.equal(await choose('none is asked for'), at('one', 'vendor'));
  });

  it('spells them as the folder is spelled', async function () {
    needs(this, 'symbolic links');
    const link = path.join(folder, 'link');
    await symlink(projects, link);
    editor.folders = [link];
    assert.equal(await choose('one'), path.join(link, 'one'));
  });

  it('says that there is none only after the editor has searched the folder', async () => {
    [found, finds] = [[], [at('one')]];
    assert.equal(await state(), 'ready');
    [found, finds] = [[], []];
    assert.equal(await state(), 'none');
  });

  it('follows what the editor finds later', async () => {
    found = [];
    assert.equal(await state(), 'none');
    found = [at('one')];
    const changed = new Promise<void>(resolve => copies.onDidChange(resolve));
    tellOfAnother();
    await changed;
    assert.equal(await state(), 'ready');
  });
});
