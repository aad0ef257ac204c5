import assert from 'node:assert/strict';
import { eslintReviewer } from '../../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { newFile } from '../../engine/newFile.ts';

const minified = `!function(a){${'go(a);'.repeat(200)}a===1}(settings);\n`;

describe('lines that a tool wrote', () => {
  const review = async (text: string): Promise<{ reason?: string; read?: readonly string[] }> => {
    const files = [newFile('a.js', text)];
    const outcome = await eslintReviewer.review(
      { mergeBase: '', files, addedLines: 1, unreviewed: [] },
      new AbortController().signal,
    );
    assert.ok(outcome.status === 'ok');
    return outcome;
  };

  it('are said to be looked at for security alone, in each review', async () => {
    const { reason, read } = await review(`var settings = {};\n${minified}`);
    assert.equal(
      reason,
      'checked lines of more than 1,000 characters for security only, as if a tool had written them: a.js',
    );
    assert.deepEqual(read, []);
  });

  it('are no line with a long text', async () => {
    const { reason, read } = await review(`go('${'a'.repeat(2_000)}');\n`);
    assert.equal(reason, undefined);
    assert.deepEqual(read, ['a.js']);
  });
});
