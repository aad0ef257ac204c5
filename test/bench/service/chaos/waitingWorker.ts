/**
 * A worker of a team in a process of its own, whose engines wait instead of reading: `waitingWorker.ts URL MILLISECONDS
 * ENGINES`. Prints `ready` once it takes reviews.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { StartEngine } from '../../../../src/service/jobs/engineProcess.ts';
import { nothingFound } from '../../../unit/service/jobs/heldEngine.ts';
import { TeamQueue } from '../../../unit/service/team/queue/teamQueue.ts';
import { TeamWorker } from '../../../unit/service/team/queue/teamWorker.ts';

const [, , url = '', milliseconds, engines] = process.argv;
const waiting: StartEngine = () => ({
  review: async () => {
    await delay(Number(milliseconds));
    return nothingFound;
  },
  dispose: () => undefined,
});
const queue = await TeamQueue.open(url);
await TeamWorker.start(queue, Array<StartEngine>(Number(engines)).fill(waiting));
console.log('ready');
