/**
 * `node test/bench/service/workers.ts`: how much sooner two workers make reviews than one, where the reviews wait for
 * something else than the processor, and what making a review costs the database with a thousand and 100,000 stored.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadavg } from 'node:os';
import { sql } from 'kysely';
import { testDatabase } from '../../host/postgres/database.ts';
import { TeamProcess } from '../../host/programs/teamProcess.ts';
import { TeamQueue } from '../../unit/service/team/queue/teamQueue.ts';
import { median } from '../median.ts';
import { row } from '../row.ts';
import { fill } from './fill.ts';

/** Milliseconds that an engine waits for each review. */
const engineTime = 1_000;
const reviews = 24;

const database = await testDatabase();
const queue = await TeamQueue.open(database.url);
const repository = await queue.connect('acme/app');
let pr = 1_000_000;

const one = await secondsWith(1);
const two = await secondsWith(2);
row(
  `${reviews} reviews that wait ${engineTime / 1_000} s, two workers beside one`,
  `${two.toFixed(1)} s, one ${one.toFixed(1)} s: ${(one / two).toFixed(2)}x (load ${load()})`,
  'at least 1.8x',
  one / two >= 1.8,
);

await fill(queue.database, repository, 0, 1_000);
const few = await queryTime();
await fill(queue.database, repository, 1_000, 100_000);
const many = await queryTime();
row(
  'A review from POST to its result, 100,000 stored, beside 1,000',
  `${many.toFixed(1)} ms, 1,000 ${few.toFixed(1)} ms (load ${load()})`,
  'within 1.5 times it',
  many <= 1.5 * few,
);
await queue.close();
await database.drop();

/** Seconds from the first of the reviews to the end of the last. */
async function secondsWith(count: number): Promise<number> {
  const workers = Array.from({ length: count }, () => worker(engineTime));
  await Promise.all(workers.map(each => each.line(/^ready$/)));
  const before = performance.now();
  await makeReviews();
  const seconds = (performance.now() - before) / 1_000;
  await Promise.all(workers.map(each => each.end('SIGKILL')));
  return seconds;
}

/** The median of what the reviews of several rounds take, in milliseconds each, with one worker whose engine takes no time. */
async function queryTime(): Promise<number> {
  const working = worker(0);
  await working.line(/^ready$/);
  const rounds: number[] = [];
  for (let round = 0; round < 6; round++) {
    const before = performance.now();
    await makeReviews();
    rounds.push((performance.now() - before) / reviews);
  }
  await working.end('SIGKILL');
  return median(rounds.slice(1));
}

function worker(milliseconds: number): TeamProcess {
  const from = path.join(import.meta.dirname, 'chaos/waitingWorker.ts');
  return new TeamProcess([database.url, String(milliseconds), '2'], database.url, { from });
}

async function makeReviews(): Promise<void> {
  await Promise.all(Array.from({ length: reviews }, () => queue.ask(pr++)));
  for (;;) {
    const { rows } = await sql<{ waits: boolean }>`
      SELECT EXISTS (SELECT FROM reviews WHERE status = 'pending') AS waits`.execute(queue.database);
    if (rows[0]?.waits !== true) return;
    await delay(5);
  }
}

/** Load average of the last minute: what waits for a processor makes every other figure larger. */
function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
