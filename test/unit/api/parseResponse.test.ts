import assert from 'node:assert/strict';
import { decodeReview } from '../../../src/api/decode/review.ts';
import { unescapeAscii } from '../../../src/core/base/jsonText.ts';
import { parseResponse } from '../../../src/api/parseResponse.ts';
import { maxBodyBytes } from '../../../src/api/transport/transport.ts';
import { CodeReviewError, displayMessage } from '../../../src/core/base/errors.ts';
import { processorTime } from '../../host/processorTime.ts';

const origin = 'https://review.example';
const fill = (piece: string, size = maxBodyBytes - 200): string => piece.repeat(Math.floor(size / piece.length));

describe('the body of an answer', () => {
  for (const [name, body] of [
    ['objects', `[${fill('{},')}{}]`],
    ['arrays', `[${fill('[],')}[]]`],
    ['numbers', `[${fill('0,')}0]`],
    ['members', `{${fill('"a":0,')}"a":0}`],
    ['comments without a word', `{"id":"r","status":"completed","comments":[${fill('{},')}{}]}`],
    ['brackets that never close', fill('[{"a":')],
  ] as const) {
    it(`is not parsed where it is eight megabytes of ${name}`, () => {
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

  it('takes no longer for what is made to be slow than for a review of as many comments', function () {
    this.timeout(60_000);
    const seconds = (body: string): number => {
      const started = processorTime();
      try {
        decodeReview(parseResponse(body, origin));
      } catch (error) {
        if (!CodeReviewError.is(error, 'service')) throw error;
      }
      return (processorTime() - started) / 1_000;
    };
    const head = '{"id":"r","status":"completed",';
    const honest = `${head}"comments":[${Array<string>(20_000).fill('{"path":"a.ts","line":3,"severity":"high","body":"Wrong."}').join()}]}`;
    seconds(honest);
    let usual = seconds(honest);
    for (const body of [
      `${head}"comments":[${fill('{},', 740_000)}{}]}`,
      `${head}"comments":[${fill('[],', 740_000)}[]]}`,
      `${head}"comments":[${fill('{"comments":[{"x":1}]},', 1_900_000)}{}]}`,
      `${head}"x":[${fill('{"y":[{"body":"x","line":1}]},', 2_000_000)}{}]}`,
      `${head}"comments":["${fill('[{},', 4_000_000).slice(0, -1)}"]}`,
      `${head}"comments":[${fill('"{\\"body\\":\\"x\\"}",', 2_000_000)}""]}`,
      `${head}"files":[${fill('{"x":{}},', 1_000_000)}{}]}`,
      `${head}"comments":{${Array.from({ length: 200_000 }, (_, index) => `"c${index}":{}`).join()}}}`,
    ]) {
      let took = seconds(body);
      // Side by side again: what else the machine does slows down one of the two more than the other.
      for (let turn = 0; turn < 3 && took >= 1 + 6 * usual; turn++) [usual, took] = [seconds(honest), seconds(body)];
      assert.ok(
        took < 1 + 6 * usual,
        `${body.slice(0, 60)}… took ${took.toFixed(1)} s, a review ${usual.toFixed(1)} s`,
      );
    }
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
