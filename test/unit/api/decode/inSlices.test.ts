import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { decodeReview, decodeReviewInSlices } from '../../../../src/api/decode/review.ts';
import { Slices } from '../../../../src/core/base/slices.ts';

const comments = Array.from({ length: 60 }, (_, index) => ({
  path: `src/file${index % 7}.ts`,
  line: 1 + index,
  severity: index % 2 === 0 ? 'high' : 'low',
  title: `Finding ${index}`,
  body: 'Something to look at.',
}));
/** Exactly as the embedded service sends it. */
const embedded = {
  ...{ id: 'r', status: 'completed', created_at: '2026-11-01T00:00:00Z', repository: 'acme/app', pr: 7 },
  ...{ commit_sha: '1'.repeat(40), base_sha: '2'.repeat(40) },
  comments: comments.map(({ path, line, severity, title, body }) => ({
    ...{ fingerprint: title, reviewer: 'eslint', category: 'bug', rule_id: 'no-bug', side: 'RIGHT', severity },
    ...{ path, title, body, start_line: line, end_line: line },
  })),
};
const answers: readonly unknown[] = [
  { id: 'r', status: 'completed', comments },
  { id: 'r', status: 'completed', comments, result: { issues: [...comments.slice(0, 20), { path: 'x.ts' }, 'text'] } },
  { data: { review: { id: 'r', status: 'done', files: [{ path: 'a.ts', comments: [{ line: 1, body: 'Look.' }] }] } } },
  { id: 'r', status: 'running' },
  embedded,
  { ...embedded, comments: [...embedded.comments, { ...embedded.comments[0], more: 1 }] },
];

describe('an answer that is decoded in slices', () => {
  it('says the same as one that is decoded at once', async () => {
    for (const answer of answers)
      assert.deepEqual(await decodeReviewInSlices(answer, new Slices(0)), decodeReview(answer));
    await assert.rejects(decodeReviewInSlices({ status: 'completed' }, new Slices(0)), /not a review/);
  });

  it('gives everything else its turn between any two comments', async () => {
    assert.ok((await turnsOf(answers[0])) >= comments.length);
    // Each is looked at twice: whether it is as the embedded service sends it, and what it says.
    assert.ok((await turnsOf(embedded)) >= 2 * comments.length);
  });
});

async function turnsOf(answer: unknown): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = async (): Promise<void> => {
    for (; !isDone; turns++) await turn();
  };
  const counting = count();
  await decodeReviewInSlices(answer, new Slices(0));
  isDone = true;
  await counting;
  return turns;
}
