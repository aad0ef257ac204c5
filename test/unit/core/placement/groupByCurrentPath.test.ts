import assert from 'node:assert/strict';
import { groupByCurrentPath } from '../../../../src/core/placement/groupByCurrentPath.ts';

describe('the files of a review', () => {
  it('have the comments of all paths that lead to them', () => {
    const byPath = new Map([
      ['a/src/old.ts', [1, 2]],
      ['src/other.ts', [3]],
      ['src/old.ts', [4]],
    ]);
    const pathNow = (file: string): string => (file.endsWith('src/old.ts') ? 'src/new.ts' : file);
    assert.deepEqual(groupByCurrentPath(byPath, pathNow), [
      { file: 'a/src/old.ts', pathNow: 'src/new.ts', comments: [1, 2, 4] },
      { file: 'src/other.ts', pathNow: 'src/other.ts', comments: [3] },
    ]);
  });
});
