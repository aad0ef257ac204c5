import assert from 'node:assert/strict';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { formatDuration } from '../../../../src/core/base/formatTime.ts';
import { stageText } from '../../../../src/reviews/summary/stageText.ts';

/** What is shown of an answer. */
function shown(answer: object): string {
  return stageText(decodeReview({ id: 'r', status: 'running', ...answer }), 'reviewing');
}

describe('the progress of a review', () => {
  it('is its stage and its share, in our words where the service has none', () => {
    assert.equal(shown({ stage: 'reading 12 of 40 files', progress: 0.305 }), 'reading 12 of 40 files, 30 %');
    assert.equal(shown({}), 'reviewing');
    assert.equal(shown({ status: 'queued', progress: 0 }), 'reviewing');
  });

  it('has the share that the service gave, and the same one in rows', () => {
    for (let percent = 2; percent < 100; percent++) {
      const review = decodeReview({ id: 'r', status: 'running', percent });
      assert.equal(stageText(review, 'reviewing'), `reviewing, ${percent} %`);
    }
  });

  it('is read from the fields of hosted services', () => {
    assert.equal(shown({ percent: 40, phase: 'Analyzing' }), 'Analyzing, 40 %');
    assert.equal(shown({ progress: 40 }), 'reviewing, 40 %');
    assert.equal(shown({ percent: 0.4 }), 'reviewing, 40 %');
    assert.equal(shown({ percent: 1 }), 'reviewing, 1 %');
    assert.equal(shown({ progress: { percent: 40, stage: 'linting' } }), 'linting, 40 %');
  });

  it('is bounded and clean, whatever a service sends', () => {
    for (const progress of [-1, 101, 1e300, NaN, null, '99999 %', { percent: -5 }])
      assert.equal(shown({ progress }), 'reviewing');
    const stage = shown({ stage: `[click](command:evil)\u202e\u0007\n${'x'.repeat(5_000)}` });
    assert.ok(stage.length < 80, `${stage.length}`);
    for (const character of ['\u202e', '\u0007', '\n']) assert.ok(!stage.includes(character));
  });

  it('counts minutes from two minutes on, and no time where the clock was set back', () => {
    assert.equal(formatDuration(119_000), '119 s');
    assert.equal(formatDuration(185_000), '3 min');
    assert.equal(formatDuration(-5_000), '0 s');
  });
});
