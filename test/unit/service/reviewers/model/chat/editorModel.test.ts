import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../../../src/core/base/errors.ts';
import type { CompletionReply } from '../../../../../../src/core/protocol/modelCompletion.ts';
import { editorModel } from '../../../../../../src/service/reviewers/model/chat/editorModel.ts';
import { findingsSchema } from '../../../../../../src/service/reviewers/model/candidates/candidate.ts';

const request = { system: 'Find.', user: 'code', schema: findingsSchema, maxTokens: 10 };
const value = { findings: [] };
const completionOf = (reply: unknown) =>
  editorModel({ name: 'host-1', ask: () => Promise.resolve(reply as CompletionReply) }).complete(
    request,
    new AbortController().signal,
  );

describe('a model that another process asks', () => {
  it('answers with a value or with text that holds one', async () => {
    assert.deepEqual(await completionOf({ status: 'answered', value }), { status: 'answered', value });
    const text = `Here:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
    assert.deepEqual(await completionOf({ status: 'answered', text }), { status: 'answered', value });
  });

  it('may be unavailable, with the reason as one line', async () => {
    const reply = { status: 'skipped', why: 'noPermission', reason: 'You have not\nallowed it\u202e.' };
    const completion = await completionOf(reply);
    assert.deepEqual(completion, { status: 'skipped', why: 'noPermission', reason: 'You have not allowed it' });
  });

  it('fails where its reply is none', async () => {
    const replies = [
      undefined,
      null,
      'x',
      {},
      { status: 'answered' },
      { status: 'answered', text: 'No.' },
      { status: 'skipped', why: 'bored', reason: '' },
    ];
    for (const reply of [...replies, { status: 'answered', text: 'x'.repeat(2_000_001) }]) {
      assert.equal((await completionOf(reply)).status, 'failed');
    }
  });

  it('is given up where the review is stopped, though it never replies', async () => {
    const stop = new AbortController();
    const ask = (): Promise<CompletionReply> => {
      queueMicrotask(() => stop.abort());
      return new Promise(() => undefined);
    };
    await assert.rejects(editorModel({ name: 'host-1', ask }).complete(request, stop.signal), each =>
      CodeReviewError.is(each, 'cancelled'),
    );
  });
});
