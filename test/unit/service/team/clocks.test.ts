import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { TeamProcess } from '../../../host/programs/teamProcess.ts';
import { nothingFound } from '../jobs/heldEngine.ts';
import { Visitor } from './dashboard/visitor.ts';
import { OtherWorker } from './queue/otherWorker.ts';
import { TeamQueue } from './queue/teamQueue.ts';

const skewedClock = path.resolve(import.meta.dirname, '../../../host/programs/skewedClock.ts');

/** The environment of a program whose clock is wrong. */
function skewedBy(hours: number): Readonly<Record<string, string>> {
  const skew = String(hours * 3_600_000);
  return { NODE_OPTIONS: `--import=${pathToFileURL(skewedClock).href}`, CODE_REVIEW_TEST_SKEW: skew };
}

describe('machines of a team whose clocks are hours apart', () => {
  // Four programs are started.
  let queue: TeamQueue;
  let processes: readonly TeamProcess[];

  beforeEach(async () => {
    queue = await TeamQueue.ofTest();
    await queue.connect('acme/app');
    processes = [3, -3].map(
      hours => new TeamProcess(['serve', '--listen', '127.0.0.1:0'], queue.url, { env: skewedBy(hours) }),
    );
  });

  afterEach(async () => {
    await Promise.all(processes.map(each => each.end()));
    await queue.close();
  });

  /** Whether times of the database are of these minutes. */
  function areNow(...times: readonly (Date | null)[]): boolean {
    return times.every(time => time !== null && Math.abs(time.getTime() - Date.now()) < 1_800_000);
  }

  it('share sessions, keys, limits and reviews by the clock of the database', async () => {
    const [ahead = '', behind = ''] = await Promise.all(processes.map(each => each.url()));
    const [first, second] = [new Visitor(ahead), new Visitor(behind)];
    const link = new URL((await processes[0]!.line(/^Open http/)).split(' ')[1] ?? '');
    await first.open(link.pathname + link.search);
    await first.send({ name: 'Ada', email: 'ada@example.com', password: 'a long enough password' });
    for (const cookie of first.cookies) second.cookies.set(...cookie);
    await second.open('/keys/new');
    await second.send({ name: 'laptop', kind: 'development' }, '/keys');
    const [key = ''] = /crk_dev_[\w-]+/.exec(second.html) ?? assert.fail(second.text);
    await first.open('/keys');
    assert.match(first.text, /laptop development crk_dev_\S+ Ada just now/);

    const ids: string[] = [];
    for (const [pr, address] of [ahead, behind].entries()) {
      const response = await fetch(`${address}/v1/reviews`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ repository: 'acme/app', pr: pr + 1 }),
      });
      ids.push(((await response.json()) as { readonly id: string }).id);
      assert.ok(Number(response.headers.get('ratelimit-reset')) <= 3_600);
    }
    const { rows: permits } = await sql<{ used: number; hours: number }>`
      SELECT sum(used)::int AS used, max(abs(hour - floor(extract(epoch FROM now()) / 3600)))::int AS hours
      FROM permits JOIN api_keys ON id = key_id`.execute(queue.database);
    assert.equal(permits[0]?.used, 2);
    // One where an hour has just begun.
    assert.ok(permits[0].hours <= 1);

    const workers = await Promise.all([3, -3].map(hours => OtherWorker.begin(queue, skewedBy(hours))));
    const ended = await Promise.all(workers.map(worker => worker.end({ result: nothingFound })));
    assert.deepEqual(ended.flat().sort(), [...ids].sort());
    for (const id of ids) {
      const { status, attempts, created_at, started_at, completed_at } = await queue.row(id);
      assert.deepEqual([status, attempts], ['completed', 1]);
      assert.ok(areNow(created_at, started_at, completed_at));
    }
    await first.open('/reviews');
    assert.doesNotMatch(first.text, /\bin \d|hours ago/);
  });

  it('forget reviews when they are old enough by the clock of the database', async () => {
    await sql`
      INSERT INTO reviews (id, repository, pr, status, engine, completed_at)
      SELECT 'rev_' || hours, 'acme/app', 7, 'cancelled', '1', now() - make_interval(days => keep_days, hours => hours)
      FROM settings, unnest(ARRAY[-1, 1]) AS hours`.execute(queue.database);
    const id = await queue.ask(7);
    const worker = await OtherWorker.begin(queue, skewedBy(3));
    await worker.end({ result: nothingFound });
    const kept = await queue.database.selectFrom('reviews').select('id').orderBy('number').execute();
    assert.deepEqual(
      kept.map(row => row.id),
      ['rev_-1', id],
    );
  });
});
