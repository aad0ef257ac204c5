import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { Redactor } from '../../../../src/core/base/redactor.ts';
import { Log } from '../../../../src/vscode/platform/log.ts';
import { canaryKey } from '../../../host/keys/canary.ts';

const key = canaryKey();

function logged(use: (log: Log) => void): string[] {
  const lines: string[] = [];
  const write = (line: string): unknown => lines.push(line);
  const channel = { info: write, debug: write, warn: write, error: write } as unknown as vscode.LogOutputChannel;
  const redactor = new Redactor();
  redactor.add(key);
  use(new Log(channel, redactor));
  return lines;
}

describe('the log', () => {
  it('has a line for each request each way', () => {
    const lines = logged(log => {
      log.exchange({ direction: 'out', method: 'GET', path: '/v1/reviews/:id' });
      log.exchange({ direction: 'in', method: 'GET', path: '/v1/reviews/:id', outcome: '200', milliseconds: 12.3 });
    });
    assert.deepEqual(lines, ['→ GET /v1/reviews/:id', '← GET /v1/reviews/:id 200 12 ms']);
  });

  it('never holds a key, wherever it came from', () => {
    const lines = logged(log => {
      log.info(`key ${key}`);
      log.error(
        `while sending ${key}`,
        new CodeReviewError('auth', `bad ${key}`, '', { cause: new Error(`header ${encodeURIComponent(key)}`) }),
      );
    });
    assert.equal(lines.join().includes(key), false);
    assert.match(lines.join(), /caused by/);
  });

  it('takes one line of hostile text for one line', () => {
    assert.deepEqual(
      logged(log => log.info('a\nfake line\u001b[2J')),
      ['a fake line [2J'],
    );
  });
});
