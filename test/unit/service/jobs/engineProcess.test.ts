import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EngineResult } from '../../../../src/service/engine/messages.ts';
import { engineProcesses, type Engine } from '../../../../src/service/jobs/engineProcess.ts';
import { needs } from '../../../host/needs.ts';
import { assertEnded } from '../reviewers/tools/processes.ts';

/** Answers with its id and the most that its heap may hold, in MB. */
const program = `
  import { getHeapStatistics } from 'node:v8';
  const answer = () => JSON.stringify({ pid: process.pid, heap: getHeapStatistics().heap_size_limit / 1_048_576 });
  process.on('message', () => process.send({ status: 'failed', reason: answer(), reports: [] }));
`;

describe('the process of the engine', () => {
  let folder: string;
  let engine: Engine;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-engine-'));
    const file = path.join(folder, 'engine.mjs');
    await writeFile(file, program);
    engine = engineProcesses(file)({
      gitExecutable: 'git',
      onError: error => assert.match(String(error), /EPIPE|ECONNRESET|CHANNEL_CLOSED/),
    });
  });

  after(async () => {
    engine.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('has a heap that ends, and is a new one after 20 reviews', async () => {
    const seen = new Map<number, number>();
    for (let review = 0; review < 41; review++) {
      const answer = await engine.review({ root: folder, base: 'a', head: 'b' });
      assert.ok(answer.status === 'failed');
      const { pid, heap } = JSON.parse(answer.reason) as { pid: number; heap: number };
      seen.set(pid, (seen.get(pid) ?? 0) + 1);
      // The part for young objects included, which would be several times as large by itself.
      assert.ok(heap >= 400 && heap < 420, `${heap} MB`);
    }
    assert.deepEqual([...seen.values()], [20, 20, 1]);
  });

  it('is a new one where it was killed between two reviews', async () => {
    const job = { root: folder, base: 'a', head: 'b' };
    const pidOf = (answer: EngineResult): number => {
      assert.ok(answer.status === 'failed');
      return (JSON.parse(answer.reason) as { pid: number }).pid;
    };
    const first = pidOf(await engine.review(job));
    process.kill(first, 'SIGKILL');
    // Nothing of it is heard before the next review is asked for.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    assert.notEqual(pidOf(await engine.review(job)), first);
  });

  it('has a review again where the one that was kept ends without a word', async () => {
    const [file, told] = [path.join(folder, 'ending.mjs'), path.join(folder, 'tried')];
    await writeFile(
      file,
      `import { appendFileSync } from 'node:fs';
      let asked = 0;
      process.on('message', () => {
        appendFileSync(${JSON.stringify(told)}, 'x');
        if (++asked > 1) process.exit(7);
        process.send({ type: 'progress', progress: {} });
        process.send({ status: 'failed', reason: 'first', reports: [] });
      });`,
    );
    const ending = engineProcesses(file)({ gitExecutable: 'git', onError: error => assert.fail(String(error)) });
    const reasonOf = async (): Promise<string> => {
      const answer = await ending.review({ root: folder, base: 'a', head: 'b' });
      assert.ok(answer.status === 'failed');
      return answer.reason;
    };
    // The second ends a process that was kept, which may have ended by itself: another one has it, and answers.
    assert.deepEqual([await reasonOf(), await reasonOf()], ['first', 'first']);
    assert.equal(await readFile(told, 'utf8'), 'xxx');
    ending.dispose();
  });

  it('fails the review where the system starts no process at all', async function () {
    needs(this, 'a POSIX shell');
    const told: unknown[] = [];
    const file = path.join(folder, 'engine.mjs');
    const refused = engineProcesses(file)({ gitExecutable: 'git', onError: error => told.push(error) });
    // More than the system hands on.
    process.env['LARGE'] = 'x'.repeat(4 << 20);
    try {
      const answer = await refused.review({ root: folder, base: 'a', head: 'b' });
      const reason = 'The reviewing process could not be started.';
      assert.deepEqual(answer, { status: 'failed', reason, reports: [] });
      assert.match(String(told[0]), /E2BIG/);
    } finally {
      delete process.env['LARGE'];
    }
  });

  it('is ended with what it started where it hangs', async () => {
    const [file, told] = [path.join(folder, 'hanging.mjs'), path.join(folder, 'pids')];
    await writeFile(
      file,
      `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      process.on('message', () => {
        const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
        writeFileSync(${JSON.stringify(told)}, process.pid + ' ' + pid);
        // As deaf as in an endless loop, and costs nothing.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      });`,
    );
    const onError = (error: unknown): never => assert.fail(String(error));
    // Where the machine is slow, nothing hangs yet at the first deadline.
    for (const deadline of [1_500, 6_000, 24_000]) {
      const hanging = engineProcesses(file)({ gitExecutable: 'git', onError, deadline });
      const answer = await hanging.review({ root: folder, base: 'a', head: 'b' });
      assert.equal(answer.status, 'failed');
      if (existsSync(told)) break;
    }
    await assertEnded(await readFile(told, 'utf8'));
  });
});
