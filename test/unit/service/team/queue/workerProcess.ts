/** A worker in a process of its own, whose engine never ends. Says when it begins a review, and waits to be killed. */
import type { StartEngine } from '../../../../../src/service/jobs/engineProcess.ts';
import { TeamQueue } from './teamQueue.ts';
import { TeamWorker } from './teamWorker.ts';

const [, , url = ''] = process.argv;
const endless: StartEngine = () => ({
  review: () => {
    process.send?.('begun');
    return new Promise(() => undefined);
  },
  dispose: () => undefined,
});
const queue = await TeamQueue.open(url);
await TeamWorker.start(queue, [endless]);
process.send?.('ready');
