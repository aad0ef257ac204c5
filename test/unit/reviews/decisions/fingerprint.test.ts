import assert from 'node:assert/strict';
import { compareReviews } from '../../../../src/reviews/current/compareReviews.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { Slices } from '../../../../src/core/base/slices.ts';
import {
  fingerprintsOf,
  hashesOf,
  keysOf,
  prepareFingerprints,
} from '../../../../src/reviews/decisions/fingerprint.ts';
import { aComment } from '../builders.ts';

const comment = aComment({ rule: 'no-eval', quotedCode: '  eval(input);', range: { startLine: 3, endLine: 3 } });
const shifted = aComment({
  rule: 'no-eval',
  quotedCode: 'eval( input );',
  range: { startLine: 30, endLine: 30 },
  title: 'Other words',
});

describe('the fingerprint of a finding', () => {
  it('survives shifted lines, re-indented code and other words', () => {
    assert.deepEqual(fingerprintsOf([comment]), fingerprintsOf([shifted]));
  });

  it('tells rule, path, code and the turn of the same code apart', () => {
    const others = [
      comment,
      aComment({ ...comment, rule: 'no-new-func' }),
      aComment({ ...comment, path: 'src/other.ts' }),
      aComment({ ...comment, quotedCode: 'eval(output);' }),
      comment,
    ];
    assert.equal(new Set(fingerprintsOf(others)).size, others.length);
  });

  it('is the same whichever is asked for first, also while all are computed', async () => {
    const all = [comment, shifted, aComment({ ...comment, path: 'src/other.ts' }), shifted, comment];
    const [keys, fingerprints] = [keysOf(all), fingerprintsOf(all)];
    const [later, ahead] = [[...all], [...all]];
    assert.deepEqual([hashesOf(later).fingerprint(3), hashesOf(later).key(4)], [fingerprints[3], keys[4]]);
    const computing = prepareFingerprints(ahead, new Slices(0));
    assert.equal(hashesOf(ahead).fingerprint(4), fingerprints[4]);
    await computing;
    for (const list of [later, ahead]) assert.deepEqual([keysOf(list), fingerprintsOf(list)], [keys, fingerprints]);
  });
});

describe('the next review', () => {
  it('tells what is new, what is still there and what is gone', () => {
    const other = aComment({ rule: 'eqeqeq', quotedCode: 'a == b' });
    const { added, still, gone } = compareReviews(
      [comment, other],
      [shifted, aComment({ rule: 'no-var', quotedCode: 'var x' })],
    );
    assert.deepEqual([...still], fingerprintsOf([comment]));
    assert.equal(added.size, 1);
    assert.deepEqual(gone, [other]);
  });

  it('has something new in a comment that tells more findings than before, and nothing gone in one that tells fewer', () => {
    const told = (code: string, ...members: readonly string[]): ReviewComment =>
      aComment({ rule: 'no-self-compare', quotedCode: code, members });
    const compare = (earlier: ReviewComment, later: ReviewComment): readonly number[] => {
      const { added, still, gone } = compareReviews([earlier], [later]);
      return [added.size, still.size, gone.length];
    };
    const all = told('a === a', 'a', 'b', 'c', 'd');
    assert.deepEqual(compare(all, all), [0, 1, 0]);
    assert.deepEqual(compare(all, told('a === a', 'a', 'b', 'c', 'd', 'e')), [1, 0, 0]);
    assert.deepEqual(compare(all, told('b === b', 'b', 'c', 'd')), [0, 1, 0], 'the first of them is fixed');
    assert.deepEqual(compare(all, told('b === b', 'b')), [0, 1, 0], 'one is left');
    assert.deepEqual(compare(all, told('e === e', 'e')), [1, 0, 1]);
    // What an older version kept does not say what it told.
    assert.deepEqual(compare({ ...all, members: [] }, told('a === a', 'a', 'b')), [0, 1, 0]);
  });
});
