import assert from 'node:assert/strict';
import { findDescendants } from '../../../../src/git/run/descendants.ts';

describe('the processes that a program started', () => {
  it('are its children and all of theirs, and nobody else', () => {
    const parentOf = new Map([
      [9, 7],
      [7, 5],
      [5, 1],
      [8, 5],
      [6, 1],
      [1, 0],
    ]);
    assert.deepEqual(
      findDescendants(5, parentOf).sort((a, b) => a - b),
      [7, 8, 9],
    );
    assert.deepEqual(findDescendants(9, parentOf), []);
  });

  it('are told where a list that changes while it is read leads in a circle', () => {
    const parentOf = new Map([
      [2, 3],
      [3, 2],
      [4, Number.NaN],
    ]);
    assert.deepEqual(findDescendants(2, parentOf), [3]);
  });
});
