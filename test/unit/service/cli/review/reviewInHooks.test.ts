import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { needs } from '../../../../host/needs.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { completed, programWith, review, run, samples } from '../runCommand.ts';
import { assertEnded } from '../../reviewers/tools/processes.ts';

/** Code of an engine that knows the bug of the samples where a change adds it. */
const bugEngine = `
  process.on('message', ({ root, base, head }) => {
    const git = require('node:child_process').spawnSync('git', ['diff', base, head], { cwd: root, encoding: 'utf8' });
    const isThere = git.stdout.includes(${JSON.stringify(`\n+${samples.bug['bug.ts'].trimEnd().split('\n').at(-1)}`)});
    const comment = { severity: 'high', path: 'bug.ts', start_line: 1, title: 'That bug.', body: '' };
    process.send({ ...${JSON.stringify(completed)}, comments: isThere ? [comment] : [] });
  });
`;

describe('review on the command line, run by others', () => {
  let repository: TestRepository;
  beforeEach(async () => void (repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' })));
  afterEach(() => repository.dispose());

  async function hook(name: string, program: string, args: string): Promise<void> {
    const file = path.join(repository.folder, '.git/hooks', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\nexec '${process.execPath}' '${program}' review ${args} >&2\n`);
    await chmod(file, 0o755);
  }

  it('lets git push only what has no bug', async () => {
    const origin = path.join(repository.folder, '.git/origin.git');
    await repository.git('init', '--quiet', '--bare', '--initial-branch=main', origin);
    await repository.git('remote', 'add', 'origin', origin);
    await repository.git('push', '--quiet', 'origin', 'main');
    await hook('pre-push', await programWith(bugEngine, path.join(repository.folder, '.git/stub')), '');
    await repository.commit({ ...samples.bug, ...samples.cleanup });
    await assert.rejects(
      repository.git('push', 'origin', 'main'),
      /bug\.ts:1:1 {2}high {2}That bug[^]*main against origin\/main: 1 issue[^]*failed to push/,
    );
    await repository.commit({ 'bug.ts': undefined });
    await repository.git('push', '--quiet', 'origin', 'main');
    assert.equal(await repository.git('-C', origin, 'rev-parse', 'main'), await repository.git('rev-parse', 'HEAD'));
  });

  it('lets git commit only what has no bug, whichever way it is staged', async () => {
    await hook('pre-commit', await programWith(bugEngine, path.join(repository.folder, '.git/stub')), '--staged');
    await repository.write(samples.bug);
    await repository.git('add', 'bug.ts');
    await assert.rejects(repository.git('commit', '--quiet', '--message=Bug'), /That bug/);
    await repository.git('rm', '--quiet', '--cached', 'bug.ts');
    await repository.write({ 'a.ts': samples.bug['bug.ts'] });
    await assert.rejects(repository.git('commit', '--quiet', '--all', '--message=Bug'), /That bug/);
    await assert.rejects(repository.git('commit', '--quiet', '--message=Bug', '--', 'a.ts'), /That bug/);
    await repository.write({ 'a.ts': 'export const a = 2;\n' });
    await repository.git('commit', '--quiet', '--all', '--message=Good');
    assert.equal(await repository.git('log', '-1', '--format=%s'), 'Good');
  });

  it('reviews what is not committed without touching it, and names what it does not read', async () => {
    await repository.write({ ...samples.bug, 'dump.sql': 'x'.repeat(1_000_001) });
    const before = await repository.git('status', '--porcelain');
    const { code, stdout } = await review(path.join(repository.folder), '--uncommitted');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^bug\.ts:2:61 [^]*^uncommitted changes: 1 issue[^]*^Could not be read: dump\.sql \(larger than 1 MB\)/m,
    );
    assert.equal(await repository.git('status', '--porcelain'), before);
  });

  it('reviews all of a repository without a commit', async () => {
    const fresh = await TestRepository.create();
    try {
      await fresh.write(samples.bug);
      const all = await review(fresh.folder, '--uncommitted');
      assert.deepEqual([all.code, all.stdout.includes('bug.ts:2:61')], [1, true]);
      const range = await review(fresh.folder);
      assert.equal(range.code, 2);
      assert.match(range.stderr, /no commit HEAD here.*--uncommitted/);
    } finally {
      await fresh.dispose();
    }
  });

  it('reviews the checkout of a machine that builds: a detached head, and branches of the remote only', async () => {
    await repository.branch('topic');
    await repository.commit(samples.bug);
    await repository.git('switch', '--quiet', 'main');
    const source = `file://${repository.folder}`;
    await repository.git('clone', '--quiet', '--branch', 'topic', source, '.git/full');
    const full = path.join(repository.folder, '.git/full');
    await repository.git('-C', full, 'checkout', '--quiet', '--detach');
    await repository.git('-C', full, 'branch', '--quiet', '--delete', '--force', 'topic');
    for (const base of [[], ['--base', 'main']]) {
      const { code, stdout } = await review(repository.folder, '--repo', full, ...base);
      assert.deepEqual([code, stdout.includes('HEAD against main: 1 issue')], [1, true]);
    }
  });

  it('ends with 2 in a clone that is too shallow to tell, and says what to do', async () => {
    await repository.branch('topic');
    await repository.commit(samples.bug);
    await repository.git('switch', '--quiet', 'main');
    await repository.commit({ 'b.ts': 'export const b = 1;\n' });
    const shallow = path.join(repository.folder, '.git/shallow');
    const source = `file://${repository.folder}`;
    await repository.git('clone', '--quiet', '--depth=1', '--branch', 'topic', source, shallow);
    const alone = await review(shallow);
    assert.equal(alone.code, 2);
    assert.match(alone.stderr, /compare with.*--base/);
    await repository.git('-C', shallow, 'fetch', '--quiet', '--depth=1', 'origin', 'main:refs/remotes/origin/main');
    const { code, stdout, stderr } = await review(shallow);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /shallow.*git fetch --unshallow/);
  });

  it('stops when it is interrupted, and leaves no process behind', async function () {
    needs(this, 'POSIX signals');
    await repository.branch('topic');
    await repository.commit(samples.bug);
    const engine =
      'process.on("message", () => { console.error(process.pid); process.kill(process.ppid, "SIGTERM"); });';
    const stub = await programWith(engine, path.join(repository.folder, '.git/stub'));
    const { code, stderr } = await run(repository.folder, process.execPath, [stub, 'review']);
    assert.equal(code, 143);
    const [, pid] = /^(\d+)\nCancelled\.\n$/.exec(stderr) ?? [];
    await assertEnded(pid ?? '');
  });
});
