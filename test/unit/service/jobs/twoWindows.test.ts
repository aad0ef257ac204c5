import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { ReviewQueue } from '../../../../src/service/jobs/reviewQueue.ts';
import { TestService } from '../serving.ts';
import { HeldEngines, nothingFound } from './heldEngine.ts';

describe('a review that the services of two windows make', () => {
  let engines: HeldEngines;
  let service: TestService;
  let otherEngines: HeldEngines;
  let settled: EventEmitter;
  let other: ReviewQueue;

  beforeEach(async () => {
    engines = new HeldEngines();
    service = await TestService.start({ startEngine: engines.start });
    for (const number of [8, 9]) {
      const head = await service.repository.commit({ 'b.ts': `export const b = ${number};\n` });
      await service.repository.git('update-ref', `refs/pull/${number}/head`, head);
    }
    otherEngines = new HeldEngines();
    settled = new EventEmitter();
    other = new ReviewQueue({
      store: service.store,
      startEngine: otherEngines.start,
      gitExecutable: 'git',
      now: () => service.now,
      onSettled: id => settled.emit(id),
      onError: error => assert.fail(String(error)),
    });
  });

  afterEach(async () => {
    other.dispose();
    await service.dispose();
  });

  it('stays completed where it fails in the other one', async () => {
    const id = await service.trigger(7);
    const { end } = await engines.begun(1);
    await other.resume([service.repository.folder]);
    const held = await otherEngines.begun(1);
    end(nothingFound);
    await service.ended(id);
    const told = once(settled, id);
    held.end({ status: 'failed', reason: 'out of memory', reports: [] });
    await told;
    for (const review of [await service.store.review(id), await other.review(id)])
      assert.equal(review?.status, 'completed');
    assert.equal((await service.answer(id))['status'], 'completed');
  });

  it('is not begun any more where it waits in the other one, which says that it has ended', async () => {
    const ids = [await service.trigger(7), await service.trigger(8), await service.trigger(9, { incremental: false })];
    const [first] = [await engines.begun(1), await engines.begun(2)];
    await other.resume([service.repository.folder]);
    const [theirs] = [await otherEngines.begun(1), await otherEngines.begun(2)];
    const [, , waiting = ''] = ids;
    const told = once(settled, waiting);
    first.end(nothingFound);
    (await engines.begun(3)).end(nothingFound);
    await service.ended(waiting);
    theirs.end(nothingFound);
    await Promise.race([told, otherEngines.begun(3)]);
    assert.equal(otherEngines.reviews.length, 2);
    assert.equal((await other.review(waiting))?.status, 'completed');
  });

  it('is made by the other one where the first one ends before it has', async () => {
    const id = await service.trigger(7);
    await engines.begun(1);
    await other.resume([service.repository.folder]);
    const told = once(settled, id);
    (await otherEngines.begun(1)).end(nothingFound);
    await told;
    assert.equal((await service.answer(id))['status'], 'completed');
  });
});
