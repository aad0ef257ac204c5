import assert from 'node:assert/strict';
import type { EngineComment } from '../../../../../src/service/engine/engineComment.ts';
import { buildComments } from '../../../../../src/service/engine/result/buildComments.ts';
import { eslintReviewer } from '../../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { findingsIn, newFile } from '../newFile.ts';

/** What a review tells of a finding of a rule. */
function told(reviewer: string, rule: string, severity: EngineComment['severity']): EngineComment {
  const file = newFile('a.py', 'one\n');
  const range = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 4 };
  const words = { title: 'Something is wrong.', body: 'Because.' };
  const [comment] = buildComments([{ file, reviewer, range, rule, severity, category: 'bug', ...words }]);
  assert.ok(comment !== undefined);
  return comment;
}

describe('the track record of a rule', () => {
  it('marks what few readers have judged, and what they called wrong', () => {
    for (const [reviewer, rule, says] of [
      ['ruff', 'ruff/F999', /too few findings of its kind/],
      ['secrets', 'secrets/private-key', /right in 2 of 7 repositories in which people judged them/],
      ['typescript', 'typescript/TS1005', /right in 22 of 30 repositories/],
    ] as const) {
      const { experimental, body } = told(reviewer, rule, 'medium');
      assert.equal(experimental, true, rule);
      assert.match(body, /^Because\.\n\n_This check is experimental: /);
      assert.match(body, says);
    }
  });

  it('says nothing of what was right in most cases, of a model, or of a tool that the project runs', () => {
    for (const [reviewer, rule] of [
      ['ruff', 'ruff/S113'],
      ['cross-file', 'cross-file/removed-name'],
      ['model', 'model/bug'],
      ['tool:ruff', 'ruff/F999'],
    ] as const) {
      const { experimental, body } = told(reviewer, rule, 'medium');
      assert.deepEqual([experimental, body], [undefined, 'Because.'], rule);
    }
  });

  it('lets only what was right in 95 of 100 be grave', () => {
    const severityOf = (reviewer: string, rule: string): string => told(reviewer, rule, 'critical').severity;
    assert.deepEqual(
      [
        severityOf('hygiene', 'hygiene/conflict-marker'),
        severityOf('typescript', 'typescript/TS1185'),
        severityOf('ruff', 'ruff/F811'),
        severityOf('ruff', 'ruff/F999'),
        severityOf('eslint', 'eslint/no-self-compare'),
        severityOf('secrets', 'secrets/github-token'),
        severityOf('secrets', 'secrets/stripe-live-key'),
        severityOf('tool:semgrep', 'any'),
      ],
      // F811 was right in 91 of 100. A secret may be one step graver.
      ['critical', 'critical', 'medium', 'medium', 'medium', 'critical', 'high', 'critical'],
    );
    assert.equal(told('ruff', 'ruff/F999', 'low').severity, 'low');
  });

  it('comes with what reviewers find', async () => {
    const [finding] = await findingsIn(eslintReviewer, newFile('a.js', 'if (total === total) go();\n'));
    assert.ok(finding !== undefined);
    const [comment] = buildComments([{ ...finding, reviewer: 'eslint' }]);
    assert.deepEqual([comment?.rule_id, comment?.experimental], ['eslint/no-self-compare', true]);
  });
});
