/**
 * `node test/bench/requests/ledger.ts [--runs 50]`: whether several processes that ask at once are granted exactly as many
 * requests as an hour has, and what an attempt takes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PermitProcess } from '../../unit/api/rateLimit/permitProcess.ts';

const processCount = 4;
const attempts = 60;
const limit = 100;
/** Milliseconds. */
const promised = 20;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '50' } } });
const runs = Number(values.runs);

const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
const processes = await Promise.all(Array.from({ length: processCount }, () => PermitProcess.start()));
const times: number[] = [];
let exact = 0;
try {
  for (let run = 0; run < runs; run++) {
    const order = { folder: path.join(folder, `${run}`), attempts, limit };
    const taken = await Promise.all(processes.map(each => each.take(order)));
    if (taken.reduce((sum, { granted }) => sum + granted, 0) === limit) exact++;
    times.push(...taken.flatMap(each => each.times));
  }
} finally {
  for (const { child } of processes) child.kill();
  await rm(folder, { recursive: true, force: true });
}
times.sort((a, b) => a - b);
const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;

const row = (what: string, figure: string, promise: string, kept: boolean): void => {
  console.log(`${kept ? 'kept  ' : 'BROKEN'} ${what.padEnd(58)} ${figure.padEnd(34)} promised: ${promise}`);
  if (!kept) process.exitCode = 1;
};
row(
  `${processCount} processes, ${attempts} attempts each at ${limit} permits`,
  `exactly ${limit} in ${exact} of ${runs} runs`,
  'in every run',
  exact === runs,
);
row(
  'An attempt to take a permit, 99 of 100 within',
  `${at(0.99).toFixed(2)} ms, median ${at(0.5).toFixed(2)} ms`,
  `under ${promised} ms`,
  at(0.99) < promised,
);
