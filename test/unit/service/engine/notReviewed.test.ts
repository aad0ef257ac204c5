import assert from 'node:assert/strict';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import type { CompletedResult } from '../../../../src/service/engine/messages.ts';
import { listsOf } from '../../../../src/service/engine/notReviewed.ts';
import { reviewNotes } from '../../../../src/service/engine/result/reviewNotes.ts';
import { reviewResponse } from '../../../../src/service/http/reviewResponse.ts';

const some = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index));

const result: CompletedResult = {
  status: 'completed',
  comments: [],
  reviewed: some(11, index => `.github/${index}.txt`).concat('web/zz.html'),
  reports: [
    {
      reviewer: 'eslint',
      status: 'ok',
      files: 1,
      milliseconds: 1,
      testData: some(11, index => `test/fixtures/a${index}.js`).concat('test/fixtures/zz.js'),
    },
  ],
  addedLines: 30,
  unreviewed: [
    ...some(11, index => `assets/a${index}.png`).map(path => ({ path, why: 'binary' })),
    { path: 'vendor/zz.js', why: 'vendored' },
  ],
  hidden: some(12, index => `src/${index}.js`).map(path => ({ path, line: 1, rule: 'eslint/x', by: 'base' as const })),
  mergeBase: 'b',
  milliseconds: 1,
};

describe('the lists of what was not reviewed', () => {
  it('hold every file and finding, whatever stands before it, and code first', () => {
    const { notReviewed, suppressed } = listsOf(result);
    assert.deepEqual(notReviewed[0], { path: 'vendor/zz.js', reason: 'vendored' });
    assert.deepEqual(
      notReviewed.filter(({ path }) => path.includes('zz')),
      [
        { path: 'vendor/zz.js', reason: 'vendored' },
        { path: 'test/fixtures/zz.js', reason: 'test data', reviewers: ['ESLint'] },
        { path: 'web/zz.html', reason: 'read for secrets and diff hygiene only' },
      ],
    );
    assert.equal(suppressed.length, 12);
  });

  it('are named by the notes where those cannot name all', () => {
    const said = 'JSON lists all of these, under `not_reviewed` and `suppressed`.';
    assert.ok(reviewNotes(result).includes(said));
    assert.match(reviewNotes(result).join('\n'), /^Not read: vendor\/zz\.js \(vendored\), .* and 2 more\.$/m);
    assert.ok(!reviewNotes({ ...result, reviewed: [], reports: [], unreviewed: [], hidden: [] }).includes(said));
  });

  it('are in the answer of the API, which is still read as one of the embedded service', () => {
    const stored = { id: 'r', repository: 'o/r', pr: 1, base: 'b', head: 'h', createdAt: 0, completedAt: 0 };
    const answer = reviewResponse({ ...stored, status: 'completed', result } as Parameters<typeof reviewResponse>[0]);
    assert.equal((answer['not_reviewed'] as unknown[]).length, 36);
    assert.equal((answer['suppressed'] as unknown[]).length, 12);
    const { state, gaps } = decodeReview(answer);
    assert.deepEqual([state, gaps], ['completed', []]);
  });
});
