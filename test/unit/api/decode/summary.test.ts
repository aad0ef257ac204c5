import assert from 'node:assert/strict';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { isAllClear } from '../outcomes.ts';

const clear = { id: 'r', status: 'completed', comments: [], issues_found: 0 };

describe('what a service says of a review in its own words', () => {
  const summaryOf = (answer: object): string | undefined => decodeReview(answer, 'r').summary;

  it('is kept in any language, under any name, so that a reader sees what no rule can judge', () => {
    for (const [name, text] of Object.entries({
      summary: '`retry()` never resets the counter, so the second failure will loop forever.',
      zusammenfassung: 'Die Migrationsskripte konnten nicht gelesen werden.',
      resumen: 'La función divide entre cero cuando la lista está vacía.',
      摘要: '我们没有检查迁移脚本，请人工确认。',
      report_html: '<table><tr><td>High</td><td>1</td></tr></table> in all',
      final_words: 'Three paths remain open to injection',
    })) {
      const review = decodeReview({ ...clear, [name]: text }, 'r');
      assert.equal(review.summary, text);
      assert.equal(summaryOf({ data: clear, [name]: text }), text, 'beside the review in its envelope');
    }
    assert.equal(
      summaryOf({ ...clear, summary: { text: 'It reads well.', html: 'It <b>reads</b> well.' } }),
      'It reads well.\n\nIt <b>reads</b> well.',
    );
  });

  it('takes no all-clear away by itself', () => {
    const review = decodeReview({ ...clear, summary: 'Adds a button that signs the user out everywhere.' }, 'r');
    assert.ok(isAllClear(review));
    assert.deepEqual(review.gaps ?? [], []);
  });

  it('is not what the pull request is called, what is among the comments, or nothing at all', () => {
    const comment = { path: 'a.ts', line: 3, message: 'It divides by zero here.' };
    for (const parts of [
      { pr_title: 'Add a button', commit_message: 'Add the button', branch: 'some branch', author: 'Robin Sample' },
      { comments: [comment], message: comment.message },
      {
        summary: 'No issues found.',
        conclusion: 'success',
        created_at: '2026-02-02 09:14',
        url: 'https://a.example/b c',
      },
      { summary: '{"issues": []}' },
      { status: 'running', summary: 'Reading the files of the change' },
    ]) {
      assert.equal(summaryOf({ ...clear, ...parts }), undefined, JSON.stringify(parts));
    }
  });

  it('is bounded', () => {
    assert.equal(summaryOf({ ...clear, summary: 'many words '.repeat(10_000) })?.length, 20_000);
  });
});
