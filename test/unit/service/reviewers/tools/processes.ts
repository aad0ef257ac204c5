import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What a tool writes into a file, once it is there. */
export async function written(file: string): Promise<string> {
  let text = '';
  await eventually(async () => (text = await readFile(file, 'utf8').catch(() => '')) !== '');
  return text;
}

/** That processes have ended; the system may take a moment to take one off its list. What goes on is killed. */
export async function assertEnded(text: string): Promise<void> {
  const pids = text.split(' ').map(Number);
  assert.ok(pids.every(pid => pid > 0));
  try {
    for (const pid of pids) await eventually(async () => !(await isRunning(pid)));
  } finally {
    for (const pid of pids) if (await isRunning(pid)) process.kill(pid, 'SIGKILL');
  }
}

/** Looks again until it is so, for as long as a busy machine may need. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 200_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, 'it did not happen');
    await delay(10);
  }
}

async function isRunning(pid: number): Promise<boolean> {
  // One that has ended and whose parent has not asked yet. Read first, since it may be gone meanwhile.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !state.includes(') Z ');
}
