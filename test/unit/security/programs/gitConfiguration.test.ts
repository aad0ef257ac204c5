import assert from 'node:assert/strict';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CodeReviewError, displayMessage } from '../../../../src/core/base/errors.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { readRemotePrograms } from '../../../../src/git/run/repositoryPrograms.ts';
import { RemoteRefs } from '../../../../src/git/pullRequest/remoteRefs.ts';
import { findRenames, readDeletions } from '../../../../src/git/content/goneFiles.ts';
import { readReviewedFiles } from '../../../../src/git/content/reviewedFiles.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { openWorkingCopy, resolveCommit } from '../../../../src/git/repository/workingCopy.ts';
import { readDiff } from '../../../../src/service/engine/diff/diffModel.ts';
import { timeWithin } from '../../../host/threadTime.ts';
import { hermetic, outcome, productGit, resolve } from '../../git/pullRequest/layouts.ts';
import { HostileRepository } from '../hostileRepository.ts';

const { signal } = new AbortController();

describe('a configuration of git that names programs', () => {
  hermetic();
  let hostile: HostileRepository;
  let git: ReturnType<typeof productGit>;
  let base: string;
  let head: string;

  beforeEach(async () => {
    delete process.env['GIT_ALLOW_PROTOCOL'];
    delete process.env['GIT_SSH_COMMAND'];
    git = productGit();
    hostile = await HostileRepository.create();
    base = await hostile.repository.git('rev-parse', 'main');
    head = await hostile.repository.git('rev-parse', 'feature');
    // The files on disk differ from the index, so that git would look into them.
    await writeFile(path.join(hostile.folder, 'a.ts'), 'export const a = 1;\nedited();\n');
  });

  afterEach(() => hostile.repository.dispose());

  async function remote(url: string): Promise<void> {
    await hostile.repository.git('remote', 'add', 'origin', url);
  }

  async function listed(): Promise<string> {
    try {
      await RemoteRefs.list(git, hostile.folder, 'origin', signal);
      return 'listed';
    } catch (error) {
      assert.ok(CodeReviewError.is(error, 'git'));
      return displayMessage(error);
    }
  }

  /** Everything that is done with a working copy, but for what takes what is not committed. */
  async function everything(): Promise<void> {
    const copy = await openWorkingCopy(git, hostile.folder, signal);
    assert.equal(copy.head, head);
    await resolve(hostile.folder, { git });
    await RemoteRefs.list(git, hostile.folder, 'origin', signal).catch(() => undefined);
    const missing = '1'.repeat(40);
    for (const commit of [head, missing]) {
      const request = {
        commit,
        repository: 'acme/orders',
        hosts: {},
        branch: 'feature',
        paths: ['a.ts', 'new.ts'],
        withBase: true,
      };
      await readReviewedFiles(git, hostile.folder, request, signal);
    }
    const renames = await findRenames(git, hostile.folder, base, ['old.ts'], signal);
    assert.deepEqual([...renames], [['old.ts', 'new.ts']]);
    assert.deepEqual([...(await readDeletions(git, hostile.folder, base, signal))], ['old.ts']);
    const diff = await readDiff(git, { root: hostile.folder, base, head }, signal);
    assert.deepEqual(
      diff.files.map(({ path: file, added }) => [file, [...added]]),
      [['a.ts', [2]]],
    );
    await takeSnapshot(git, hostile.folder, 'staged', signal);
  }

  /** Shows that what did not run was ready to: git alone runs it. */
  async function gitAloneRuns(name: string, ...args: string[]): Promise<void> {
    await hostile.repository.git(...args).catch(() => '');
    const ran = await hostile.ran();
    assert.ok(ran.includes(name), `git ${args.join(' ')} ran ${ran.join()}`);
  }

  it('has git alone run a program for nearly everything', async () => {
    await hostile.poison();
    await gitAloneRuns('fsmonitor', 'status');
    await gitAloneRuns('process', 'diff', '--name-only', 'HEAD');
    // A filter that fails ends the diff before.
    await writeFile(path.join(hostile.folder, '.git', 'info', 'attributes'), '*.ts diff=evil\n');
    await gitAloneRuns('diffDriver', 'diff-tree', '-p', '--ext-diff', 'main', 'feature');
    await gitAloneRuns('textconv', 'diff-tree', '-p', '--no-ext-diff', '--textconv', 'main', 'feature');
    await gitAloneRuns('hook-reference-transaction', 'update-ref', 'refs/heads/other', 'main');
  });

  for (const [kind, url, name] of [
    ['ssh', 'ssh://git@127.0.0.1:1/acme/app.git', 'sshCommand'],
    ['the short form of ssh', 'git@127.0.0.1:acme/app.git', 'sshCommand'],
    ['the git protocol', 'git://127.0.0.1:1/acme/app.git', 'gitProxy'],
    ['a path of this machine', '.', 'uploadpack'],
    ['a helper that runs a command', 'ext::sh -c touch% .git/marks/ext', 'ext'],
  ] as const) {
    it(`runs none of them, with a remote over ${kind}`, async () => {
      await remote(url);
      await hostile.poison();
      await everything();
      assert.deepEqual(await hostile.ran(), []);
      await gitAloneRuns(name, 'ls-remote', 'origin');
    });
  }

  it('runs no credential helper, with a remote that asks for a password', async () => {
    const server = createServer((_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await remote(`http://127.0.0.1:${(server.address() as AddressInfo).port}/acme/app.git`);
    await hostile.poison();
    await everything();
    assert.deepEqual(await hostile.ran(), []);
    await gitAloneRuns('credential', 'ls-remote', 'origin');
    server.close();
  });

  it('fetches nothing in passing for a partial clone', async () => {
    await remote('.');
    await hostile.poison();
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.partialCloneFilter', 'blob:none'],
    ] as const)
      await hostile.repository.git('config', key, value);
    const blob = await hostile.repository.git('rev-parse', `${head}:a.ts`);
    await rm(path.join(hostile.folder, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    const request = {
      commit: head,
      repository: 'acme/orders',
      hosts: {},
      branch: 'feature',
      paths: ['a.ts'],
      withBase: false,
    };
    await readReviewedFiles(git, hostile.folder, request, signal).catch(() => undefined);
    await readDiff(git, { root: hostile.folder, base, head }, signal).catch(() => undefined);
    assert.equal(await resolveCommit(git, hostile.folder, '2'.repeat(40), signal), undefined);
    assert.deepEqual(await hostile.ran(), []);
    await gitAloneRuns('uploadpack', 'cat-file', '-p', `${head}:a.ts`);
  });

  it('runs no program for signatures', async () => {
    const unsigned = await hostile.repository.git('cat-file', 'commit', 'HEAD');
    const [headers = '', ...message] = unsigned.split('\n\n');
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
    const file = path.join(hostile.folder, '.git', 'signed');
    await writeFile(file, `${headers}\n${signature}\n\n${message.join('\n\n')}\n`);
    const signed = await hostile.repository.git('hash-object', '-t', 'commit', '-w', file);
    await hostile.repository.git('update-ref', '-m', 'update by push', 'refs/heads/feature', signed);
    await hostile.poison();
    await resolve(hostile.folder, { git });
    await git.run(hostile.folder, ['reflog', 'show', '--format=%H %gs', 'refs/heads/feature', '--'], { signal });
    assert.deepEqual(await hostile.ran(), []);
    await gitAloneRuns('gpg', 'reflog', 'show', '--format=%H %gs', 'refs/heads/feature', '--');
  });

  it('says which one kept it from asking the remote, and the branch is asked about', async () => {
    await hostile.repository.git('update-ref', '-d', 'refs/pull/7/head');
    await remote('ssh://git@127.0.0.1:1/acme/app.git');
    await hostile.repository.git('config', 'core.sshCommand', hostile.mark('sshCommand'));
    assert.match(await listed(), /names a program for it \(core\.sshcommand\)\. Set it for yourself/);
    const resolution = await resolve(hostile.folder, { git });
    assert.equal(outcome(resolution), 'ask');
    assert.match('reason' in resolution ? resolution.reason : '', /core\.sshcommand/);
    assert.deepEqual(await hostile.ran(), []);
  });

  it('has no command for an address, where that is all it allows', async () => {
    await hostile.repository.git('config', 'protocol.ext.allow', 'always');
    await remote('ext::sh -c touch% .git/marks/ext');
    assert.match(await listed(), /transport 'ext' not allowed/);
    assert.deepEqual(await hostile.ran(), []);
    await gitAloneRuns('ext', 'ls-remote', 'origin');
  });

  it('is the user’s own where it is set for all repositories', async () => {
    const own = path.join(hostile.folder, '.git', 'own-configuration');
    process.env['GIT_CONFIG_GLOBAL'] = own;
    await hostile.repository.git('config', '--file', own, 'core.sshCommand', hostile.mark('sshCommand'));
    await remote('ssh://git@127.0.0.1:1/acme/app.git');
    await listed();
    assert.deepEqual(await hostile.ran(), ['sshCommand']);
  });

  it('has the filter of a file run by what takes the files as they are, and nothing else', async () => {
    await remote('ssh://git@127.0.0.1:1/acme/app.git');
    await hostile.poison();
    await takeSnapshot(git, hostile.folder, 'uncommitted', signal).catch(() => undefined);
    assert.deepEqual(
      (await hostile.ran()).filter(name => !['clean', 'process'].includes(name)),
      [],
    );
  });

  it('is not taken from a folder that was committed to look like a repository', async () => {
    const fake = path.join(hostile.folder, 'docs');
    await hostile.repository.git('init', '--quiet', '--bare', fake);
    await hostile.repository.git('config', '--file', path.join(fake, 'config'), 'core.bare', 'false');
    await hostile.repository.git('config', '--file', path.join(fake, 'config'), 'core.worktree', hostile.folder);
    await hostile.repository.git('config', '--file', path.join(fake, 'config'), 'core.fsmonitor', hostile.mark('fake'));
    await assert.rejects(openWorkingCopy(git, fake, signal), /bare repository/);
    assert.deepEqual(await hostile.ran(), []);
  });

  it('does not have a program run that lies in the folder under the name of git', async () => {
    const file = path.join(hostile.folder, process.platform === 'win32' ? 'git.cmd' : 'git');
    await writeFile(file, `#!/bin/sh\n${hostile.mark('planted')}\n`);
    await chmod(file, 0o755);
    await openWorkingCopy(git, hostile.folder, signal);
    assert.deepEqual(await hostile.ran(), []);
  });
});

describe('the programs that a repository names for asking its remote', () => {
  function own(key: string, value: string, scope = 'local'): string | undefined {
    return readRemotePrograms(`global\0user.name\nRobin\0${scope}\0${key}\n${value}\0`).own;
  }

  it('are taken where they are ssh with a key, a name or a port', () => {
    for (const command of [
      'ssh',
      'ssh -i ~/.ssh/id_work',
      'ssh -i ~/.ssh/id_work -o IdentitiesOnly=yes -p 2222',
      "ssh -i '/home/robin/my keys/id' -4 -oBatchMode=yes",
      'ssh -i "C:/Users/robin/.ssh/id_work" -l git',
    ])
      assert.equal(own('core.sshcommand', command), undefined, command);
  });

  it('are refused where they could be anything', () => {
    for (const command of [
      'touch x',
      './ssh',
      '/tmp/ssh -i key',
      'ssh -oProxyCommand=touch%20x',
      'ssh -o ProxyCommand=x',
      'ssh -o LocalCommand=x -o PermitLocalCommand=yes',
      'ssh -o proxycommand=x',
      'ssh -F config',
      'ssh -I lib.so',
      'ssh -E log',
      'ssh -J host',
      'ssh -S socket',
      'ssh -w 0',
      'ssh -i -o ProxyCommand=x',
      'ssh -i key; touch x',
      'ssh -i key\ntouch x',
      'ssh -i $(touch x)',
      'ssh -i `touch x`',
      'ssh -i "$(touch x)"',
      'ssh -i "a\\" -i "; touch x #"',
      "ssh -i 'a' 'b' && touch x",
      'ssh -i key | touch x',
      'ssh -i key > x',
      '',
    ])
      assert.equal(own('core.sshcommand', command), 'core.sshcommand', command);
    for (const helper of ['!touch x', '/tmp/x', './x', 'store --file=x', 'cache; touch x', 'x y', '~/x'])
      assert.equal(own('credential.helper', helper), 'credential.helper', helper);
    for (const key of [
      'core.gitproxy',
      'core.alternaterefscommand',
      'credential.https://git.example.helper',
      'remote.origin.uploadpack',
      'remote.a.b.vcs',
    ])
      assert.equal(own(key, '/tmp/x'), key);
  });

  it('are the usual helpers for passwords', () => {
    for (const helper of ['', 'store', 'manager', 'osxkeychain', 'cache --timeout=3600'])
      assert.equal(own('credential.helper', helper), undefined, helper);
  });

  it('are those of a linked working copy too, and not those of the user or the machine', () => {
    assert.equal(own('core.sshcommand', 'x', 'worktree'), 'core.sshcommand');
    for (const scope of ['global', 'system', 'command']) assert.equal(own('core.sshcommand', 'x', scope), undefined);
  });

  it('are read in no time from a value that was made to take long', async () => {
    const took = await timeWithin(1_000, () => {
      own('core.sshcommand', `ssh${' -i a'.repeat(200_000)}!`);
      own('core.sshcommand', `ssh -i ${'"'.repeat(500_000)}`);
      own('credential.helper', `${'a-'.repeat(500_000)}!`);
    });
    assert.ok(took < 1_000);
  });
});

describe('git in a workspace that is not trusted', () => {
  hermetic();

  it('does not run at all, whatever is asked of it', async () => {
    const hostile = await HostileRepository.create();
    const planted = await hostile.program('git');
    const folder = path.join(hostile.folder, 'bin');
    await mkdir(folder);
    await rename(planted, path.join(folder, 'git'));
    let trusted = false;
    const git = new Git({ executable: path.join(folder, 'git'), log: () => undefined, mayRun: () => trusted });
    for (const run of [
      () => git.run(hostile.folder, ['status'], { signal }),
      () => git.tryRun(hostile.folder, ['rev-parse', 'HEAD'], { signal }),
      () => git.bytes(hostile.folder, ['ls-remote', 'origin'], { signal }),
      () => openWorkingCopy(git, hostile.folder, signal),
      () => readDiff(git, { root: hostile.folder, base: 'main', head: 'feature' }, signal),
    ])
      await assert.rejects(run, (error: unknown) => {
        assert.ok(CodeReviewError.is(error, 'git'));
        assert.match(displayMessage(error), /Restricted Mode, where Code Review runs no git\. Trust the folder/);
        return true;
      });
    assert.deepEqual(await hostile.ran(), []);
    trusted = true;
    await git.run(hostile.folder, ['status'], { signal }).catch(() => undefined);
    assert.deepEqual(await hostile.ran(), ['git'], 'it can run');
    await hostile.repository.dispose();
  });
});
