import assert from 'node:assert/strict';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { progressText, stageText } from '../../../../src/reviews/summary/progressText.ts';

/** What is shown of an answer, 12 seconds after the review was triggered. */
function shown(answer: object, after = 12_000): string {
  return progressText(decodeReview({ id: 'r', status: 'running', ...answer }), 1_000, 1_000 + after);
}

describe('the progress of a review', () => {
  it('is its stage, its share and the time', () => {
    assert.equal(shown({ stage: 'reading 12 of 40 files', progress: 0.305 }), 'reading 12 of 40 files, 30 %, 12 s');
    assert.equal(shown({}), 'running, 12 s');
    assert.equal(shown({ status: 'queued', progress: 0 }), 'queued, 12 s');
  });

  it('has the share that the service gave, and the same one in rows', () => {
    for (let percent = 2; percent < 100; percent++) {
      const review = decodeReview({ id: 'r', status: 'running', percent });
      assert.equal(stageText(review, 'reviewing'), `reviewing, ${percent} %`);
    }
  });

  it('is read from the fields of hosted services', () => {
    assert.equal(shown({ percent: 40, phase: 'Analyzing' }), 'Analyzing, 40 %, 12 s');
    assert.equal(shown({ progress: 40 }), 'running, 40 %, 12 s');
    assert.equal(shown({ percent: 0.4 }), 'running, 40 %, 12 s');
    assert.equal(shown({ percent: 1 }), 'running, 1 %, 12 s');
    assert.equal(shown({ progress: { percent: 40, stage: 'linting' } }), 'linting, 40 %, 12 s');
  });

  it('is bounded and clean, whatever a service sends', () => {
    for (const progress of [-1, 101, 1e300, NaN, null, '99999 %', { percent: -5 }])
      assert.equal(shown({ progress }), 'running, 12 s');
    const stage = shown({ stage: `[click](command:evil)\u202e\u0007\n${'x'.repeat(5_000)}` });
    assert.ok(stage.length < 80, `${stage.length}`);
    for (const character of ['\u202e', '\u0007', '\n']) assert.ok(!stage.includes(character));
  });

  it('counts minutes from two minutes on, and no time where the clock was set back', () => {
    assert.equal(shown({}, 119_000), 'running, 119 s');
    assert.equal(shown({}, 185_000), 'running, 3 min');
    assert.equal(shown({}, -5_000), 'running, 0 s');
  });
});
