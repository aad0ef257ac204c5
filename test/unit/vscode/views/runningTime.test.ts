import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { RunningTime } from '../../../../src/vscode/views/findingsTree/runningTime.ts';
import { aSubject } from '../../reviews/builders.ts';

function row(id: string, state: 'triggered' | 'completed'): Row {
  const record = { state, subject: aSubject({}), triggeredAt: 0 };
  return { kind: 'review', id, record } as unknown as Row;
}

describe('the time in the rows of running reviews', () => {
  let drawn: string[];
  let running: RunningTime;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
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

  it('ends with the last of them', () => {
    running.show(true);
    running.begin([row('first', 'triggered')]);
    running.begin([row('first', 'completed')]);
    mock.timers.tick(5_000);
    assert.deepEqual(drawn, []);
  });
});
