import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Analysers } from '../../../../src/service/worker/analyserProcess.ts';
import type { DiffModel } from '../../../../src/service/engine/diff/diffModel.ts';
import type { ReviewerOutcome } from '../../../../src/service/engine/reviewer.ts';
import { reviewers } from '../../../../src/service/reviewers/analysers.ts';
import { builtInReviewers } from '../../../../src/service/reviewers/builtInReviewers.ts';

/** Does with each file what its text says, and finds something in the first line of those that say nothing. */
const program = `
  import { setPriority } from 'node:os';
  const finding = {
    range: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
    rule: 'rule', severity: 'low', category: 'bug', title: 'Wrong.', body: '',
  };
  let count = 0;
  const behave = text => {
    // As deaf as in an endless loop, and costs nothing.
    if (text === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (text === 'out of memory') process.abort();
    if (text === 'crash') process.exit(3);
    if (text === 'crash unless first' && count > 0) process.exit(3);
    // What it takes of the processor is what nobody else wants.
    if (text === 'regex') setPriority(19);
    if (text === 'regex') /^(a+)+$/.test('a'.repeat(60) + '!');
  };
  process.on('message', async ({ files }) => {
    for (const { path, text } of files) {
      behave(text);
      count++;
      const isSpoilt = text === 'spoil';
      const answer = isSpoilt
        ? { status: 'failed', reason: 'nested too deeply' }
        : { status: 'ok', findings: [finding], files: 1, read: [path] };
      await new Promise(resolve => process.send({ answer, isSpoilt }, resolve));
      if (isSpoilt) return;
    }
  });
  process.once('disconnect', () => process.exit());
`;

const { signal } = new AbortController();

describe('the process of the analysers', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-analysers-'));
    file = path.join(folder, 'analysers.mjs');
    await writeFile(file, program);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** What is said of files by these texts, by a reviewer whose files may each take so long. */
  async function told(texts: readonly string[], options: { fileMilliseconds?: number; mostLost?: number } = {}) {
    const analysers = new Analysers({ program: file, args: [], ...options });
    try {
      const [reviewer] = analysers.reviewers();
      assert.ok(reviewer);
      return summary(await reviewer.review(diffOf(texts), signal));
    } finally {
      analysers.dispose();
    }
  }

  for (const [text, why, options] of [
    ['hang', 'took longer than 4 s', { fileMilliseconds: 4_000 }],
    ['regex', 'took longer than 4 s', { fileMilliseconds: 4_000 }],
    ['out of memory', process.platform === 'win32' ? /out of memory|crashed/ : 'out of memory', {}],
    ['crash', 'crashed the analyser (code 3)', {}],
    ['spoil', 'nested too deeply', {}],
  ] as const) {
    it(`names a file whose text is “${text}”, and keeps what was found before and after it`, async () => {
      const { found, notifications } = await told(['', text, '', ''], options);
      assert.deepEqual(found, ['0', '2', '3']);
      assert.equal(notifications.length, 1);
      assert.equal(notifications[0]?.path, '1');
      if (typeof why === 'string') assert.equal(notifications[0].reason, why);
      else assert.match(notifications[0].reason, why);
    });
  }

  it('reads a file once more that only came to grief behind others', async () => {
    const { found, notifications } = await told(['', 'crash unless first', '']);
    assert.deepEqual([found, notifications], [['0', '1', '2'], []]);
  });

  it('gives up after so many, and names all that was not read', async () => {
    const { found, notifications } = await told(['', 'crash', 'crash', 'crash', '', ''], { mostLost: 2 });
    assert.deepEqual(found, ['0']);
    assert.deepEqual(
      notifications.map(each => each.path),
      ['1', '2', '3', '4', '5'],
    );
  });

  it('says of each file that the program is not there', async () => {
    const analysers = new Analysers({ program: path.join(folder, 'gone.mjs'), args: [], mostLost: 1 });
    const [reviewer] = analysers.reviewers();
    assert.ok(reviewer);
    const { found, notifications } = summary(await reviewer.review(diffOf(['', '']), signal));
    assert.deepEqual([found, notifications.length], [[], 2]);
    analysers.dispose();
  });

  it('has the reviewers that read', () => {
    assert.deepEqual(
      builtInReviewers,
      reviewers.map(({ id, readsEverything, readsShortened }) => ({
        id,
        ...(readsEverything && { readsEverything }),
        ...(readsShortened && { readsShortened }),
      })),
    );
  });
});

function diffOf(texts: readonly string[]): DiffModel {
  const files = texts.map((text, index) => ({ path: String(index), text, lines: [text], added: new Set([1]) }));
  return { mergeBase: '', files, unreviewed: [], addedLines: files.length };
}

function summary(answer: ReviewerOutcome) {
  assert.ok(answer.status === 'ok');
  return { found: answer.findings.map(finding => finding.file.path), notifications: answer.notifications ?? [] };
}
