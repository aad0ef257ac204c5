/**
 * Takes permits of a store and answers how many were granted; with `kill`, writes reviews until it ends itself in the
 * middle; with `pulls`, registers branches and answers their numbers. Forked, it says when it is ready and waits to be
 * told to start, so that several start together; otherwise it starts at once and prints its answer.
 */
import { once } from 'node:events';
import { openFileStore } from '../../../src/service/fileStore.ts';
import { openSqliteStore } from '../../../src/service/sqliteStore.ts';

const [, , kind, folder = '', count, limit] = process.argv;
const store = kind === 'sqlite' ? await openSqliteStore(folder) : openFileStore(folder);
if (count === 'kill') {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300);
  for (let turn = 0; ; turn++) {
    store.putReview({
      id: `rev_${turn}`,
      repository: 'acme/app',
      pr: 1,
      root: '/r',
      base: 'b',
      head: 'h',
      status: 'failed',
      createdAt: turn,
      completedAt: turn,
      engine: '1',
      configuration: '',
      result: { status: 'failed', reason: 'x'.repeat(100_000), reports: [] },
    });
    await new Promise(setImmediate);
  }
}
if (process.connected) {
  process.send?.('ready');
  await once(process, 'message');
}
const answer = count === 'pulls' ? registerPulls() : takePermits();
store.close();
if (process.connected) process.send?.(answer, () => process.disconnect());
else process.stdout.write(JSON.stringify(answer));

function takePermits(): number {
  let granted = 0;
  for (let turn = 0; turn < Number(count); turn++) if (store.takePermit('key', 1, Number(limit)).granted) granted++;
  return granted;
}

function registerPulls(): number[] {
  const pull = { repository: 'acme/app', headCommit: 'h', base: 'main', baseCommit: 'b', title: '' };
  const heads = Array.from({ length: Number(limit) }, (_, index) => `branch-${index}`);
  return heads.map(head => store.registerLocalPull({ ...pull, head }).number);
}
