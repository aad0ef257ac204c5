/**
 * `node test/bench/service/answers.ts [--stored 100000]`: how soon one API process answers at 100 connections, and beside the
 * driver alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newKey } from '../../../src/service/accounts/keys.ts';
import { PostgresStore } from '../../../src/service/team/database/postgresStore.ts';
import { PostgresServer } from '../../host/postgres/server.ts';
import { TeamProcess } from '../../host/programs/teamProcess.ts';
import { TeamQueue } from '../../unit/service/team/queue/teamQueue.ts';
import { median } from '../median.ts';
import { row } from '../row.ts';
import { fill } from './fill.ts';
import type { Answered, AskedLoad } from './load.ts';
import { usageOf } from './usage.ts';

const { values } = parseArgs({ options: { stored: { type: 'string', default: '100000' } } });
const stored = Number(values.stored);
type Asked = Pick<AskedLoad, 'requests'> & Partial<AskedLoad>;

/** Requests a second in which clients are told how soon they are answered: an organisation of ten thousand. */
const [reading, asking] = [500, 100];
const runs = 3;

const postgres = await PostgresServer.start();
const url = postgres.url();
const queue = await TeamQueue.open(url);
await fill(queue.database, await queue.connect('acme/app'), 0, stored);
await queue.database.updateTable('settings').set({ requests_per_hour: 1_000_000_000 }).execute();
const { key, stored: storedKey } = newKey({ kind: 'production', name: 'bench' }, Date.now());
await new PostgresStore(queue.database, 30).putKey(storedKey);
const service = new TeamProcess(['serve', '--listen', '127.0.0.1:0'], url);
const alone = new TeamProcess([url], url, { from: path.join(import.meta.dirname, 'driverAlone.ts') });
const addresses = { service: await service.url(), alone: await alone.url() };

for (const name of ['service', 'alone'] as const) await measured(name, { requests: 5_000 });
const full: Record<keyof typeof addresses, Answered[]> = { service: [], alone: [] };
const paced: typeof full = { service: [], alone: [] };
for (let run = 0; run < runs; run++)
  for (const name of ['alone', 'service'] as const) {
    full[name].push(await measured(name, { requests: 10_000 }));
    paced[name].push(await measured(name, { requests: 10 * reading, rate: reading }));
  }
const processor = {
  service: await processorTime('service', { requests: 5_000 }),
  alone: await processorTime('alone', { requests: 5_000 }),
};
const rates = { service: median(full.service.map(at => at.rate)), alone: median(full.alone.map(at => at.rate)) };
const best = Math.min(...paced.service.map(({ p99 }) => p99));
const bestAlone = Math.min(...paced.alone.map(({ p99 }) => p99));
const isSame = full.service.every(({ bytes, wrong }, run) => wrong === 0 && bytes === full.alone[run]?.bytes);
row(
  `GETs a second, ${stored.toLocaleString('en')} stored, beside the driver alone`,
  `${rates.service.toFixed(0)}, alone ${rates.alone.toFixed(0)}: ${(rates.service / rates.alone).toFixed(2)}x (load ${load()})`,
  'at least 0.7x, the same bytes',
  isSame && rates.service >= 0.7 * rates.alone,
);
console.log(
  `       a GET takes ${processor.service.toFixed(2)} ms of a processor, alone ${processor.alone.toFixed(2)} ms`,
);
row(
  `GET review, ${reading} a second over 100 connections`,
  `p99 ${best} ms, alone ${bestAlone} ms (load ${load()})`,
  'p99 under 15 ms',
  best < 15,
);
const posted: Answered[] = [];
for (let run = 0; run < runs; run++)
  posted.push(await measured('service', { method: 'POST', requests: 10 * asking, rate: asking }));
const bestPost = Math.min(...posted.map(({ p99 }) => p99));
const full2 = await measured('service', { method: 'POST', requests: 2_000 });
const posting = await processorTime('service', { method: 'POST', requests: 2_000 });
row(
  `POST review, ${asking} a second over 100 connections`,
  `p99 ${bestPost} ms, at most ${full2.rate.toFixed(0)}/s (load ${load()})`,
  'p99 under 60 ms',
  bestPost < 60 && posted.every(({ wrong }) => wrong === 0),
);
console.log(`       a POST takes ${posting.toFixed(2)} ms of a processor where they come together`);

await service.end();
await alone.end('SIGKILL');
await queue.close();
await postgres.stop();

/** Milliseconds of a processor that a process takes for each request. */
async function processorTime(name: keyof typeof addresses, asked: Asked): Promise<number> {
  const line = await { service, alone }[name].line(/"msg":"listening"/);
  const before = await usageOf(line);
  await measured(name, asked);
  return ((await usageOf(line)).processor - before.processor) / asked.requests;
}

async function measured(name: keyof typeof addresses, asked: Asked): Promise<Answered> {
  const all: AskedLoad = { address: addresses[name], key, method: 'GET', stored, ...asked };
  const child = fork(path.join(import.meta.dirname, 'load.ts'), [JSON.stringify(all)], { execArgv: [] });
  const [answered] = (await once(child, 'message')) as [Answered];
  await once(child, 'exit');
  return answered;
}

/** Load average of the last minute: what waits for a processor makes every other figure larger. */
function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
