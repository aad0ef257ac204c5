import assert from 'node:assert/strict';
import type { ReviewerReport } from '../../../src/service/engine/messages.ts';
import { reviewAnswer } from '../../../src/service/reviewAnswer.ts';

/** What a completed review of two files says that it lacks. */
function gapsOf(...reports: readonly Partial<ReviewerReport>[]): unknown {
  const ran: ReviewerReport = { reviewer: 'secrets', status: 'ok', files: 2, milliseconds: 1 };
  const answer = reviewAnswer({
    id: 'rev_1',
    repository: 'acme/app',
    pr: 7,
    root: '/work/app',
    base: 'b'.repeat(40),
    head: 'a'.repeat(40),
    status: 'completed',
    createdAt: 0,
    completedAt: 1,
    engine: '1',
    configuration: '',
    result: {
      status: 'completed',
      comments: [],
      reports: [ran, ...reports.map(report => ({ ...ran, ...report }))],
      reviewed: ['a.ts', 'b.py'],
      addedLines: 2,
      unreviewed: [],
      mergeBase: 'b'.repeat(40),
      milliseconds: 1,
    },
  });
  return answer['gaps'];
}

describe('the gaps of a completed review', () => {
  it('are none where all took place, or found nothing that it is for', () => {
    assert.deepEqual(gapsOf(), []);
    assert.deepEqual(gapsOf({ reviewer: 'ruff', status: 'skipped', reason: 'none', nothingToRead: true }), []);
    assert.deepEqual(gapsOf({ reviewer: 'model', reason: 'read 2 files with X' }), []);
  });

  it('name what failed or did not run, and that a model has read only a part', () => {
    assert.deepEqual(gapsOf({ reviewer: 'tool:oxlint', status: 'failed', reason: 'it ended with code 2' }), [
      'oxlint failed',
    ]);
    assert.deepEqual(gapsOf({ reviewer: 'tools', status: 'failed', reason: 'it is no list' }), [
      'the project’s tools were not run',
    ]);
    assert.deepEqual(gapsOf({ reviewer: 'model', status: 'skipped', reason: 'X may not be used' }), [
      'the language model did not run',
    ]);
    assert.deepEqual(gapsOf({ reviewer: 'model', files: 1, reason: 'had no room for b.py' }), [
      'the language model read only 1 of 2 files in full',
    ]);
    assert.deepEqual(gapsOf({ reviewer: 'model', read: ['a.ts'], reason: 'read only a part of b.py' }), [
      'the language model read only 1 of 2 files in full',
    ]);
  });
});
