/**
 * `node test/bench/service/clients.ts [--clients 1000]`: clients that each ask for a review and follow it as the extension
 * does, with seven requests, at one API process. They do in a minute what takes them four.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { newKey } from '../../../src/service/accounts/keys.ts';
import { testDatabase } from '../../host/postgres/database.ts';
import { TeamProcess } from '../../host/programs/teamProcess.ts';
import { TeamQueue } from '../../unit/service/team/queue/teamQueue.ts';
import { percentile } from '../median.ts';
import { randomNumbers } from '../random.ts';
import { row } from '../row.ts';
import { usageOf } from './usage.ts';

const { values } = parseArgs({ options: { clients: { type: 'string', default: '1000' } } });
const clients = Number(values.clients);
/** Milliseconds from one request of a client to its next. */
const pause = 8_000;
const looks = 6;

const database = await testDatabase();
const queue = await TeamQueue.open(database.url);
await queue.connect('acme/app');
const service = new TeamProcess(['serve', '--listen', '127.0.0.1:0'], database.url);
const from = path.join(import.meta.dirname, 'chaos/waitingWorker.ts');
const worker = new TeamProcess([database.url, '0', '4'], database.url, { from });
const address = await service.url();
await worker.line(/^ready$/);
const pool = new Pool(address, { connections: clients });
const keys = Array.from({ length: clients }, (_, index) =>
  newKey({ kind: 'development', name: `client ${index}` }, Date.now()),
);
const storedKeys = keys.map(({ stored: { id, kind, name, hash, lastFour } }) => ({
  ...{ id, kind, name, hash, last_four: lastFour },
}));
await queue.database.insertInto('api_keys').values(storedKeys).execute();
const random = randomNumbers(3);
const took: number[] = [];
let failed = 0;
let ended = 0;

const listening = await service.line(/"msg":"listening"/);
const before = await usageOf(listening);
const began = performance.now();
await Promise.all(keys.map(({ key }, index) => follow(index, key)));
const seconds = (performance.now() - began) / 1_000;
const after = await usageOf(listening);
const requests = clients * (looks + 1);
const busy = (after.processor - before.processor) / 1_000;
row(
  `${clients.toLocaleString('en')} clients, ${looks + 1} requests each, one API process`,
  `${ended} reviews, ${failed} refused, p99 ${percentile(took, 99)} ms`,
  'all answered, all ended',
  failed === 0 && ended === clients,
);
console.log(
  `       ${(requests / seconds).toFixed(0)} requests a second for ${seconds.toFixed(0)} s: ${busy.toFixed(1)} s of a processor, ` +
    `${((busy / requests) * 1_000).toFixed(2)} ms a request, ${after.memory} MB at most (load ${(loadavg()[0] ?? 0).toFixed(1)})`,
);
await pool.close();
await service.end();
await worker.end('SIGKILL');
await queue.close();
await database.drop();

async function follow(index: number, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await delay(random(pause));
  const body = JSON.stringify({ repository: 'acme/app', pr: 1 + index });
  const { id } = await ask({ path: '/v1/reviews', method: 'POST', headers, body });
  let status = '';
  for (let look = 0; look < looks; look++) {
    await delay(pause);
    ({ status = '' } = await ask({ path: `/v1/reviews/${id}`, method: 'GET', headers }));
  }
  if (status === 'completed') ended++;
}

async function ask(options: Parameters<typeof pool.request>[0]): Promise<{ id?: string; status?: string }> {
  const asked = performance.now();
  const { statusCode, body } = await pool.request(options);
  const answer = (await body.json()) as { id?: string; status?: string };
  took.push(performance.now() - asked);
  if (statusCode >= 300) failed++;
  return answer;
}
