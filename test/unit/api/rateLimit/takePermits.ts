/**
 * Forked by tests and by the bench: says "ready" and then, for every order, takes permits and answers how many it got
 * and what each attempt took.
 */
import { writeSync } from 'node:fs';
import { HourLedger } from '../../../../src/api/rateLimit/hourLedger.ts';

export interface Order {
  readonly folder: string;
  readonly attempts: number;
  readonly limit: number;
  /** What the clock says all the time, in milliseconds; the real time where it is left out. */
  readonly now?: number;
  /** The process stops or ends itself when it asks for the time that many times. */
  readonly halt?: { readonly at: number; readonly by: 'SIGSTOP' | 'SIGKILL' };
  /** What the clock says from the halt on. */
  readonly later?: number;
}

export interface Taken {
  readonly granted: number;
  /** Milliseconds of each attempt. */
  readonly times: readonly number[];
}

process.on('message', order => {
  void fulfil(order as Order).then(taken => process.send?.(taken));
});
process.send?.('ready');

async function fulfil({ folder, attempts, limit, now, halt, later }: Order): Promise<Taken> {
  let asked = 0;
  let current = now;
  const ledger = new HourLedger(folder, () => {
    if (++asked === halt?.at) {
      writeSync(1, 'halts\n');
      process.kill(process.pid, halt.by);
      current = later;
    }
    return current ?? Date.now();
  });
  let granted = 0;
  const times: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const started = performance.now();
    if ((await ledger.take(limit)).granted) granted++;
    times.push(performance.now() - started);
  }
  return { granted, times };
}
