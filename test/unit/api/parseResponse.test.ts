import assert from 'node:assert/strict';
import { decodeReview } from '../../../src/api/decode/review.ts';
import { unescapeAscii } from '../../../src/core/base/jsonText.ts';
import { parseResponse } from '../../../src/api/parseResponse.ts';
import { maxBodyBytes } from '../../../src/api/transport/transport.ts';
import { CodeReviewError, displayMessage } from '../../../src/core/base/errors.ts';
import { fasterThanLinear } from '../../host/threadTime.ts';

const origin = 'https://review.example';
const fill = (piece: string, size = maxBodyBytes - 200): string => piece.repeat(Math.floor(size / piece.length));
const keyed = (count: number): string => Array.from({ length: count }, (_, index) => `"c${index}":{}`).join();

describe('the body of an answer', () => {
  for (const [name, body] of [
    ['eight megabytes of objects', `[${fill('{},')}{}]`],
    ['eight megabytes of arrays', `[${fill('[],')}[]]`],
    ['eight megabytes of numbers', `[${fill('0,')}0]`],
    ['eight megabytes of members', `{${fill('"a":0,')}"a":0}`],
    ['an object of fifty thousand members', `{${keyed(50_002)}}`],
    ['eight megabytes of comments without a word', `{"id":"r","status":"completed","comments":[${fill('{},')}{}]}`],
    ['eight megabytes of brackets that never close', fill('[{"a":')],
  ] as const) {
    it(`is not parsed where it is ${name}`, () => {
      const before = process.memoryUsage().heapUsed;
      assert.throws(
        () => parseResponse(body, origin),
        (error: unknown) => CodeReviewError.is(error, 'service') && displayMessage(error).includes(`${origin} sent`),
      );
      assert.ok(process.memoryUsage().heapUsed - before < 64 << 20, 'nothing was made of it');
    });
  }

  it('is read where it is as large as a review can be', () => {
    const comment = {
      ...{
        path: 'src/a.ts',
        start_line: 3,
        end_line: 4,
        severity: 'high',
        title: 'Wrong',
        body: 'It is {wrong}, [here].',
      },
      ...{ rule_id: 'r', category: 'bug', url: 'https://x.example', suggestion: { code: 'a', lines: [3, 4] }, id: 1 },
    };
    const count = Math.floor((maxBodyBytes - 200) / (JSON.stringify(comment).length + 1));
    const body = JSON.stringify({ id: 'r', status: 'completed', comments: Array<unknown>(count).fill(comment) });
    const { comments, notes } = decodeReview(parseResponse(body, origin));
    assert.equal(comments?.length, Math.min(count, 20_000));
    assert.ok(count <= 20_000 || notes.length > 0);
  });

  for (const [made, members, most] of [
    ['of objects without a word', (size: number) => `"comments":[${'{},'.repeat(size)}{}]`, 249_000],
    ['of empty lists', (size: number) => `"comments":[${'[],'.repeat(size)}[]]`, 249_000],
    ['of comments in comments', (size: number) => `"comments":[${'{"comments":[{"x":1}]},'.repeat(size)}{}]`, 83_000],
    [
      'of lists of something else',
      (size: number) => `"x":[${'{"y":[{"body":"x","line":1}]},'.repeat(size)}{}]`,
      83_000,
    ],
    ['of texts that are JSON', (size: number) => `"comments":[${'"{\\"body\\":\\"x\\"}",'.repeat(size)}""]`, 110_000],
    ['of one text of lists', (size: number) => `"comments":["${'[{},'.repeat(size)}"]`, 1_000_000],
    ['of files', (size: number) => `"files":[${'{"x":{}},'.repeat(size)}{}]`, 124_000],
    ['of many members', (size: number) => `"comments":{${keyed(size)}}`, 49_000],
  ] as const)
    it(`takes time as it grows and no more, where it is made to be slow ${made}`, async () => {
      const reading = (size: number): (() => unknown) => {
        const answer = `{"id":"r","status":"completed",${members(Math.floor(size))}}`;
        return () => decodeReview(parseResponse(answer, origin));
      };
      assert.equal(await fasterThanLinear(reading, most / 64, most), undefined);
    });

  it('keeps every digit of a whole number', () => {
    for (const digits of ['9007199254740993', '-9007199254740993', '12345678901234567890', '9'.repeat(40)]) {
      const answer = `{"id":${digits},"status":"completed","comments":[{"id":${digits},"body":"x"}]}`;
      const { id, comments } = decodeReview(parseResponse(answer, origin));
      assert.deepEqual([id, comments?.[0]?.id], [digits, digits]);
    }
    assert.deepEqual(
      parseResponse('{"a":9007199254740991,"b":1.5e300,"__proto__":1e16,"c":"1234567890123456789"}', ''),
      {
        a: 9_007_199_254_740_991,
        b: 1.5e300,
        ['__proto__']: 1e16,
        c: '1234567890123456789',
      },
    );
  });

  it('spells what it holds plainly, and means the same', () => {
    for (const json of [
      String.raw`{"a\/b":"\u0061\u002F\/ \\u0061 \\\u0061 \" \u0022 \u005c \u005C\u0022 \n \u000a \u00e9 \ud83d\ude00 \u2028"}`,
      String.raw`"\\\\\/\\"`,
      'no \\u0061 JSON \\',
    ]) {
      const plain = unescapeAscii(json);
      assert.doesNotMatch(plain, /(?<!\\)(?:\\\\)*\\(?:\/|u00[67])/);
      if (!json.startsWith('no')) assert.deepEqual(JSON.parse(plain), JSON.parse(json));
    }
  });
});
