import assert from 'node:assert/strict';
import { untilAborted } from '../../../../src/core/base/untilAborted.ts';

describe('work that may not stop by itself', () => {
  it('is given up as soon as it is aborted, also where it was before', async () => {
    const never = new Promise<never>(() => undefined);
    const stop = new AbortController();
    const pending = untilAborted(never, stop.signal);
    stop.abort();
    await assert.rejects(pending, { kind: 'cancelled' });
    await assert.rejects(untilAborted(never, stop.signal), { kind: 'cancelled' });
    const own = new Error('own');
    await assert.rejects(
      untilAborted(never, AbortSignal.abort(own), ({ reason }) => reason as Error),
      own,
    );
  });

  it('ends as it ends by itself otherwise', async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve(7), signal), 7);
    await assert.rejects(untilAborted(Promise.reject(new Error('failed')), signal), /^Error: failed$/);
  });
});
