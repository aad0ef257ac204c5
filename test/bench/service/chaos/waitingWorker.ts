/**
 * A worker of a team in a process of its own, whose engines wait instead of reading: `waitingWorker.ts URL MILLISECONDS
 * ENGINES [MOST]`. With MOST, each review takes a random time from MILLISECONDS to MOST. Prints `ready` once it takes
 * reviews.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { StartEngine } from '../../../../src/service/jobs/engineProcess.ts';
import { nothingFound } from '../../../unit/service/jobs/heldEngine.ts';
import { TeamQueue } from '../../../unit/service/team/queue/teamQueue.ts';
import { TeamWorker } from '../../../unit/service/team/queue/teamWorker.ts';

const [, , url = '', least = '', engines, most = least] = process.argv;
const waiting: StartEngine = () => ({
  review: async () => {
    await delay(Number(least) + Math.random() * (Number(most) - Number(least)));
    return nothingFound;
  },
  dispose: () => undefined,
});
const queue = await TeamQueue.open(url);
await TeamWorker.start(queue, Array<StartEngine>(Number(engines)).fill(waiting));
console.log('ready');
