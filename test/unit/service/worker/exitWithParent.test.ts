import assert from 'node:assert/strict';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertEnded, written } from '../reviewers/tools/processes.ts';
import { needs } from '../../../host/needs.ts';

const folderOfEngine = path.resolve(import.meta.dirname, '../../../../src/service/worker');
const engine = path.join(folderOfEngine, 'main.ts');

/** Loaded into the engine before its own code: with the first job it tells its id and then never ends. */
const hanging = `
  import { writeFileSync } from 'node:fs';
  import { setPriority } from 'node:os';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread)
    process.on('message', file => {
      // What it takes of the processor is what nobody else wants.
      setPriority(19);
      writeFileSync(file, String(process.pid));
      for (;;);
    });
`;
const service = `
  import { fork } from 'node:child_process';
  const [engine, hanging, file] = process.argv.slice(1);
  fork(engine, [], { execArgv: ['--import', hanging] }).send(file);
`;
const busy = `
  import { exitWithParent } from ${JSON.stringify(pathToFileURL(path.join(folderOfEngine, 'exitWithParent.ts')).href)};
  exitWithParent(10);
  process.once('message', () => {
    const end = performance.now() + 500;
    while (performance.now() < end);
    process.send('done');
  });
`;

describe('the end of an engine', () => {
  let folder: string;
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-end-'));
  });

  afterEach(async () => {
    child?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('comes soon after a killed service, though it hangs in an endless loop', async function () {
    needs(this, 'POSIX signals');
    const [preload, file] = [path.join(folder, 'hanging.mjs'), path.join(folder, 'pid')];
    await writeFile(preload, hanging);
    const args = ['--input-type=module', '--eval', service, engine, pathToFileURL(preload).href, file];
    const parent = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const pid = await written(file);
    parent.kill('SIGKILL');
    await assertEnded(pid);
  });

  it('does not come while the service lives, however long it is busy, and comes by itself with nothing left to do', async () => {
    const program = path.join(folder, 'busy.mjs');
    await writeFile(program, busy);
    child = fork(program, []);
    const ended = once(child, 'exit');
    child.send('begin');
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    assert.equal(answer, 'done');
    assert.deepEqual(await ended, [0, null]);
  });
});
