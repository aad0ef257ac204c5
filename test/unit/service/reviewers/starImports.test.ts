import assert from 'node:assert/strict';
import { ruffReviewer } from '../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { withConsequences } from '../../../../src/service/reviewers/withConsequences.ts';
import { reviewGaps } from '../../../../src/service/engine/result/reviewGaps.ts';
import { reviewNotes } from '../../../../src/service/engine/result/reviewNotes.ts';
import { places, review } from '../engine/reviewing.ts';

async function notes(text: string, before?: string): Promise<string[]> {
  const files = { 'x.txt': '', ...(before !== undefined && { 'a.py': before }) };
  const result = await review([withConsequences(ruffReviewer)], files, { 'a.py': text });
  assert.ok(result.status === 'completed');
  assert.deepEqual(places(result), []);
  assert.deepEqual(reviewGaps(result), []);
  return reviewNotes(result).filter(note => note.includes('undefined names'));
}

describe('names of Python that a star import may define', () => {
  const told = ['Ruff (Python) cannot tell undefined names where a star import may define them: a.py.'];
  const star = 'from os.path import *\n\n\n';
  const use = 'def value(items):\n    return sum(itms)\n';

  it('are said to be untold', async () => {
    assert.deepEqual(await notes(star + use), told);
    assert.deepEqual(await notes(star + use, star), told);
  });

  it('are said to be untold where the import is new and they are not', async () => {
    assert.deepEqual(await notes(star + use, `from shop import itms\n\n\n${use}`), told);
  });

  it('are not spoken of where the change has none, or brings no star', async () => {
    assert.deepEqual(await notes(`${star}A = 1\n`), []);
    assert.deepEqual(await notes(`${star}${use}A = 1\n`, star + use), []);
  });
});
