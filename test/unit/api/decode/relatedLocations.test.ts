import assert from 'node:assert/strict';
import { decodeComment } from '../../../../src/api/decode/comment.ts';
import { commentToMarkdown } from '../../../../src/core/render/markdownReport.ts';
import { chatPrompt } from '../../../../src/core/render/chatPrompt.ts';
import { sarifLog } from '../../../../src/core/render/sarifLog.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';

const own = {
  path: 'src/pay.ts',
  start_line: 3,
  start_column: 10,
  end_column: 16,
  message: '`refund` is\nimported here.',
};

function decoded(related: unknown, name = 'related_locations'): ReviewComment {
  const comment = decodeComment({
    path: 'src/money.ts',
    start_line: 1,
    title: 'Gone.',
    body: 'Text.',
    [name]: related,
  });
  assert.ok(comment);
  return comment;
}

describe('other places of a comment', () => {
  it('are read from the embedded service, and from others that say it in the terms of SARIF or the editor', () => {
    const range = { startLine: 3, startColumn: 10, endLine: 3, endColumn: 16 };
    const expected = [{ path: 'src/pay.ts', range, message: '`refund` is imported here.' }];
    assert.deepEqual(decoded([own]).related, expected);
    const location = {
      physicalLocation: {
        artifactLocation: { uri: 'src/pay.ts' },
        region: { startLine: 3, startColumn: 10, endLine: 3, endColumn: 16 },
      },
      message: { text: '`refund` is imported here.' },
    };
    assert.deepEqual(decoded([location], 'relatedLocations').related, expected);
  });

  it('are left out where they are hostile or no places, without losing the comment', () => {
    const hostile = ['../../etc/passwd', 'C:\\a', '.git/config', ''].map(path => ({ ...own, path }));
    const { related, title } = decoded([...hostile, null, 7, { path: 'a.ts' }, own]);
    assert.deepEqual([title, related?.map(({ path }) => path)], ['Gone.', ['src/pay.ts']]);
    assert.equal(decoded('everywhere').related, undefined);
    assert.equal(decoded(Array.from({ length: 5_000 }, () => own)).related?.length, 50);
  });

  it('are in what is copied, handed to a chat and exported', () => {
    const comment = decoded([own]);
    assert.match(commentToMarkdown(comment), /^- `src\/pay\.ts:3` /m);
    assert.match(chatPrompt([{ comment, code: undefined, line: undefined }]), /^src\/pay\.ts, line 3: /m);
    const run = { version: '1', fingerprints: ['f'], fingerprintName: 'n/v1', succeeded: true, gaps: [], notes: [] };
    const log = JSON.stringify(sarifLog({ ...run, comments: [comment], properties: {} }));
    assert.match(log, /"relatedLocations":\[\{"id":1,"physicalLocation":\{"artifactLocation":\{"uri":"src\/pay\.ts"/);
  });
});
