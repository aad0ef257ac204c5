/**
 * A worker in a process of its own, which makes one review: `workerProcess.ts URL`. Says `begun` when it begins it, ends it
 * with the result that it is sent or gives it back without one, and sends the reviews that it has ended.
 */
import type { EngineResult } from '../../../../../src/service/engine/messages.ts';
import type { StartEngine } from '../../../../../src/service/jobs/engineProcess.ts';
import { TeamQueue } from './teamQueue.ts';
import { TeamWorker } from './teamWorker.ts';

/** How a review of the process ends; without a result it is given back. */
export interface WorkerOrder {
  readonly result?: EngineResult;
}

const [, , url = ''] = process.argv;
const held: StartEngine = () => ({
  review: (_, observer) =>
    new Promise(resolve => {
      process.once('message', ({ result }: WorkerOrder) => {
        if (result !== undefined) resolve(result);
        else
          observer?.signal.addEventListener('abort', () =>
            resolve({ status: 'failed', reason: 'stopped', reports: [] }),
          );
        void leave(result === undefined);
      });
      process.send?.('begun');
    }),
  dispose: () => undefined,
});
const queue = await TeamQueue.open(url);
const worker = await TeamWorker.start(queue, [held]);

async function leave(isAtOnce: boolean): Promise<void> {
  await (isAtOnce ? worker.stop() : worker.drain());
  process.send?.(worker.ended);
}
