import assert from 'node:assert/strict';
import { Git } from '../../../../../src/git/run/git.ts';
import { folderPaths, listChanges } from '../../../../../src/service/engine/diff/changedFiles.ts';
import { TestRepository } from '../../../../host/git/repository.ts';

describe('the folders at the merge base', () => {
  it('are those that git lists there, whatever is new, gone, renamed, another kind of thing or a submodule', async () => {
    const repository = await TestRepository.create({
      'top.py': '',
      'a/b/kept.py': 'kept\n',
      'a/b/c/gone.py': 'gone\n',
      'from/one.py': 'renamed\n'.repeat(9),
      'file/was/folder.py': '',
      'größe/x.py': 'x\n',
      was: 'file\n',
    });
    const link = (name: string): string => `160000,${'1'.repeat(40)},${name}`;
    await repository.git(
      'update-index',
      '--add',
      '--cacheinfo',
      link('modules/old'),
      '--cacheinfo',
      link('modules/kept'),
    );
    await repository.git('commit', '--quiet', '--message=Submodules');
    const base = await repository.git('rev-parse', 'HEAD');
    await repository.write({
      'a/b/c/gone.py': undefined,
      'from/one.py': undefined,
      'to/here/one.py': 'renamed\n'.repeat(9),
      'file/was/folder.py': undefined,
      'größe/x.py': 'y\n',
      was: undefined,
    });
    await repository.write({ 'was/now/folder.py': '', 'new/x.py': '', 'a/new/x.py': '' });
    await repository.git('add', '--all', 'a', 'from', 'to', 'file', 'größe', 'was', 'new');
    await repository.git('rm', '--quiet', '--cached', 'modules/old');
    await repository.git('update-index', '--add', '--cacheinfo', link('modules/new'));
    await repository.git('commit', '--quiet', '--message=Change');
    const head = await repository.git('rev-parse', 'HEAD');
    const git = new Git({ executable: 'git', log: () => undefined });
    const { signal } = new AbortController();
    const changes = await listChanges(git, repository.folder, base, head, signal);
    const folders = await folderPaths(git, repository.folder, head, changes, signal);
    const listed = await git.run(repository.folder, ['ls-tree', '-r', '-d', '--name-only', base], { signal });
    await repository.dispose();
    assert.ok(listed.includes('from\n') && listed.includes('modules/old'));
    assert.deepEqual(folders.sort(), listed.split('\n').sort());
  });
});
