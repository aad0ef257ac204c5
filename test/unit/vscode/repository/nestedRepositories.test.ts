import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Git } from '../../../../src/git/run/git.ts';
import type { OpenRepositories } from '../../../../src/vscode/repository/openRepositories.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../../git/pullRequest/layouts.ts';
import { changeFolders, editor, standInForEditor } from '../../security/shown/editor.ts';

describe('repositories below the folder of a window', () => {
  hermetic();
  let projects: string;
  let copies: OpenRepositories;
  /** How often the embedded service was to be told of another repository. */
  let told: number;

  const at = (...names: string[]): string => path.join(projects, ...names);

  async function create(...names: string[]): Promise<void> {
    const repository = await TestRepository.create({ 'a.ts': '' });
    await rename(repository.folder, at(...names));
  }

  before(async () => {
    standInForEditor();
    projects = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-projects-')));
    await mkdir(at('notes'));
    await create('one');
    await create('two');
    await create('one', 'vendor');
    await mkdir(at('two', 'src'));
  });

  beforeEach(async () => {
    standInForEditor();
    editor.folders = [projects];
    const { OpenRepositories: Copies } = await import('../../../../src/vscode/repository/openRepositories.ts');
    const git = new Git({ executable: 'git', log: () => undefined, mayRun: () => editor.isTrusted });
    copies = new Copies(git, error => assert.fail(String(error)));
    told = 0;
    copies.onDidVisit(() => told++);
  });

  afterEach(() => {
    copies.dispose();
    Object.assign(editor, { folders: [], activeFile: undefined, isTrusted: true, pick: undefined });
  });

  after(() => rm(projects, { recursive: true, force: true }));

  const served = async (): Promise<string[]> => (await copies.served()).map(({ root }) => root);

  /** Top folder of the one that a command is for. */
  async function chosen(rootUri?: string): Promise<string | undefined> {
    const { chooseRepository } = await import('../../../../src/vscode/repository/chooseRepository.ts');
    const about = rootUri === undefined ? undefined : { rootUri: { scheme: 'file', fsPath: rootUri } as never };
    return (await chooseRepository(copies, about))?.copy.root;
  }

  it('are served by the embedded service once an editor leads to them, also after it is closed', async () => {
    assert.deepEqual(await served(), []);
    editor.activeFile = at('one', 'a.ts');
    assert.equal(await chosen(), at('one'));
    assert.deepEqual([await served(), told], [[at('one')], 1]);
    editor.activeFile = at('notes', 'plan.md');
    copies.forget();
    assert.equal(await copies.ofActiveEditor(), undefined);
    assert.deepEqual([await served(), told], [[at('one')], 1]);
  });

  it('are served once a command is called about them', async () => {
    assert.equal(await chosen(at('two')), at('two'));
    assert.deepEqual([await served(), told], [[at('two')], 1]);
  });

  it('are served beside the repository that the folder is in, as submodules are', async () => {
    editor.folders = [at('one')];
    editor.activeFile = at('one', 'vendor', 'a.ts');
    assert.equal(await chosen(), at('one', 'vendor'));
    assert.deepEqual(await served(), [at('one'), at('one', 'vendor')]);
  });

  it('are the user’s own as their folder is, and those beside it are not', async () => {
    editor.folders = [at('one')];
    await copies.visit(at('one', 'vendor'));
    await copies.visit(at('two'));
    assert.deepEqual(
      (await copies.served()).map(({ root, isOutside }) => [root, isOutside]),
      [
        [at('one'), undefined],
        [at('one', 'vendor'), undefined],
        [at('two'), true],
      ],
    );
    editor.folders = [at('two', 'src')];
    assert.deepEqual(
      (await copies.served()).find(({ root }) => root === at('two')),
      { root: at('two'), fullName: 'local/two', provider: 'git', webUrl: undefined },
      'a folder in it is open',
    );
  });

  it('are not looked for before the folder is trusted, and served no longer than it is open', async () => {
    editor.isTrusted = false;
    editor.activeFile = at('one', 'a.ts');
    await copies.revisit([at('one')]);
    await assert.rejects(chosen(), /Restricted Mode/);
    assert.deepEqual([await served(), told], [[], 0]);
    editor.isTrusted = true;
    await copies.ofActiveEditor();
    assert.deepEqual(await served(), [at('one')]);
    const left = new Promise<void>(resolve => copies.onDidChange(resolve));
    changeFolders(at('notes'));
    await left;
    assert.deepEqual(await served(), []);
  });

  it('are open again where they were reviewed before, others are not', async () => {
    editor.folders = [at('one')];
    await copies.revisit([at('one'), at('two'), at('gone')]);
    assert.deepEqual(await served(), [at('one')]);
    editor.folders = [projects];
    await copies.revisit([at('one'), at('two'), at('gone')]);
    assert.deepEqual(await served(), [at('one'), at('two')]);
  });
});
