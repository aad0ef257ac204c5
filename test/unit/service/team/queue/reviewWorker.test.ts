import assert from 'node:assert/strict';
import { once } from 'node:events';
import { CodeReviewError } from '../../../../../src/core/base/errors.ts';
import { cancelReviews } from '../../../../../src/service/team/queue/cancelReviews.ts';
import { HeldEngines, nothingFound } from '../../jobs/heldEngine.ts';
import { commentOf, engineThat } from '../../cli/review/stubEngine.ts';
import { TeamQueue } from './teamQueue.ts';
import { commitsOf, TeamWorker, type Prepare } from './teamWorker.ts';

describe('the workers of a team', () => {
  const quick = engineThat(nothingFound);
  let queue: TeamQueue;
  let repository: string;

  beforeEach(async () => {
    queue = await TeamQueue.ofTest();
    repository = await queue.connect('acme/app');
  });

  afterEach(() => queue.close());

  it('make a review as soon as it is asked for, and tell how far it is', async () => {
    const engines = new HeldEngines();
    const { errors } = await TeamWorker.start(queue, [engines.start]);
    const id = await queue.ask(7);
    const { job, observer, end } = await engines.begun(1);
    assert.equal(job.root, '/nowhere');
    observer.onProgress({ stage: 'reading\0 with ESLint', progress: 0.5 });
    await queue.when(id, ({ stage }) => stage === 'reading with ESLint');
    const { review, progress } = (await queue.backend.review(id)) ?? assert.fail();
    assert.equal(review.head, job.head);
    assert.deepEqual(progress, { status: 'running', stage: 'reading with ESLint', progress: 0.5 });
    end(nothingFound);
    const { status, title, issues, completed_at, attempts } = await queue.ended(id);
    assert.deepEqual(
      { status, title, issues, attempts },
      { status: 'completed', title: 'Change 7', issues: 0, attempts: 1 },
    );
    assert.ok(completed_at !== null);
    assert.deepEqual(await queue.jobStates(), ['completed']);
    assert.deepEqual(errors, []);
  });

  it('tell the comments so far, until the try ends', async () => {
    const [held, next] = [new HeldEngines(), new HeldEngines()];
    const leaving = await TeamWorker.start(queue, [held.start]);
    const id = await queue.ask(7);
    const { observer } = await held.begun(1);
    const comments = [commentOf('one', { body: 'a NUL \0' })];
    observer.onProgress({ stage: 'reading with ESLint', progress: 0.2 });
    // Both wait for the first to be stored, and the second has no new comments.
    observer.onProgress({ stage: 'reading with ESLint', progress: 0.3, comments });
    observer.onProgress({ stage: 'asking a model', progress: 0.4 });
    await queue.when(id, ({ stage }) => stage === 'asking a model');
    const told = async () => (await queue.backend.review(id))?.progress;
    assert.deepEqual(await told(), { status: 'running', stage: 'asking a model', progress: 0.4, comments });
    observer.onProgress({ stage: 'asking again', progress: 0.5 });
    await queue.when(id, ({ stage }) => stage === 'asking again');
    assert.deepEqual((await told())?.comments, comments);
    await leaving.stop();
    assert.equal((await told())?.comments, undefined);
    await TeamWorker.start(queue, [next.start]);
    const again = await next.begun(1);
    again.observer.onProgress({ stage: 'reading', progress: 0.2, comments });
    await queue.when(id, ({ found }) => found !== null);
    again.end(nothingFound);
    assert.equal((await queue.ended(id)).found, null);
  });

  it('make the reviews of one pull request one after another, in their order, and others meanwhile', async () => {
    const engines = new HeldEngines();
    const ids = [await queue.ask(7, { fromScratch: true }), await queue.ask(7), await queue.ask(8)];
    await TeamWorker.start(queue, [engines.start, engines.start]);
    await TeamWorker.start(queue, [engines.start]);
    const first = await engines.begun(1);
    const other = await engines.begun(2);
    const rows = await Promise.all(ids.map(id => queue.row(id)));
    assert.deepEqual(
      rows.map(({ started_at }) => started_at !== null),
      [true, false, true],
    );
    const [held, free] = first.job.head === rows[0]?.head ? [first, other] : [other, first];
    held.end(nothingFound);
    // It takes the result of the first: the commits are the same.
    assert.equal((await queue.ended(ids[1] ?? '')).status, 'completed');
    free.end(nothingFound);
    await queue.ended(ids[2] ?? '');
    assert.equal(engines.reviews.length, 2);
  });

  it('take turns between repositories', async () => {
    await queue.connect('acme/small');
    const engines = new HeldEngines();
    const many: string[] = [];
    for (let pr = 1; pr <= 20; pr++) many.push(await queue.ask(pr));
    await TeamWorker.start(queue, [engines.start]);
    const running = await engines.begun(1);
    const late = await queue.ask(1, { repository: 'acme/small' });
    const later = await queue.ask(2, { repository: 'acme/small' });
    running.end(nothingFound);
    let first = '';
    for (let count = 2; (await queue.row(later)).status === 'pending'; count++) {
      assert.ok(count <= 5, 'it waits for more than two of the other repository');
      (await engines.begun(count)).end(nothingFound);
      await Promise.race([queue.ended(later), engines.begun(count + 1)]);
      if (count === 3) first = (await queue.row(late)).status;
    }
    assert.equal(first, 'completed');
    const waiting = await Promise.all(many.map(async id => (await queue.row(id)).status === 'pending'));
    assert.ok(waiting.filter(Boolean).length >= 16);
  });

  it('make what is the same once, also if two of them begin at the same moment', async () => {
    const engines = new HeldEngines();
    const same: Prepare = () => commitsOf('acme/app', 0, new AbortController().signal);
    await TeamWorker.start(queue, [engines.start], same);
    await TeamWorker.start(queue, [engines.start], same);
    const ids = await Promise.all([queue.ask(7), queue.ask(8)]);
    const { end } = await engines.begun(1);
    const waiting = await Promise.race(
      ids.map(id => queue.when(id, ({ stage }) => stage === 'waiting for a review of the same commits')),
    );
    assert.equal(waiting.attempts, 0);
    end(nothingFound);
    await queue.passBackoff();
    const ended = await Promise.all(ids.map(id => queue.ended(id)));
    assert.deepEqual(
      ended.map(({ status, result }) => [status, result]),
      ended.map(() => ['completed', nothingFound]),
    );
    assert.equal(engines.reviews.length, 1);
  });

  it('fail a review at once for what another try would not mend', async () => {
    await TeamWorker.start(queue, [quick], () => {
      throw new CodeReviewError('notFound', 'acme/app has no pull request 7.', 'Check its number.');
    });
    const { status, result, attempts } = await queue.ended(await queue.ask(7));
    assert.deepEqual({ status, attempts }, { status: 'failed', attempts: 1 });
    assert.deepEqual(result, {
      status: 'failed',
      reason: 'acme/app has no pull request 7. Check its number.',
      reports: [],
    });
    assert.deepEqual(await queue.jobStates('failed-reviews'), []);
  });

  it('try again what may pass, put what does not aside, and make it anew on demand', async () => {
    let isReachable = false;
    await TeamWorker.start(queue, [quick], (name, pr, signal) => {
      if (isReachable) return commitsOf(name, pr, signal);
      throw new CodeReviewError('network', 'git.example cannot be reached.', 'Check its address.');
    });
    const id = await queue.ask(7, { fromScratch: true });
    for (const tries of [1, 2]) {
      await queue.when(id, ({ attempts, stage }) => attempts === tries && stage === 'waiting for another try');
      assert.equal((await queue.backend.review(id))?.progress?.status, 'pending');
      await queue.passBackoff();
    }
    const failed = await queue.ended(id);
    assert.equal(failed.attempts, 3);
    assert.match(JSON.stringify(failed.result), /git\.example cannot be reached\. Check its address\./);
    assert.deepEqual(await queue.jobStates('failed-reviews'), ['created']);
    assert.deepEqual(await queue.jobStates(), ['completed']);

    isReachable = true;
    const [one, same] = await Promise.all([queue.rerun(id), queue.rerun(id)]);
    assert.ok('id' in one && 'id' in same && one.id !== id);
    const { status, from_scratch } = await queue.ended(one.id);
    assert.deepEqual({ status, from_scratch }, { status: 'completed', from_scratch: true });
    assert.deepEqual(await queue.jobStates('failed-reviews'), []);
    assert.equal((await queue.row(id)).status, 'failed');
    assert.deepEqual(await queue.rerun(one.id), { refused: 'This review has completed.' });
  });

  it('give their reviews back at once when they are to end', async () => {
    const held = new HeldEngines();
    const leaving = await TeamWorker.start(queue, [held.start]);
    const id = await queue.ask(7);
    await held.begun(1);
    const staying = new HeldEngines();
    await TeamWorker.start(queue, [staying.start]);
    await leaving.stop();
    const { end } = await staying.begun(1);
    assert.equal((await queue.row(id)).attempts, 1);
    end(nothingFound);
    assert.equal((await queue.ended(id)).status, 'completed');
  });

  it('let a review end that needs less time than they have', async () => {
    const held = new HeldEngines();
    const worker = await TeamWorker.start(queue, [held.start]);
    const id = await queue.ask(7);
    const { end } = await held.begun(1);
    const drained = worker.drain();
    const next = await queue.ask(8);
    end(nothingFound);
    await drained;
    assert.equal((await queue.row(id)).status, 'completed');
    assert.equal((await queue.row(next)).status, 'pending');
  });

  it('end with a sentence where a newer version has changed the database', async () => {
    await queue.database.updateTable('schema_floor').set({ floor: 1_000 }).execute();
    const { errors } = await TeamWorker.start(queue, [quick]);
    assert.match(String(errors), /A newer version of Code Review has changed the database/);
  });

  it('stop the reviews of a repository that is disconnected', async () => {
    const engines = new HeldEngines();
    await TeamWorker.start(queue, [engines.start]);
    const ids = [await queue.ask(7), await queue.ask(8)];
    const { observer } = await engines.begun(1);
    await queue.database.transaction().execute(async trx => {
      await trx.updateTable('repositories').set({ removed_at: new Date() }).where('id', '=', repository).execute();
      await cancelReviews(trx, queue.jobs, repository);
    });
    const stopped = once(observer.signal, 'abort');
    observer.onProgress({ stage: 'reading', progress: 0.5 });
    await stopped;
    assert.deepEqual(await Promise.all(ids.map(async id => (await queue.row(id)).status)), ['cancelled', 'cancelled']);
    assert.deepEqual(await queue.jobStates(), []);
    assert.equal(engines.reviews.length, 1);
  });
});
