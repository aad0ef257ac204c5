import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Git } from '../../../../src/git/run/git.ts';
import { reviewRange } from '../../../../src/service/engine/reviewRange.ts';
import { reviewers } from '../../../../src/service/reviewers/analysers.ts';
import { createSample } from '../../../host/start/sample.ts';

describe('the review of the sample repository', () => {
  it('finds the planted defects, most with a fix', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-sample-'));
    try {
      const { workspace: root, base, head } = await createSample(folder);
      const git = new Git({ executable: 'git', log: () => undefined });
      const parts = { git, reviewers, now: () => performance.now() };
      const result = await reviewRange(parts, { root, base, head }, new AbortController().signal);
      assert.ok(result.status === 'completed');
      const found = result.comments.map(({ path: file, rule_id }) => `${path.basename(file)} ${rule_id}`);
      for (const planted of [
        'refundStore.ts eslint/review/sql-from-template',
        'refund.ts eslint/array-callback-return',
        'refund.ts eslint/no-self-compare',
        'refund.ts eslint/review/identical-branches',
        'refundService.ts eslint/review/async-callback',
        'refundService.test.ts eslint/review/only-in-test',
        'reconcile_refunds.py ruff/F632',
        'reconcile_refunds.py ruff/F821',
        'reconcile_refunds.py ruff/B006',
        'reconcile_refunds.py ruff/F507',
        'reconcile_refunds.py secrets/password-in-a-connection-string',
      ]) {
        assert.ok(found.includes(planted), planted);
      }
      const fixed = result.comments.filter(({ suggested_code }) => suggested_code !== undefined);
      assert.ok(fixed.length * 2 > result.comments.length);
      assert.deepEqual(
        result.reports.map(({ status }) => status),
        ['ok', 'ok', 'ok', 'ok', 'ok'],
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
