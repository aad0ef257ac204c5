import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../host/cache.ts';
import { git, hermeticGit } from '../../host/git/git.ts';
import { needs } from '../../host/needs.ts';
import { TestRepository, type Files } from '../../host/git/repository.ts';
import { Layout } from '../git/pullRequest/layouts.ts';

/** What makes git itself commit, since its folder holds what is not known to be harmless. */
const onlyGit = { '.git/description': '' };

/** Everything that somebody can ask of a repository about its history, index and working tree. */
async function told(repository: Pick<TestRepository, 'folder' | 'git'>): Promise<string[]> {
  const log = (name: string): Promise<string> => readFile(path.join(repository.folder, '.git/logs', name), 'utf8');
  return [
    await repository.git('fsck', '--strict', '--full', '--no-dangling'),
    await repository.git('status', '--porcelain=v2', '--branch', '--untracked-files=all'),
    await repository.git('diff-files', '--raw'),
    await repository.git('ls-files', '--stage', '-v', '-t'),
    await repository.git('log', '--format=raw', '--raw', '--no-abbrev', '--all'),
    await repository.git('reflog', '--all', '--date=raw'),
    await log('HEAD'),
  ];
}

describe('commits of fixtures', () => {
  const commits: readonly Files[] = [
    { 'a.ts': 'export {};\n', 'a/b.ts': '', 'a.b/c': 'x', a0: '\0', 'ä/ö/評 x.ts': Buffer.from([255, 0, 10]) },
    { 'a/b.ts': 'more\n', 'a/c/d.ts': 'y\n', 'a.ts': undefined },
    { a0: undefined, 'a0/e': 'a folder now' },
    {},
    {
      'long/': undefined,
      [`${'n'.repeat(200)}/${'m'.repeat(200)}`]: 'z'.repeat(100_000),
      '.github/a.yml': 'on: push\n',
    },
  ];

  it('are those that git makes of the same files', async () => {
    const [quick, slow] = [await TestRepository.create(), await TestRepository.create()];
    for (const [at, files] of commits.entries()) {
      if (at === 3) for (const each of [quick, slow]) await each.git('rm', '--quiet', '-r', 'a');
      await slow.write(onlyGit);
      const made = [await quick.commit(files, `Change ${at}`), await slow.commit(files, `Change ${at}`)];
      assert.equal(made[0], made[1]);
      if (at === 1) {
        for (const each of [quick, slow]) await each.git('remote', 'add', 'origin', 'https://git.acme.example/a.git');
        await quick.branch('feature/one');
        await slow.git('switch', '--quiet', '--create', 'feature/one');
      }
    }
    assert.deepEqual(await told(quick), await told(slow));
    const didGit = [quick, slow].map(({ folder }) => existsSync(path.join(folder, '.git/COMMIT_EDITMSG')));
    assert.deepEqual(didGit, [process.platform === 'win32', true]);
    for (const each of [quick, slow]) await each.dispose();
  });

  it('are those that git makes in a clone, of which the branch is packed', async () => {
    const layout = await Layout.create();
    const quick = await layout.clone('feature', layout.base, 'quick');
    const slow = await layout.clone('feature', layout.base, 'slow');
    for (const each of [quick, slow]) {
      await each.git('fetch', '--quiet');
      await each.git('pack-refs', '--all');
      await each.git('config', 'url.https://git.acme.example/.insteadOf', 'acme:');
    }
    await writeFile(path.join(slow.folder, '.git/description'), '');
    for (const text of ['one more', 'another']) assert.equal(await quick.commit(text), await slow.commit(text));
    assert.deepEqual(await told(quick), await told(slow));
    const didGit = [quick, slow].map(({ folder }) => existsSync(path.join(folder, '.git/COMMIT_EDITMSG')));
    assert.deepEqual(didGit, [process.platform === 'win32' || process.platform === 'darwin', true]);
    await layout.dispose();
  });

  it('are the same in a copy, where git sees what is written right after it', async () => {
    const repository = await TestRepository.create({ 'a.ts': 'a\n', 'b/c.ts': '' });
    const before = await told(repository);
    for (let turn = 0; turn < 20; turn++) {
      const copy = await repository.copy();
      if (turn === 0) assert.deepEqual(await told(copy), before);
      await copy.write({ 'a.ts': 'b\n' });
      assert.equal(await copy.git('diff-files', '--name-only'), 'a.ts');
      if (turn === 0) await assert.rejects(copy.copy(), /update-index/);
      await copy.dispose();
    }
    await repository.dispose();
  });

  const unusual: Readonly<Record<string, (repository: TestRepository) => Promise<unknown>>> = {
    'ignored files': each => each.write({ '.gitignore': 'b.ts\n', 'b.ts': '' }),
    'files that are converted': each => each.write({ 'sub/.gitattributes': '* text eol=lf\n', 'sub/b.ts': 'x\r\n' }),
    settings: async each => {
      await each.git('config', 'core.autocrlf', 'input');
      await each.write({ 'b.ts': 'x\r\n' });
    },
    'a file that is assumed to be unchanged': async each => {
      await each.git('update-index', '--assume-unchanged', 'a.ts');
      await each.write({ 'a.ts': 'changed\n' });
    },
    'a merge': async each => {
      await each.git('switch', '--quiet', '--create', 'other');
      await each.commit({ 'b.ts': 'x\n' });
      await each.git('switch', '--quiet', 'main');
      await each.commit({ 'c.ts': 'y\n' });
      await each.git('merge', '--quiet', '--no-commit', 'other');
    },
    'packed references': each => each.git('pack-refs', '--all'),
    'a commit that is checked out': each => each.git('checkout', '--quiet', '--detach'),
    'a repository in it': async each => {
      await each.git('init', '--quiet', 'inner');
      await each.write({ 'inner/x': '' });
      await each.git('-C', 'inner', 'add', '--all');
      await each.git('-C', 'inner', 'commit', '--quiet', '--message=Inner');
    },
    'an executable file': each => each.write({ 'b.sh': '' }).then(() => chmod(path.join(each.folder, 'b.sh'), 0o755)),
    'a link': each => symlink('a.ts', path.join(each.folder, 'link.ts')),
  };
  for (const [what, prepare] of Object.entries(unusual))
    it(`are left to git with ${what}`, async function () {
      if (what === 'an executable file') needs(this, 'mode bits');
      if (what === 'a link') needs(this, 'symbolic links');
      const [either, slow] = [await TestRepository.create({ 'a.ts': '' }), await TestRepository.create({ 'a.ts': '' })];
      for (const each of [either, slow]) await prepare(each);
      await slow.write(onlyGit);
      assert.equal(await either.commit({ 'z.ts': 'z\n' }), await slow.commit({ 'z.ts': 'z\n' }));
      assert.deepEqual(await told(either), await told(slow));
      for (const each of [either, slow]) await each.dispose();
    });

  it('are left to git where it is told of another configuration than that of the tests', async () => {
    const before = { ...process.env };
    const didGit = async (): Promise<boolean> => {
      const repository = await TestRepository.create({ 'a.ts': '' });
      const did = existsSync(path.join(repository.folder, '.git/COMMIT_EDITMSG'));
      await repository.dispose();
      return did;
    };
    try {
      Object.assign(process.env, hermeticGit);
      assert.equal(await didGit(), process.platform === 'win32');
      process.env['GIT_CONFIG_GLOBAL'] = path.join(root, 'none');
      assert.equal(await didGit(), true);
    } finally {
      for (const name of Object.keys(hermeticGit)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, before);
    }
  });

  it('have the tips that git tells, also where it alone can', async () => {
    const repository = await TestRepository.create({ 'a.ts': '' });
    const same = async (...names: string[]): Promise<void> => {
      const asked = await git(repository.folder, ['rev-parse', ...names]);
      assert.equal(await repository.git('rev-parse', ...names), asked);
    };
    await repository.branch('feature/one');
    await repository.commit({ 'b.ts': '' });
    await same('HEAD', 'main', 'feature/one');
    assert.notEqual(await repository.git('rev-parse', 'HEAD'), await repository.git('rev-parse', 'main'));
    for (const made of [
      ['tag', 'main', 'HEAD'],
      ['checkout', '--quiet', '--detach'],
      ['pack-refs', '--all'],
    ]) {
      await repository.git(...made);
      await same('HEAD', 'main', 'feature/one');
    }
    await same('HEAD^{tree}', '--short', 'HEAD');
    await assert.rejects(repository.git('rev-parse', 'gone'), /unknown revision/);
    await repository.dispose();
  });

  it('know what was written right after them, of the same length', async () => {
    const repository = await TestRepository.create();
    for (let turn = 0; turn < 20; turn++) {
      await repository.commit({ 'a.ts': `a${turn % 2}\n` });
      await repository.write({ 'a.ts': `b${turn % 2}\n` });
      assert.equal(await repository.git('diff-files', '--name-only'), 'a.ts');
    }
    await repository.dispose();
  });
});
