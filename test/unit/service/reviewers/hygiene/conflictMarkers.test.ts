import assert from 'node:assert/strict';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { newFile, rulesIn } from '../../engine/newFile.ts';

function conflict(size: number): string {
  const of = (character: string): string => character.repeat(size);
  return `${of('<')} HEAD\na\n${of('=')}\nb\n${of('>')} x\n`;
}

describe('conflict markers', () => {
  const told = (text: string): Promise<string[]> => rulesIn(hygieneReviewer, newFile('a.txt', text));

  it('are found of the usual size and of another that the repository may set', async () => {
    for (const size of [7, 8, 15]) assert.deepEqual(await told(conflict(size)), ['1 hygiene/conflict-marker']);
  });

  it('are not lines that somebody drew or quoted', async () => {
    assert.deepEqual(await told(`${'<'.repeat(20)}\nTitle\n${'='.repeat(30)}\n${'>'.repeat(20)}\n`), []);
    assert.deepEqual(await told(`${'>'.repeat(9)} Hello\n`), []);
  });
});
