import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../../src/core/base/errors.ts';
import type { CompletionRequest } from '../../../../../src/core/protocol/modelCompletion.ts';
import type { Completion } from '../../../../../src/service/reviewers/model/chat/languageModel.ts';
import { nothing, ScriptedModel, withChange, type ModelReviewerOutcome } from './reviewedChange.ts';

const finding = {
  path: 'a.ts',
  line: 2,
  quote: 'return a / b;',
  category: 'logic',
  severity: 'high',
  title: 'Dividing by zero is not refused.',
  body: 'Refuse it.',
  trigger: 'ratio(1, 0) is Infinity.',
  confidence: 0.9,
  old_code: '  return a / b;',
  new_code: '  if (b === 0) throw new RangeError();\n  return a / b;',
};
const code = 'export function ratio(a: number, b: number): number {\n  return a / b;\n}\n';
const found: Completion = { status: 'answered', value: { findings: [finding] } };
const kept: Completion = { status: 'answered', value: { verdicts: [{ id: 1, verdict: 'keep', reason: '' }] } };
const isVerify = ({ schema }: CompletionRequest): boolean => schema.title === 'verdicts';
const findThenKeep = (request: CompletionRequest): Completion => (isVerify(request) ? kept : found);

/** Four files that need a call each. */
const files = Object.fromEntries(
  [0, 1, 2, 3].map(i => [
    `f${i}.ts`,
    Array.from({ length: 180 }, (_, line) => `export const v${i}_${line} = ${line};`).join('\n'),
  ]),
);
const perCall = { limits: { tokensPerCall: 3_200, calls: 4 } };

function okOf(answer: ModelReviewerOutcome): Extract<ModelReviewerOutcome, { status: 'ok' }> {
  assert.ok(answer.status === 'ok', answer.reason);
  return answer;
}

describe('the review by a model', () => {
  it('finds, has it checked with the code around, and tells who read what', async () => {
    const model = new ScriptedModel(findThenKeep);
    const answer = okOf(await withChange({}, { 'a.ts': code }, change => change.review(model)));
    const [{ file, range, rule, severity, category, title, body, fix = [] } = assert.fail()] = answer.findings;
    assert.deepEqual([file.path, range.startLine, range.endLine, rule], ['a.ts', 2, 2, 'model/logic']);
    assert.deepEqual([severity, category, title], ['high', 'bug', finding.title]);
    assert.equal(body, 'Refuse it.\n\n**When it happens:** ratio(1, 0) is Infinity.');
    assert.equal(fix.length, 1);
    assert.match(answer.reason ?? '', /^read 1 file \(a\.ts\) with scripted-1 in 2 calls \(about [\d,]+ tokens\)$/);
    assert.deepEqual(answer.read, ['a.ts']);
    assert.equal(answer.stats?.calls, 2);
    const [, check] = model.asked;
    assert.match(
      check?.user ?? '',
      /^Candidate 1 in a\.ts, line 2\n\| severity: high\n\| category: logic\n\| title: Dividing by zero/m,
    );
    assert.match(check?.user ?? '', /^ {4}2 \+ {3}return a \/ b;$/m);
  });

  it('says when it happens as the check corrected it', async () => {
    const text = { title: 'Zero is not refused.', body: 'Throw.', trigger: 'ratio(0, 0) is NaN.' };
    const verdict = { id: 1, verdict: 'correct', reason: '', severity: 'low', ...text, old_code: '', new_code: '' };
    const corrected: Completion = { status: 'answered', value: { verdicts: [verdict] } };
    const model = new ScriptedModel(request => (isVerify(request) ? corrected : found));
    const answer = okOf(await withChange({}, { 'a.ts': code }, change => change.review(model)));
    const [{ severity, title, body } = assert.fail()] = answer.findings;
    assert.deepEqual([severity, title], ['low', text.title]);
    assert.equal(body, 'Throw.\n\n**When it happens:** ratio(0, 0) is NaN.');
  });

  it('keeps the line breaks of the file in a fix', async () => {
    const model = new ScriptedModel(findThenKeep);
    const text = code.replaceAll('\n', '\r\n');
    const answer = okOf(await withChange({}, { 'a.ts': text }, change => change.review(model)));
    const [edit = assert.fail()] = answer.findings[0]?.fix ?? [];
    const patched = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
    assert.equal(patched, text.replace('  return', '  if (b === 0) throw new RangeError();\r\n  return'));
  });

  it('gives a fix the indentation that the model left away', async () => {
    const guard = 'if (b === 0) throw new RangeError();';
    const line = 'return a / b;';
    for (const [old, fresh] of [
      [line, `${guard}\n${line}`],
      [line, `${guard}\n  ${line}`],
      [`${line}\n}`, `${guard}\n  ${line}\n}`],
      [`  ${line}`, `  ${guard}\n  ${line}`],
    ] as const) {
      const fixed = {
        status: 'answered',
        value: { findings: [{ ...finding, old_code: old, new_code: fresh }] },
      } as const;
      const model = new ScriptedModel(request => (isVerify(request) ? kept : fixed));
      const answer = okOf(await withChange({}, { 'a.ts': code }, change => change.review(model)));
      const [edit = assert.fail()] = answer.findings[0]?.fix ?? [];
      const patched = code.slice(0, edit.start) + edit.text + code.slice(edit.end);
      assert.equal(patched, code.replace(`  ${line}`, `  ${guard}\n  ${line}`), JSON.stringify([old, fresh]));
    }
  });

  it('asks nothing a second time where nothing was found, and nothing at all where no line was changed', async () => {
    const model = new ScriptedModel(() => nothing);
    const answer = okOf(await withChange({}, { 'a.ts': code }, change => change.review(model)));
    assert.deepEqual([answer.findings, model.asked.length], [[], 1]);
    const moved = await withChange({ 'a.ts': code }, { 'a.ts': undefined, 'b.ts': code }, change =>
      change.review(model),
    );
    assert.deepEqual([moved.status, model.asked.length], ['skipped', 1]);
  });

  it('has two calls under way at a time', async () => {
    let under = 0;
    let most = 0;
    const model = new ScriptedModel(async () => {
      most = Math.max(most, ++under);
      await new Promise(resolve => setImmediate(resolve));
      under--;
      return nothing;
    });
    const answer = okOf(await withChange({}, files, change => change.review(model, perCall)));
    assert.deepEqual([model.asked.length, most, answer.files], [4, 2, 4]);
  });

  it('is skipped where the model cannot be asked, and then asks no more', async () => {
    const model = new ScriptedModel(() => ({ status: 'skipped', why: 'noPermission', reason: 'it was not allowed' }));
    const answer = await withChange({}, files, change => change.review(model, perCall));
    assert.deepEqual([answer.status, answer.reason], ['skipped', 'it was not allowed']);
    assert.ok(model.asked.length <= 2);
    assert.equal(answer.stats?.unanswered.length, 4);
  });

  it('is no clean review where a part was not answered', async () => {
    const broken: Completion = { status: 'failed', reason: 'it broke' };
    const nothingElse = new ScriptedModel((_request, count) => (count === 2 ? broken : nothing));
    const failed = await withChange({}, files, change => change.review(nothingElse, perCall));
    assert.deepEqual([failed.status, failed.reason], ['failed', 'it broke']);
    const something = new ScriptedModel(request =>
      isVerify(request)
        ? kept
        : request.user.includes('File: a.ts')
          ? found
          : request.user.includes('File: f1.ts')
            ? broken
            : nothing,
    );
    const answer = okOf(
      await withChange({}, { ...files, 'a.ts': code }, change =>
        change.review(something, { limits: { tokensPerCall: 3_200, calls: 5 } }),
      ),
    );
    assert.equal(answer.findings.length, 1);
    assert.match(answer.reason ?? '', /got no answer about f1\.ts.* \(it broke\)$/);
    assert.equal(answer.unanswered, 1);
    assert.ok(answer.read?.includes('a.ts') === true && !answer.read.includes('f1.ts'));
  });

  it('keeps within the budget when it has many long findings checked', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `export const ratio${i} = a${i} / b${i};`);
    const long = (i: number) => ({
      ...finding,
      line: i * 12 + 1,
      quote: lines[i * 12],
      title: `Ratio number ${'abcde'.charAt(i).repeat(9)} ${'vwxyz'.charAt(i).repeat(9)} breaks. ${'x '.repeat(3_000)}`,
      body: 'y '.repeat(3_000),
      new_code: 'z '.repeat(3_000),
    });
    const model = new ScriptedModel(request => {
      const keep = [1, 2, 3, 4, 5].map(id => ({ id, verdict: 'keep' }));
      return {
        status: 'answered',
        value: { findings: [0, 1, 2, 3, 4].map(long), verdicts: isVerify(request) ? keep : [] },
      };
    });
    const text = `${lines.join('\n')}\n`;
    const answer = okOf(await withChange({}, { 'a.ts': text }, change => change.review(model, perCall)));
    assert.equal(answer.findings.length, 3);
    const check = model.asked.find(isVerify);
    assert.ok(check !== undefined && check.system.length + check.user.length <= 3_200 * 3.6);
    for (const i of [0, 1, 2, 3, 4])
      assert.match(check.user, new RegExp(`^ *${i * 12 + 1} \\+ export const ratio${i * 12} `, 'm'));
  });

  it('says nothing that could not be checked', async () => {
    const model = new ScriptedModel(request => (isVerify(request) ? { status: 'failed', reason: 'it broke' } : found));
    const answer = await withChange({}, { 'a.ts': code }, change => change.review(model));
    assert.deepEqual([answer.status, answer.reason], ['failed', 'what it found could not be checked, it broke']);
  });

  it('ends in time, and at once where it is stopped', async () => {
    const silent = (): Promise<Completion> =>
      new Promise((_resolve, reject) => setTimeout(reject, 200, new Error('late')));
    const late = await withChange({}, files, change =>
      change.review(new ScriptedModel(silent), { limits: { ...perCall.limits, milliseconds: 20 } }),
    );
    assert.deepEqual([late.status, late.reason], ['failed', 'it took longer than 0.02 s']);
    const stop = new AbortController();
    const model = new ScriptedModel(() => {
      stop.abort();
      return Promise.reject(new Error('stopped'));
    });
    await assert.rejects(
      withChange({}, files, change => change.review(model, perCall, stop.signal)),
      each => CodeReviewError.is(each, 'cancelled'),
    );
  });
});
