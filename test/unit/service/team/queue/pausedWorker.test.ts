import assert from 'node:assert/strict';
import { HeldEngines, nothingFound } from '../../jobs/heldEngine.ts';
import { OtherWorker } from './otherWorker.ts';
import { TeamQueue } from './teamQueue.ts';
import { TeamWorker } from './teamWorker.ts';

describe('a worker that stood still until another one had taken its review over', function () {
  let queue: TeamQueue;
  let id: string;
  let paused: OtherWorker;
  let other: TeamWorker;
  /** Ends the review of the other one. */
  let end: (milliseconds: number) => Promise<string[]>;

  beforeEach(async function () {
    // There is no such signal on Windows.
    if (process.platform === 'win32') this.skip();
    queue = await TeamQueue.ofTest();
    await queue.connect('acme/app');
    id = await queue.ask(7);
    paused = await OtherWorker.begin(queue);
    await paused.pause();
    const engines = new HeldEngines();
    other = await TeamWorker.start(queue, [engines.start]);
    await queue.passHeartbeat(other.jobs);
    await queue.passBackoff();
    const held = await engines.begun(1);
    end = async milliseconds => {
      held.end({ ...nothingFound, milliseconds });
      await other.drain();
      return other.ended;
    };
  });

  afterEach(() => queue.close());

  /** What is stored of the review. */
  async function stored(): Promise<unknown[]> {
    const { status, attempts, result } = await queue.row(id);
    const milliseconds = result?.status === 'completed' ? result.milliseconds : undefined;
    return [status, attempts, milliseconds, await queue.jobStates(), await queue.jobStates('failed-reviews')];
  }

  it('changes nothing of a review that has ended', async () => {
    assert.deepEqual(await end(2), [id]);
    const ended = await queue.row(id);
    assert.deepEqual(await paused.end({ result: { ...nothingFound, milliseconds: 1 } }), []);
    assert.deepEqual(await queue.row(id), ended);
    assert.deepEqual(await stored(), ['completed', 2, 2, ['completed'], []]);
  });

  it('ends it where it is the first with a result', async () => {
    assert.deepEqual(await paused.end({ result: { ...nothingFound, milliseconds: 1 } }), [id]);
    assert.deepEqual(await end(2), []);
    assert.deepEqual(await stored(), ['completed', 2, 1, ['completed'], []]);
  });

  it('does not fail it', async () => {
    assert.deepEqual(await paused.end({ result: { status: 'failed', reason: 'It took too long.', reports: [] } }), []);
    assert.deepEqual(await stored(), ['pending', 2, undefined, ['active'], []]);
    assert.deepEqual(await end(2), [id]);
    assert.deepEqual(await stored(), ['completed', 2, 2, ['completed'], []]);
  });

  it('does not give it back', async () => {
    assert.deepEqual(await paused.end({}), []);
    assert.deepEqual(await stored(), ['pending', 2, undefined, ['active'], []]);
    assert.deepEqual(await end(2), [id]);
    assert.deepEqual(await stored(), ['completed', 2, 2, ['completed'], []]);
  });
});
