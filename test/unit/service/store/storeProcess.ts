/**
 * One of several processes that work on the same store. With `kill`, it writes reviews until it ends itself in the middle.
 * Otherwise it is forked, says when it is ready, waits to be told to start, and answers how many of `count` permits it was
 * granted when it asked for all of them, or the numbers of `count` branches it registered.
 */
import { once } from 'node:events';
import { openStore } from '../../../../src/service/store/openStore.ts';

const [, , folder = '', work, count] = process.argv;
const store = await openStore(folder);
const turns = Array.from({ length: Number(count) }, (_, index) => index);
if (work === 'kill') {
  for (let turn = 0; ; turn++) {
    // Some time after the first is there, however slow the machine is.
    if (turn === 1) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
    await store.putReview({
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
process.send?.('ready');
await once(process, 'message');
const answer = await (work === 'pulls' ? registerPulls() : takePermits());
await store.close();
process.send?.(answer, () => process.disconnect());

async function takePermits(): Promise<number> {
  let granted = 0;
  while ((await store.takePermit('key', 1, Number(count))).granted) granted += 1;
  return granted;
}

async function registerPulls(): Promise<number[]> {
  const pull = { repository: 'acme/app', headCommit: 'h', base: 'main', baseCommit: 'b', title: '' };
  const numbers: number[] = [];
  for (const turn of turns) numbers.push((await store.registerLocalPull({ ...pull, head: `branch-${turn}` })).number);
  return numbers;
}
