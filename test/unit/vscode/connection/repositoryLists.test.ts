import assert from 'node:assert/strict';
import type { RepositoryList } from '../../../../src/api/client.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { RepositoryLists } from '../../../../src/vscode/connection/repositoryLists.ts';
import { ManualClock } from '../../api/rateLimit/manualClock.ts';

describe('the lists of connected repositories', () => {
  const clock = new ManualClock(1_000);
  const { signal } = new AbortController();
  const answer: RepositoryList = { repositories: [], unreadable: 0, isCut: false };
  let lists: RepositoryLists;
  let asked: { readonly signal: AbortSignal; readonly end: (error?: Error) => void }[];

  beforeEach(() => {
    lists = new RepositoryLists(clock);
    asked = [];
  });

  const of = (account = 'a', waiting = signal): Promise<RepositoryList> =>
    lists.of(
      account,
      each =>
        new Promise((resolve, reject) => {
          asked.push({ signal: each, end: error => (error === undefined ? resolve(answer) : reject(error)) });
          each.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      waiting,
    );
  const isCancelled = (error: unknown): boolean => CodeReviewError.is(error, 'cancelled');

  it('are asked for once by all who ask while the request is under way, or was just answered', async () => {
    const both = [of(), of()];
    asked[0]?.end();
    assert.deepEqual(await Promise.all(both), [answer, answer]);
    clock.advance(9_000);
    await of();
    assert.equal(asked.length, 1);
    clock.advance(1_000);
    void of();
    assert.equal(asked.length, 2);
  });

  it('are asked for again where the clock was set back since', async () => {
    const first = of();
    asked[0]?.end();
    await first;
    clock.advance(-3_600_000);
    void of();
    assert.equal(asked.length, 2);
  });

  it('are those of one account', async () => {
    const first = of();
    asked[0]?.end();
    await first;
    void of('b');
    assert.equal(asked.length, 2);
  });

  it('are asked for again after a failure, and where a fresh answer is wanted', async () => {
    const failing = of();
    asked[0]?.end(new Error('out of order'));
    await assert.rejects(failing, /out of order/);
    const next = of();
    asked[1]?.end();
    await next;
    lists.forget();
    void of();
    assert.equal(asked.length, 3);
  });

  it('are given up by one who waits without the others, and by the last one altogether', async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [of('a', one.signal), of('a', other.signal)] as const;
    one.abort();
    await assert.rejects(waiting[0], isCancelled);
    assert.equal(asked[0]?.signal.aborted, false);
    other.abort();
    await assert.rejects(waiting[1], isCancelled);
    assert.equal(asked[0].signal.aborted, true);
    await assert.rejects(of('a', one.signal), isCancelled);
    assert.equal(asked.length, 1);
    void of();
    assert.equal(asked.length, 2);
  });
});
