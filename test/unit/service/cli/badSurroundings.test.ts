import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { hermeticGit } from '../../../host/git/git.ts';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { assertEnded } from '../reviewers/tools/processes.ts';
import { command, completed, program, programWith, run, samples } from './runCommand.ts';
import { commentOf } from './review/stubEngine.ts';

describe('the command line in bad surroundings', () => {
  let repository: TestRepository;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-bad-'));
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.branch('change');
    await repository.commit(samples.bug);
  });
  after(async () => {
    await repository.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('needs no standard input, and says in a line that there is no repository', async function () {
    needs(this, 'a POSIX shell');
    const line = `'${process.execPath}' '${program}' review --format ndjson <&-`;
    const { code, stdout, stderr } = await run(folder, 'sh', ['-c', line]);
    assert.equal(code, 2);
    assert.match(stdout, /^\{"event":"start".*\}\n\{"event":"end","status":"failed","exit_code":2,"message":".*"\}\n$/);
    assert.match(stderr, /^This folder is not in a git repository\. .*\n$/);
  });

  it('says in a line that its own folder is gone, and not that it found something', async function () {
    needs(this, 'a POSIX shell');
    const line = `mkdir gone && cd gone && rmdir ../gone && '${process.execPath}' '${program}' review`;
    const { code, stderr } = await run(folder, 'sh', ['-c', line]);
    assert.deepEqual(
      [code, stderr],
      [2, 'The current folder does not exist any more. Go to another one, and try again.\n'],
    );
  });

  it('says how a shallow clone gets what it lacks', async () => {
    const clone = path.join(folder, 'shallow');
    const address = pathToFileURL(repository.folder).href;
    await repository.git('clone', '--quiet', '--depth', '1', '--branch', 'change', address, clone);
    const refused = await command(clone, ['review', '--base', 'main']);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    const [, advised = ''] =
      /^There is no commit main here\. The clone is shallow: run (git fetch [^,]+), then review it again\.\n$/.exec(
        refused.stderr,
      ) ?? assert.fail(refused.stderr);
    const [, ...args] = advised.replaceAll('"', '').split(' ');
    await run(clone, 'git', args);
    const { stdout } = await command(clone, ['review', '--base', 'main']);
    assert.match(stdout, /^change against main: 1 issue/m);
  });

  it('is not upset by a reader of the help who has gone', async function () {
    needs(this, 'util-linux');
    // A pipe that is open for reading and writing, and then for writing alone.
    const line = `mkfifo gone && exec 4<>gone 3>gone 4>&- && '${process.execPath}' '${program}' --help >&3; echo "code $?"`;
    const ended = await run(folder, 'bash', ['-c', line]);
    assert.deepEqual(ended, { code: 0, stdout: 'code 0\n', stderr: '' });
  });

  it('stops a review whose events nobody reads any more, and its engine', async function () {
    needs(this, 'a POSIX shell');
    const pid = path.join(folder, 'engine.pid');
    const endless = `
      require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid));
      process.once('disconnect', () => process.exit());
      process.on('message', () => setInterval(() => process.send({ type: 'progress', progress: { stage: 'x', progress: 0 } }), 1));`;
    const stub = await programWith(endless, path.join(folder, 'endless'));
    const line = `{ '${process.execPath}' '${stub}' review --format ndjson; echo "code $?" >&2; } | head -n 1`;
    const { stdout, stderr } = await run(repository.folder, 'sh', ['-c', line]);
    assert.match(stdout, /^\{"event":"start".*\}\n$/);
    assert.equal(stderr, 'The review was stopped, since nobody reads its events any more.\ncode 2\n');
    await assertEnded(readFileSync(pid, 'utf8'));
  });

  it('can be interrupted while nobody reads', async function () {
    needs(this, 'POSIX signals');
    const sent = path.join(folder, 'sent');
    const comments = Array.from({ length: 2_000 }, (_, at) => commentOf(`${at}`, { body: 'x'.repeat(500) }));
    const answer = JSON.stringify({ ...completed, comments });
    const stub = await programWith(
      `process.on('message', () => process.send(${answer}, () => require('node:fs').writeFileSync(${JSON.stringify(sent)}, '')));`,
      path.join(folder, 'much'),
    );
    const child = spawn(process.execPath, [stub, 'review', '--format', 'ndjson'], {
      cwd: repository.folder,
      env: { ...process.env, ...hermeticGit },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.pause();
    while (!existsSync(sent)) {
      assert.equal(child.exitCode, null, 'it has ended before it was interrupted');
      await delay(20);
    }
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    child.stdout.destroy();
    assert.equal(code, 130);
  });
});
