import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { CodeReviewError } from '../../../src/core/base/errors.ts';
import type { Review } from '../../../src/core/review/review.ts';
import { AskedReviews } from '../../../src/reviews/askedReviews.ts';
import { aSubject } from './builders.ts';
import { ManualClock } from '../api/rateLimit/manualClock.ts';
import { completed, keptIn, ScriptedService, Windows } from './scriptedService.ts';

const hosted = 'https://review.example.com';

describe('a review that was asked for', () => {
  let windows: Windows;
  const subject = aSubject({ service: hosted });
  const never = new AbortController().signal;

  beforeEach(async () => (windows = await Windows.create()));
  afterEach(() => windows.dispose());

  /** Asks a service in a window of its own, which is closed while the service keeps it waiting. */
  async function closedWhileAsking(service: ScriptedService): Promise<void> {
    const { runs } = windows.open();
    const about = { ...subject, service: service.name };
    const requests = new EventEmitter();
    service.triggerReview = async (_, signal) => {
      requests.emit('request');
      await once(signal, 'abort');
      throw new CodeReviewError('cancelled', 'Cancelled.');
    };
    const requested = once(requests, 'request');
    const run = runs.run(about, service, never);
    await requested;
    assert.equal(runs.unclearSince(about), undefined, 'it is being asked for');
    runs.dispose();
    await assert.rejects(run);
  }

  it('may be under way where the window is reloaded before the service has answered', async () => {
    const before = Date.now();
    await closedWhileAsking(new ScriptedService(hosted));
    const since = windows.open().runs.unclearSince(subject) ?? 0;
    assert.ok(since >= before && since <= Date.now());
  });

  it('ends with the window where its service does', async () => {
    await closedWhileAsking(new ScriptedService('embedded'));
    assert.equal(windows.open().runs.unclearSince({ ...subject, service: 'embedded' }), undefined);
  });

  it('is known once the service has answered, or has refused it', async () => {
    const service = new ScriptedService(hosted);
    const { runs } = windows.open();
    service.triggerReview = () => Promise.resolve(completed);
    await runs.run(subject, service, never);
    assert.equal(runs.unclearSince(subject), undefined);
    service.triggerReview = (): Promise<Review> => Promise.reject(new CodeReviewError('input', 'No.'));
    await assert.rejects(runs.run(subject, service, never));
    assert.equal(runs.unclearSince(subject), undefined);
  });

  it('stays unclear where the next request is refused, for as long as it counts', async () => {
    const clock = new ManualClock(1_000);
    const asked = new AskedReviews(keptIn(new Map()), clock);
    const fail = (kind: 'unclear' | 'input') => () => Promise.reject(new CodeReviewError(kind, 'It failed.'));
    await assert.rejects(asked.ask(subject, fail('unclear'), never));
    clock.moment += 60_000;
    await assert.rejects(asked.ask(subject, fail('input'), never));
    assert.equal(asked.unclearSince(subject), 1_000);
    clock.moment += 3_600_000;
    assert.equal(asked.unclearSince(subject), undefined);
  });
});
