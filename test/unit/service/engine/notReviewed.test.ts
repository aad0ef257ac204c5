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

function answerOf(of: CompletedResult): Record<string, unknown> {
  const stored = { id: 'r', repository: 'o/r', pr: 1, root: '/r', base: 'b', head: 'h', createdAt: 0, completedAt: 0 };
  return reviewResponse({ ...stored, engine: '1', configuration: '', status: 'completed', result: of });
}

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

  it('say what was read only for what matters elsewhere, and of which components only the scripts', () => {
    const reviewed = ['src/a.vue', 'src/b.vue', 'package.json', 'index.html'];
    const report = { status: 'ok', files: 2, milliseconds: 1 } as const;
    const reports = [
      { ...report, reviewer: 'cross-file', compared: ['package.json', 'src/a.vue', 'src/b.vue'] },
      { ...report, reviewer: 'eslint', markup: ['src/a.vue'] },
    ];
    const partly = { ...result, reviewed, reports, unreviewed: [], hidden: [] };
    assert.deepEqual(listsOf(partly).notReviewed, [
      { path: 'src/a.vue', reason: 'outside its scripts read for secrets and diff hygiene only' },
      { path: 'package.json', reason: 'read for secrets, diff hygiene and checks across files only' },
      { path: 'index.html', reason: 'read for secrets and diff hygiene only' },
    ]);
    const notes = reviewNotes(partly).join('\n');
    assert.match(notes, /for secrets and diff hygiene only: src\/a\.vue \(outside its scripts\), index\.html\.$/m);
    assert.match(notes, /for secrets, diff hygiene and checks across files only: package\.json\.$/m);
  });

  it('name one of each kind before the others', () => {
    const reviewed = some(11, index => `a/${index}.yaml`).concat('z/Dockerfile', 'z/deploy.tf');
    const notes = reviewNotes({ ...result, reviewed, unreviewed: [] }).join('\n');
    assert.match(notes, /only: a\/0\.yaml, z\/Dockerfile, z\/deploy\.tf, a\/1\.yaml, .* and 3 more\.$/m);
  });

  it('are named by the notes where those cannot name all', () => {
    const said = 'JSON lists all of these, under `not_reviewed` and `suppressed`.';
    assert.ok(reviewNotes(result).includes(said));
    assert.match(reviewNotes(result).join('\n'), /^Not read: vendor\/zz\.js \(vendored\), .* and 2 more\.$/m);
    assert.ok(!reviewNotes({ ...result, reviewed: [], reports: [], unreviewed: [], hidden: [] }).includes(said));
  });

  it('are whole on the command line, and as long as they are said to be in an answer of the API', () => {
    const reviewed = some(5_200, index => `aa/${index}.yml`).concat('zz/zz.yml');
    const many = { ...result, reviewed, unreviewed: [], hidden: [] };
    assert.ok(listsOf(many).notReviewed.some(({ path }) => path === 'zz/zz.yml'));
    const answer = answerOf(many);
    assert.equal((answer['not_reviewed'] as unknown[]).length, 5_000);
    assert.ok(
      (answer['notes'] as string[]).includes(
        'JSON lists all of these, the API the first 5,000 of each, under `not_reviewed` and `suppressed`.',
      ),
    );
  });

  it('are in the answer of the API, which is still read as one of the embedded service', () => {
    const answer = answerOf(result);
    assert.equal((answer['not_reviewed'] as unknown[]).length, 36);
    assert.equal((answer['suppressed'] as unknown[]).length, 12);
    const { state, gaps } = decodeReview(answer);
    assert.deepEqual([state, gaps], ['completed', []]);
  });
});
