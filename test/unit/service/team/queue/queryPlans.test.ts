import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { queueOrphans } from '../../../../../src/service/team/queue/sweep.ts';
import { HeldEngines, nothingFound } from '../../jobs/heldEngine.ts';
import { TeamQueue } from './teamQueue.ts';
import { TeamWorker } from './teamWorker.ts';

describe('a review of a team', () => {
  let queue: TeamQueue;

  beforeEach(async () => {
    queue = await TeamQueue.ofTest('Acme/App');
  });

  afterEach(() => queue.close());

  it('costs the same however many reviews are stored: none of its queries reads them all', async () => {
    await sql`
      INSERT INTO reviews (id, repository_id, repository, pr, base, head, status, engine, completed_at, result)
      SELECT 'rev_' || lpad(to_hex(n), 24, '0'), (SELECT id FROM repositories), 'Acme/App', n % 500,
        md5(n::text), md5((n + 1)::text), 'completed', '1', now(), '{"status":"failed","reason":"x","reports":[]}'
      FROM generate_series(1, 5000) AS n`.execute(queue.database);
    await sql`ANALYZE reviews`.execute(queue.database);
    const scans = async (): Promise<number> => {
      const { rows } = await sql<{ seq_scan: string }>`
        SELECT pg_stat_clear_snapshot(), seq_scan FROM pg_stat_user_tables WHERE relname = 'reviews'`.execute(
        queue.database,
      );
      return Number(rows[0]?.seq_scan);
    };
    // All connections but this one have to tell what they did.
    const before = await scans();
    const asking = await TeamQueue.open(queue.url);
    const engines = new HeldEngines();
    await TeamWorker.start(asking, [engines.start]);
    const id = await asking.ask(7, { idempotencyKey: 'k1' });
    assert.equal(await asking.ask(7, { idempotencyKey: 'k1' }), id);
    const { observer, end } = await engines.begun(1);
    observer.onProgress({ stage: 'reading', progress: 0.5 });
    await asking.when(id, ({ stage }) => stage === 'reading');
    end({ status: 'failed', reason: 'it broke', reports: [] });
    await asking.ended(id);
    const rerun = await asking.rerun(id);
    assert.ok('id' in rerun);
    await queueOrphans(asking.database, asking.jobs);
    (await engines.begun(2)).end(nothingFound);
    await asking.ended(rerun.id);
    await asking.close();
    assert.equal(await scans(), before);
  });
});
