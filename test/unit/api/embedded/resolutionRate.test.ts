import assert from 'node:assert/strict';
import { decodeComment } from '../../../../src/api/decode/comment.ts';
import { getResolution, serviceFingerprint, putDismissal } from '../../../../src/api/embedded/resolutionRate.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import type { Resolution } from '../../../../src/core/review/resolutionRate.ts';
import { serving } from '../server.ts';

const { signal } = new AbortController();

async function read(answer: unknown): Promise<Resolution> {
  let resolution: Resolution | undefined;
  await serving(
    (_, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
    async ({ client, seen }) => {
      resolution = await getResolution(client, signal);
      assert.deepEqual([seen[0]?.method, seen[0]?.url], ['GET', '/v1/local/resolution']);
    },
  );
  return resolution ?? assert.fail();
}

describe('the resolution rate of the embedded service', () => {
  it('is read as it is answered', async () => {
    const counts = { changed: 1, applied: 2, dismissed: 4, untouched: 1 };
    const rule = { reviewer: 'eslint', rule: 'eslint/no-self-compare', ...counts, resolution_rate: 0.375 };
    const read1 = { reviewer: 'eslint', rule: 'eslint/no-self-compare', ...counts, rate: 0.375 };
    const answer = { reviewers: [{ reviewer: 'eslint', ...counts }], rules: [rule], mostly_dismissed: [rule] };
    assert.deepEqual(await read(answer), {
      reviewers: [{ ...read1, rule: undefined }],
      rules: [read1],
      mostlyDismissed: [read1],
    });
  });

  it('lacks what cannot be read, and is empty rather than wrong', async () => {
    const none = { reviewers: [], rules: [], mostlyDismissed: [] };
    for (const answer of [{}, [], null, 1, { rules: 'x', reviewers: {}, mostly_dismissed: [null, 1, {}] }])
      assert.deepEqual(await read(answer), none);
    assert.deepEqual(await read({ left_out: { rules: 23 } }), { ...none, rulesLeftOut: 23 });
    const { rules } = await read({ rules: [{ reviewer: 'eslint', changed: -5, applied: 'x', dismissed: 1e99 }] });
    assert.deepEqual(rules, [
      { reviewer: 'eslint', rule: undefined, changed: 0, applied: 0, dismissed: 0, untouched: 0, rate: 0 },
    ]);
  });
});

describe('a dismissal', () => {
  it('is told by the fingerprint that the service gave the comment', async () => {
    const comment = decodeComment({ path: 'a.ts', line: 1, body: 'Wrong.', fingerprint: 'f'.repeat(32) });
    assert.ok(comment);
    const fingerprint = serviceFingerprint(comment) ?? assert.fail();
    await serving(
      (_, response) => void response.setHeader('content-type', 'application/json').end('{}'),
      async ({ client, seen }) => {
        await putDismissal(client, { review: 'rev_1', fingerprint, dismissed: true }, signal);
        assert.deepEqual([seen[0]?.method, seen[0]?.url], ['PUT', '/v1/local/dismissals']);
        assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), { review: 'rev_1', fingerprint, dismissed: true });
      },
    );
  });

  it('of a review that is forgotten is refused in a sentence', async () => {
    await serving(
      (_, response) => void response.writeHead(404, { 'content-type': 'application/json' }).end('{}'),
      async ({ client }) => {
        const told = putDismissal(client, { review: 'rev_1', fingerprint: 'f', dismissed: true }, signal);
        await assert.rejects(told, (error: unknown) => CodeReviewError.is(error, 'notFound'));
      },
    );
  });
});
