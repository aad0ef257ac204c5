import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { RunningTime } from '../../../../src/vscode/views/findingsTree/runningTime.ts';
import { aSubject } from '../../reviews/builders.ts';

function row(id: string, state: 'triggered' | 'completed', settledAt?: number): Row {
  const record = { state, subject: aSubject({}), triggeredAt: 0 };
  const shown = settledAt === undefined ? undefined : { settledAt };
  return { kind: 'review', id, record, review: { shown } } as unknown as Row;
}

describe('the time in the rows of running reviews', () => {
  let drawn: string[];
  let running: RunningTime;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: 1_000_000 });
    drawn = [];
    running = new RunningTime(({ id }) => drawn.push(id));
  });

  afterEach(() => {
    running.dispose();
    mock.timers.reset();
  });

  it('goes on each second, of those only, wherever in the tree they are', () => {
    running.show(true);
    running.begin([row('ended', 'completed'), row('first', 'triggered')]);
    running.add([row('below', 'triggered')]);
    // As when the row above is drawn.
    running.add([row('below', 'triggered')]);
    mock.timers.tick(2_000);
    assert.deepEqual(drawn, ['first', 'below', 'first', 'below']);
  });

  it('rests while the view is hidden, and goes on when it is shown', () => {
    running.begin([row('first', 'triggered')]);
    mock.timers.tick(5_000);
    assert.deepEqual(drawn, []);
    running.show(true);
    mock.timers.tick(1_000);
    assert.deepEqual(drawn, ['first']);
    running.show(false);
    mock.timers.tick(5_000);
    assert.deepEqual(drawn, ['first']);
  });

  it('draws the row of a review that has ended when it is older than it says, while it is in sight', () => {
    running.show(true);
    running.begin([row('now', 'completed', 1_000_000), row('before', 'completed', 1_000_000 - 7_200_000)]);
    mock.timers.tick(45_000);
    assert.deepEqual(drawn, []);
    mock.timers.tick(15_000);
    assert.deepEqual(drawn, ['now']);
    mock.timers.tick(45_000);
    running.show(false);
    mock.timers.tick(120_000);
    assert.deepEqual(drawn, ['now']);
    running.show(true);
    mock.timers.tick(15_000);
    assert.deepEqual(drawn, ['now', 'now']);
  });

  it('draws it at once when it is older than it says', () => {
    running.show(true);
    running.begin([row('now', 'completed', 1_000_000 - 20_000)]);
    mock.timers.tick(39_999);
    assert.deepEqual(drawn, []);
    mock.timers.tick(1);
    assert.deepEqual(drawn, ['now']);
  });

  it('ends with the last of them', () => {
    running.show(true);
    running.begin([row('first', 'triggered')]);
    running.begin([row('first', 'completed')]);
    mock.timers.tick(5_000);
    assert.deepEqual(drawn, []);
  });
});
