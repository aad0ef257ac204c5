import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { queueOrphans } from '../../../../../src/service/team/queue/sweep.ts';
import { PostgresServer } from '../../../../host/postgres/server.ts';
import { HeldEngines, nothingFound } from '../../jobs/heldEngine.ts';
import { engineThat } from '../../cli/review/stubEngine.ts';
import { OtherWorker } from './otherWorker.ts';
import { hash, TeamQueue } from './teamQueue.ts';
import { TeamWorker } from './teamWorker.ts';

describe('the reviews of a team', () => {
  const quick = engineThat(nothingFound);

  describe('whose workers die', () => {
    let queue: TeamQueue;

    beforeEach(async () => {
      queue = await TeamQueue.ofTest('acme/app');
    });

    afterEach(() => queue.close());

    /** Has a worker begin a review in a process of its own, and kills it. */
    async function killWorkerInReview(): Promise<void> {
      const worker = await OtherWorker.begin(queue);
      await worker.kill();
    }

    it('are made by another one', async () => {
      const id = await queue.ask(7);
      const next = await queue.ask(7, { fromScratch: true });
      await killWorkerInReview();
      const engines = new HeldEngines();
      const { jobs } = await TeamWorker.start(queue, [engines.start]);
      assert.equal((await queue.row(id)).status, 'pending');
      await queue.passHeartbeat(jobs);
      await queue.passBackoff();
      // Those of the pull request that came later still wait for it.
      const { end } = await engines.begun(1);
      assert.deepEqual([(await queue.row(id)).attempts, (await queue.row(next)).attempts], [2, 0]);
      end(nothingFound);
      assert.equal((await queue.ended(id)).status, 'completed');
      (await engines.begun(2)).end(nothingFound);
      assert.equal((await queue.ended(next)).status, 'completed');
      assert.deepEqual(await queue.jobStates(), ['completed', 'completed']);
    });

    it('fail where that happens each time', async () => {
      const id = await queue.ask(7);
      await queue.database.updateTable('reviews').set({ attempts: 2 }).execute();
      await killWorkerInReview();
      const { jobs } = await TeamWorker.start(queue, [quick]);
      await queue.passHeartbeat(jobs);
      await queue.passBackoff();
      const { status, result } = await queue.ended(id);
      assert.equal(status, 'failed');
      assert.match(JSON.stringify(result), /begun 3 times, and each time its worker ended/);
      assert.deepEqual(await queue.jobStates('failed-reviews'), ['created']);
    });

    it('do not fail because the database went away in their last try', async () => {
      const id = await queue.ask(7);
      await queue.database.updateTable('reviews').set({ attempts: 2 }).execute();
      const { errors } = await TeamWorker.start(queue, [quick], () => {
        throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
      });
      const { status } = await queue.when(
        id,
        row => row.status !== 'pending' || row.stage === 'waiting for another try',
      );
      assert.equal(status, 'pending');
      assert.equal(errors.length, 1);
    });

    it('end once where a worker was taken for dead, by the first result', async () => {
      const [slow, fast] = [new HeldEngines(), new HeldEngines()];
      const id = await queue.ask(7);
      const first = await TeamWorker.start(queue, [slow.start]);
      const late = await slow.begun(1);
      const second = await TeamWorker.start(queue, [fast.start]);
      await queue.passHeartbeat(second.jobs);
      await queue.passBackoff();
      const { end } = await fast.begun(1);
      late.end({ ...nothingFound, milliseconds: 1 });
      await first.drain();
      end({ ...nothingFound, milliseconds: 2 });
      await second.drain();
      const { status, result } = await queue.row(id);
      assert.deepEqual([status, result], ['completed', { ...nothingFound, milliseconds: 1 }]);
      assert.deepEqual([first.ended, second.ended], [[id], []]);
      assert.deepEqual(await queue.jobStates(), ['completed']);
    });

    it('keep the commits that their result is of where a later try finds others', async () => {
      const slow = new HeldEngines();
      const id = await queue.ask(7);
      await TeamWorker.start(queue, [slow.start]);
      const late = await slow.begun(1);
      const { base, head } = await queue.row(id);
      const fetch = new EventEmitter();
      const [begun, ended] = [once(fetch, 'begin'), once(fetch, 'end')];
      const later = await TeamWorker.start(queue, [quick], async () => {
        fetch.emit('begin');
        await ended;
        return { base: hash('base'), head: hash('pushed meanwhile') };
      });
      await queue.passHeartbeat(later.jobs);
      await queue.passBackoff();
      await begun;
      late.end(nothingFound);
      await queue.ended(id);
      fetch.emit('end');
      await later.drain();
      const kept = await queue.row(id);
      assert.deepEqual([kept.base, kept.head], [base, head]);
      assert.deepEqual(await queue.jobStates(), ['completed']);
    });

    it('are given up by a worker that was taken for dead', async () => {
      const [slow, fast] = [new HeldEngines(), new HeldEngines()];
      const id = await queue.ask(7);
      await TeamWorker.start(queue, [slow.start]);
      const { observer } = await slow.begun(1);
      const { jobs } = await TeamWorker.start(queue, [fast.start]);
      await queue.passHeartbeat(jobs);
      await queue.passBackoff();
      const { end } = await fast.begun(1);
      const stopped = once(observer.signal, 'abort');
      observer.onProgress({ stage: 'reading', progress: 0.5 });
      await stopped;
      end(nothingFound);
      assert.equal((await queue.ended(id)).status, 'completed');
    });

    it('are queued again where their jobs are gone, each once', async () => {
      const ids = [await queue.ask(7), await queue.ask(Number.MAX_SAFE_INTEGER), await queue.ask(9)];
      await sql`DELETE FROM pgboss.job WHERE data->>'reviewId' = ${ids[0]}`.execute(queue.database);
      await sql`UPDATE pgboss.job SET state = 'completed' WHERE data->>'reviewId' = ${ids[1]}`.execute(queue.database);
      const queued = await Promise.all([1, 2].map(() => queueOrphans(queue.database, queue.jobs)));
      assert.equal(Math.max(...queued), 2);
      assert.equal(await queueOrphans(queue.database, queue.jobs), 0);
      assert.deepEqual(await queue.jobStates(), ['created', 'created', 'created']);
      await TeamWorker.start(queue, [quick]);
      for (const id of ids) assert.equal((await queue.ended(id)).status, 'completed');
    });
  });

  describe('whose database is gone for a while', () => {
    let server: PostgresServer;
    let queue: TeamQueue;

    beforeEach(async () => {
      server = await PostgresServer.start();
      queue = await TeamQueue.open(server.url());
      await queue.connect('acme/app');
    });

    afterEach(async () => {
      await queue.close();
      await server.stop();
    });

    it('are stored once it is back, and so are those asked for then', async () => {
      const engines = new HeldEngines();
      const { errors } = await TeamWorker.start(queue, [engines.start]);
      const id = await queue.ask(7);
      const { end, observer } = await engines.begun(1);
      await server.kill();
      await assert.rejects(queue.ask(8));
      observer.onProgress({ stage: 'reading', progress: 0.5 });
      end(nothingFound);
      while (errors.length === 0) await delay(10);
      await server.start();
      assert.equal((await queue.ended(id)).status, 'completed');
      assert.equal((await queue.row(id)).attempts, 1);
      const next = await queue.ask(8);
      (await engines.begun(2)).end(nothingFound);
      assert.equal((await queue.ended(next)).status, 'completed');
      assert.equal(engines.reviews.length, 2);
    });
  });
});
