import assert from 'node:assert/strict';
import { decodeReview } from '../../src/api/decode/review.ts';
import { chatPrompt } from '../../src/core/render/chatPrompt.ts';
import { suggestedEdit } from '../../src/core/review/suggestedEdit.ts';
import { compareReviews } from '../../src/reviews/current/compareReviews.ts';
import type { ReviewRecord } from '../../src/reviews/store/reviewRecord.ts';
import { remainingSentence, summarise } from '../../src/reviews/summary/reviewSummary.ts';

/** What people complain of in other review tools, each as a test of what happens here. */
function recordOf(answer: Record<string, unknown>, triggeredAt = 1): ReviewRecord {
  const review = decodeReview({ id: 'r1', ...answer });
  const subject = {
    kind: 'pullRequest' as const,
    service: 'https://review.example',
    pullRequest: { repository: 'acme/app', number: 7 },
    title: undefined,
    root: '/repository',
    branch: 'feature',
    headCommit: undefined,
  };
  const state = review.state === 'running' ? 'gaveUp' : review.state;
  return { state, subject, triggeredAt, reviewId: review.id, settledAt: 2, review };
}

const comment = {
  path: 'a.ts',
  line: 3,
  severity: 'high',
  title: 'Broken',
  body: 'It is broken.',
  existing_code: 'const a = b;',
};

describe('complaints about review tools', () => {
  it('“A skipped review was reported as green success”: it is called what it is', () => {
    for (const status of ['skipped', 'limit_reached', 'cancelled', 'failed', 'frobnicated']) {
      const sentence = summarise(recordOf({ status, issues_found: 0, comments: [] }));
      assert.match(sentence, /no all-clear/, status);
      assert.doesNotMatch(sentence, /no issues/, status);
    }
  });

  it('“It did not provide any feedback, with no reason”: the reason is told, and that no comments were sent', () => {
    assert.match(summarise(recordOf({ status: 'failed', error: { message: 'out of tokens' } })), /out of tokens/);
    assert.match(summarise(recordOf({ status: 'completed', issues_found: 3 })), /no comments/);
  });

  it('“A failed run was presented as important issues”: a failure has no findings made of its message', () => {
    const record = recordOf({ status: 'failed', message: 'Important issues: the tool crashed' });
    assert.equal('review' in record ? record.review.comments : 0, undefined);
  });

  it('“Fix with AI sends empty instructions”: the prompt is built from all there is', () => {
    const { comments = [] } = decodeReview({ id: 'r', status: 'done', comments: [comment] });
    const [first] = comments;
    assert.ok(first);
    const prompt = chatPrompt([{ comment: first, code: 'const a = b;', line: 3 }]);
    for (const part of ['a.ts, line 3', 'Broken', 'It is broken.', 'const a = b;'])
      assert.ok(prompt.includes(part), part);
  });

  it('“The same comment is posted again on every run”: it is known again, shifted and reworded', () => {
    const before = decodeReview({ id: 'r', status: 'done', comments: [{ ...comment, rule: 'x/y' }] }).comments ?? [];
    const after =
      decodeReview({
        id: 'r',
        status: 'done',
        comments: [{ ...comment, rule: 'x/y', line: 40, title: 'Still broken' }],
      }).comments ?? [];
    const { added, still, gone } = compareReviews(before, after);
    assert.deepEqual([added.size, still.size, gone.length], [0, 1, 0]);
  });

  it('“Nobody says what changed since the last run”: the summary does', () => {
    const other = { path: 'b.ts', line: 1, title: 'New', body: 'New.', existing_code: 'x' };
    const sentence = remainingSentence(
      recordOf({ status: 'completed', comments: [comment] }),
      recordOf({ status: 'completed', comments: [comment, other] }, 5),
      { open: 2, new: 1 },
    );
    assert.equal(sentence, '1 new since the last review.');
    assert.equal(
      remainingSentence(recordOf({ status: 'failed' }), recordOf({ status: 'completed', comments: [comment] }), {
        open: 1,
        new: undefined,
      }),
      '',
    );
  });

  it('“The fix deletes code”: nothing is replaced that the reviewer did not see', () => {
    const raw = { ...comment, suggested_code: 'const a = c;' };
    const [first] = decodeReview({ id: 'r', status: 'done', comments: [raw] }).comments ?? [];
    assert.ok(first);
    const range = { startLine: 2, startColumn: 0, endLine: 2, endColumn: 12 };
    const finding = { id: 'r/0', comment: first, state: 'current', range } as const;
    const live = ['', '', 'const a = b;', ''];
    assert.ok('edit' in suggestedEdit(finding, live, undefined));
    const changed = suggestedEdit(finding, ['', '', 'const a = b + 1;', ''], undefined);
    assert.match('problem' in changed ? changed.problem : '', /changed since the review/);
  });
});
