/** Forked by a test: says "ready", waits for a number, claims so many looks and answers which it was given. */
import { once } from 'node:events';
import { SharedPolling } from '../../../../src/reviews/watch/sharedPolling.ts';

const [, , folder = ''] = process.argv;
const looks = new SharedPolling({
  folder,
  onError: error => {
    throw error;
  },
});
process.send?.('ready');
const [count] = (await once(process, 'message')) as [number];
const claimed: boolean[] = [];
for (let look = 0; look < count; look++) claimed.push(await looks.claim('https://review.example.com', 'rev_1', look));
process.send?.(claimed);
await once(process, 'disconnect');
