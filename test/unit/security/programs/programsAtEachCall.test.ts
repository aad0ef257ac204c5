import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { CodeReviewError, displayMessage } from '../../../../src/core/base/errors.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { RemoteRefs } from '../../../../src/git/pullRequest/remoteRefs.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic, productGit } from '../../git/pullRequest/layouts.ts';
import { HostileRepository } from '../hostileRepository.ts';

const { signal } = new AbortController();

describe('a repository whose configuration changes while one git goes on', () => {
  hermetic();
  let hostile: HostileRepository;
  let git: Git;

  beforeEach(async () => {
    delete process.env['GIT_ALLOW_PROTOCOL'];
    hostile = await HostileRepository.create();
    await hostile.repository.git('remote', 'add', 'origin', '.');
    git = productGit();
  });

  afterEach(() => hostile.repository.dispose());

  async function listed(): Promise<string> {
    try {
      await RemoteRefs.list(git, hostile.folder, 'origin', signal);
      return 'listed';
    } catch (error) {
      assert.ok(CodeReviewError.is(error, 'git'));
      return displayMessage(error);
    }
  }

  for (const [key, name] of [
    ['remote.origin.uploadpack', 'uploadpack'],
    ['core.sshCommand', 'sshCommand'],
    ['credential.helper', 'credential'],
  ] as const) {
    it(`is refused once ${key} is set, and asked again once it is removed as advised`, async () => {
      assert.equal(await listed(), 'listed');
      await hostile.repository.git('config', key, hostile.mark(name));
      assert.match(await listed(), new RegExp(`\\(${key}\\)\\. Set it for yourself .*, or remove it\\.$`, 'i'));
      await hostile.repository.git('config', '--unset', key);
      assert.equal(await listed(), 'listed');
      assert.deepEqual(await hostile.ran(), []);
    });
  }

  it('asks no remote in passing once it is a partial clone with a program of its own', async () => {
    const blob = await hostile.repository.git('rev-parse', 'feature:a.ts');
    assert.match(await git.run(hostile.folder, ['cat-file', '-p', blob], { signal }), /export const a/);
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.uploadpack', hostile.mark('uploadpack')],
    ] as const)
      await hostile.repository.git('config', key, value);
    await assert.rejects(git.run(hostile.folder, ['cat-file', '-p', '1'.repeat(40)], { signal }));
    assert.deepEqual(await hostile.ran(), []);
    await hostile.repository.git('cat-file', '-p', '1'.repeat(40)).catch(() => '');
    assert.deepEqual(await hostile.ran(), ['uploadpack'], 'git alone runs it');
  });
});

describe('filters that a repository names itself, where it is not trusted', () => {
  hermetic();
  let hostile: HostileRepository;
  let git: Git;

  beforeEach(async () => {
    hostile = await HostileRepository.create();
    git = new Git({ executable: 'git', log: () => undefined, trustsFilters: false });
  });

  afterEach(() => hostile.repository.dispose());

  const take = (): ReturnType<typeof takeSnapshot> => takeSnapshot(git, hostile.folder, 'uncommitted', signal);

  it('are not run, and the files that they are for are named and left out', async () => {
    await hostile.poison();
    await hostile.repository.write({ 'a.ts': 'export const a = 2;\n', 'b.ts': 'b();\n', 'c.js': 'c();\n' });
    await hostile.repository.write({ 'new.ts': undefined });
    const taken = await take();
    const why = 'filter evil not run without --trust';
    assert.deepEqual(
      [...taken.leftOut].sort((a, b) => a.path.localeCompare(b.path)),
      [
        { path: 'a.ts', why },
        { path: 'b.ts', why },
      ],
    );
    const changed = await git.run(hostile.folder, ['diff', '--name-status', taken.base, taken.commit], { signal });
    assert.deepEqual(changed.split('\n'), ['A\tc.js', 'D\tnew.ts']);
    assert.deepEqual(await hostile.ran(), []);
  });

  it('are known by any name, and one that is required fails nothing', async () => {
    const name = 'a = "b".c';
    await hostile.repository.git('config', `filter.${name}.clean`, hostile.mark('clean'));
    await hostile.repository.git('config', `filter.${name}.required`, 'true');
    await hostile.repository.git('config', 'filter.needed.process', hostile.mark('process'));
    await hostile.repository.git('config', 'filter.needed.required', 'true');
    await hostile.repository.write({ '.git/info/attributes': '*.ts filter=needed\n', 'a.ts': 'changed();\n' });
    // Only touched: git looks into it to find out.
    await utimes(path.join(hostile.folder, 'new.ts'), 1, 1);
    assert.deepEqual((await take()).leftOut, [{ path: 'a.ts', why: 'filter needed not run without --trust' }]);
    assert.deepEqual(await hostile.ran(), []);
  });

  it('are run where the user has set them for all repositories, but not with what the repository adds to them', async () => {
    const own = path.join(hostile.folder, '.git', 'of-the-user');
    process.env['GIT_CONFIG_GLOBAL'] = own;
    await hostile.repository.git('config', '--file', own, 'filter.lfs.clean', "sed 's/^/pointer to /'");
    await hostile.repository.write({ '.git/info/attributes': '*.bin filter=lfs\n', 'data.bin': 'content\n' });
    const taken = await take();
    assert.deepEqual(taken.leftOut, []);
    assert.equal(await hostile.repository.git('show', `${taken.commit}:data.bin`), 'pointer to content');
    await hostile.repository.git('config', 'lfs.extension.evil.clean', hostile.mark('extension'));
    assert.deepEqual((await take()).leftOut, [{ path: 'data.bin', why: 'filter lfs not run without --trust' }]);
  });

  it('are not run in a submodule either, whose changes are told', async () => {
    const library = await TestRepository.create({ 'lib.ts': 'lib\n' });
    try {
      const { repository } = hostile;
      await repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.folder, 'lib');
      await repository.git('commit', '--quiet', '--message=Add the library');
      await repository.git('-C', 'lib', 'config', 'filter.evil.clean', hostile.mark('submodule'));
      await repository.write({ '.git/modules/lib/info/attributes': '*.ts filter=evil\n', 'lib/lib.ts': 'LIB\n' });
      assert.deepEqual((await take()).leftOut, [{ path: 'lib', why: 'submodule' }]);
      assert.deepEqual(await hostile.ran(), []);
      await repository.git('diff-files', '--raw').catch(() => '');
      assert.deepEqual(await hostile.ran(), ['submodule'], 'git alone runs it');
    } finally {
      await library.dispose();
    }
  });
});
