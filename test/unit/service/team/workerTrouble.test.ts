import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { Git } from '../../../../src/git/run/git.ts';
import type { Mirrors } from '../../../../src/service/team/mirrors/mirrors.ts';
import { canaryKey } from '../../../host/keys/canary.ts';
import { basic } from '../../../host/git/gitServer.ts';
import { hermetic } from '../../git/pullRequest/layouts.ts';
import { engineThat } from '../cli/review/stubEngine.ts';
import { nothingFound } from '../jobs/heldEngine.ts';
import { fullName, MirrorSample } from './mirrors/mirrorSample.ts';
import { TeamQueue } from './queue/teamQueue.ts';
import { TeamWorker } from './queue/teamWorker.ts';

const mebibyte = 1 << 20;

describe('a worker of a team', () => {
  hermetic();
  let sample: MirrorSample;
  let queue: TeamQueue;

  beforeEach(async () => {
    sample = await MirrorSample.start();
    queue = await TeamQueue.ofTest();
    await queue.connect(fullName);
  });

  afterEach(async () => {
    await queue.close();
    await sample.stop();
  });

  /** Starts one with these mirrors, and asks for a review. @returns its id */
  async function ask(mirrors: Mirrors, pr = 7): Promise<string> {
    const repository = sample.repository({ credentialId: 'one' });
    await TeamWorker.start(queue, [engineThat(nothingFound)], (_, number, signal) =>
      mirrors.prepare(repository, number, signal),
    );
    return queue.ask(pr, { repository: fullName });
  }

  /** Names of what git left of a fetch that did not end. */
  async function leftOfFetch(): Promise<string[]> {
    const files = await readdir(path.join(sample.folder, 'mirrors'), { recursive: true });
    return files.filter(file => /tmp_|\.lock$/.test(file));
  }

  it('whose disk takes no more tries again, and makes the review once there is room', async function () {
    // A shell that bounds what git writes.
    if (process.platform === 'win32') this.skip();
    const [program, full] = [path.join(sample.folder, 'bounded-git'), path.join(sample.folder, 'full')];
    const lines = ['#!/bin/sh', `if [ -e '${full}' ]; then ulimit -f 64; trap '' XFSZ; fi`, 'exec git "$@"', ''];
    await writeFile(program, lines.join('\n'), { mode: 0o755 });
    await writeFile(full, '');
    const head = await sample.push(9, { 'large.dat': randomBytes(mebibyte) });
    const mirrors = sample.open({ git: new Git({ executable: program, log: () => undefined }), credential });
    const id = await ask(mirrors, 9);
    await queue.when(id, ({ attempts, stage }) => attempts === 1 && stage === 'waiting for another try');
    assert.deepEqual(await leftOfFetch(), []);
    await rm(full);
    await queue.passBackoff();
    const { status, attempts, head: reviewed } = await queue.ended(id);
    assert.deepEqual([status, attempts, reviewed], ['completed', 2, head]);
  });

  it('whose credential is revoked between two fetches says so at once, and goes on with another one', async () => {
    const revoked = basic(credential.username, credential.secret);
    let lists = 0;
    sample.server.behaviour.answer = ({ method }) => {
      // The refs, the commits, and then the contents.
      if (method === 'GET' && ++lists === 3) sample.server.behaviour.authorization = basic('robin', 'another');
      return false;
    };
    sample.server.behaviour.authorization = revoked;
    const failed = await queue.ended(await ask(sample.open({ credential })));
    assert.deepEqual([failed.status, failed.attempts], ['failed', 1]);
    const reason = failed.result?.status === 'failed' ? failed.result.reason : '';
    assert.match(reason, /does not let the service read acme\/orders\. Check that its credential is still valid/);
    assert.equal(lists, 3);
    assert.deepEqual(await leftOfFetch(), []);

    sample.server.behaviour.authorization = revoked;
    const again = await queue.rerun(failed.id);
    assert.ok('id' in again);
    assert.equal((await queue.ended(again.id)).status, 'completed');
    // The mirror of the first try was good.
    assert.deepEqual(sample.errors, []);
  });

  it('stops a fetch that is larger than a mirror may be before it has ended, and keeps nothing of it', async () => {
    await sample.push(9, { 'large.dat': randomBytes(4 * mebibyte) });
    sample.server.behaviour.answer = (_, response) => {
      stallAfter(response, 2 * mebibyte);
      return false;
    };
    const failed = await queue.ended(await ask(sample.open({ bounds: { mirror: mebibyte }, credential }), 9));
    assert.deepEqual([failed.status, failed.attempts], ['failed', 1]);
    assert.match(JSON.stringify(failed.result), /acme\/orders is larger than 1 MB, the bound of a mirror\./);
    const [name = ''] = await readdir(path.join(sample.folder, 'mirrors'));
    assert.ok(!existsSync(path.join(sample.folder, 'mirrors', name, '.git')));
  });
});

const credential = { username: 'robin', secret: canaryKey() };

/** Has a response never end that is longer. */
function stallAfter(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response);
  let left = bytes;
  response.write = (chunk: Buffer): boolean => {
    left -= chunk.length;
    return left > 0 && write(chunk);
  };
}
