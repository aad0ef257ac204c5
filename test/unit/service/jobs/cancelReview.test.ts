import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { ReviewQueue } from '../../../../src/service/jobs/reviewQueue.ts';
import { TestService } from '../serving.ts';
import { HeldEngines, nothingFound } from './heldEngine.ts';

describe('cancelling a review', () => {
  let engines: HeldEngines;
  let service: TestService;

  beforeEach(async () => {
    engines = new HeldEngines();
    service = await TestService.start({ startEngine: engines.start });
    for (const number of [8, 9]) {
      const head = await service.repository.commit({ 'b.ts': `export const b = ${number};\n` });
      await service.repository.git('update-ref', `refs/pull/${number}/head`, head);
    }
  });

  afterEach(() => service.dispose());

  it('stops it where it runs, and the next one of its pull request goes on', async () => {
    const [id, next] = [await service.trigger(7), await service.trigger(7)];
    const { observer } = await engines.begun(1);
    const { status, reason, completed_at, comments } = await service.cancel(id);
    assert.deepEqual([status, reason, comments], ['cancelled', 'it was cancelled', undefined]);
    assert.equal(completed_at, '2026-11-21T06:15:00Z');
    assert.equal(observer.signal.aborted, true);
    (await engines.begun(2)).end(nothingFound);
    assert.equal((await service.ended(next))['status'], 'completed');
    assert.equal((await service.answer(id))['status'], 'cancelled');
  });

  it('takes it out of the queue, where the others stay', async () => {
    const ids = [
      await service.trigger(7),
      await service.trigger(8),
      await service.trigger(9),
      await service.trigger(9),
    ];
    const [first, second] = [await engines.begun(1), await engines.begun(2)];
    const [, , waiting = '', last = ''] = ids;
    const { status, stage, progress } = await service.answer(waiting);
    assert.deepEqual([status, stage, progress], ['pending', 'waiting for another review to end', 0]);
    assert.equal((await service.cancel(waiting))['status'], 'cancelled');
    first.end(nothingFound);
    (await engines.begun(3)).end(nothingFound);
    assert.equal((await service.ended(last))['status'], 'completed');
    second.end(nothingFound);
    await service.ended(ids[1] ?? '');
    assert.equal(engines.reviews.length, 3);
  });

  it('leaves nothing behind: no result, no outcome of comments, nothing to resume or to take over', async () => {
    const id = await service.trigger(7);
    await engines.begun(1);
    await service.cancel(id);
    assert.equal(await service.store.lastReview('acme/app', 7), undefined);
    assert.deepEqual([await service.store.pendingReviews(), await service.store.outcomes()], [[], []]);
    service.now += 31 * 86_400_000;
    await service.trigger(7);
    assert.equal(await service.store.review(id), undefined);
  });

  it('answers the result of one that has just ended', async () => {
    const id = await service.trigger(7);
    (await engines.begun(1)).end(nothingFound);
    await service.ended(id);
    const { status, comments } = await service.cancel(id);
    assert.deepEqual([status, comments], ['completed', []]);
    assert.equal((await service.answer(id))['status'], 'completed');
  });

  it('holds where the result comes at the same moment', async () => {
    const id = await service.trigger(7);
    const { end } = await engines.begun(1);
    end(nothingFound);
    assert.equal(((await service.cancel(id)) as { status: string }).status, (await service.answer(id))['status']);
    const other = await service.trigger(8);
    const held = await engines.begun(2);
    // The result is there, and whoever waits for it has not been told.
    const cancelled = service.cancel(other);
    held.end(nothingFound);
    const { status } = await cancelled;
    await turn();
    assert.equal((await service.answer(other))['status'], status);
  });

  it('is the end of it for the service of another window too, which runs it as well', async () => {
    const id = await service.trigger(7);
    const { observer } = await engines.begun(1);
    const others = new HeldEngines();
    const settled: string[] = [];
    const jobs = new ReviewQueue({
      store: service.store,
      startEngine: others.start,
      gitExecutable: 'git',
      now: () => service.now,
      onSettled: each => settled.push(each),
      onError: error => assert.fail(String(error)),
    });
    await jobs.resume([service.repository.folder]);
    await others.begun(1);
    assert.equal((await jobs.cancel(id))?.status, 'cancelled');
    assert.equal(observer.signal.aborted, false);
    assert.equal((await service.answer(id))['status'], 'cancelled');
    assert.equal(observer.signal.aborted, true);
    await turn();
    assert.equal((await service.answer(id))['status'], 'cancelled');
    assert.deepEqual(settled, [id]);
    jobs.dispose();
  });

  it('is the end of it where the service of the other window hears of it only when it has a result', async () => {
    const id = await service.trigger(7);
    const { end } = await engines.begun(1);
    const review = await service.store.review(id);
    assert.ok(review !== undefined);
    await service.store.putReview({ ...review, status: 'cancelled', completedAt: service.now });
    end(nothingFound);
    const next = await service.trigger(7);
    (await engines.begun(2)).end(nothingFound);
    await service.ended(next);
    assert.equal((await service.store.review(id))?.status, 'cancelled');
  });

  it('is refused for what is no review', async () => {
    const ask = async (body: unknown): Promise<[number, string]> => {
      const answer = await service.request('PUT', '/v1/local/cancellations', { body });
      return [answer.status, await answer.text()];
    };
    assert.match((await ask({ review: `rev_${'0'.repeat(24)}` })).join(' '), /^404 .*There is no review of this id/);
    assert.match((await ask({ review: '../x' })).join(' '), /^422 .*The field review has to be the id of a review/);
    const other = await service.request('POST', '/v1/local/cancellations', { body: {} });
    assert.deepEqual([other.status, other.headers.get('allow')], [405, 'PUT']);
  });
});
