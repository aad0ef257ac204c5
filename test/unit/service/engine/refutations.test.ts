import assert from 'node:assert/strict';
import type { EngineJob, EngineResult } from '../../../../src/service/engine/messages.ts';
import type { Reviewer, ReviewerFinding } from '../../../../src/service/engine/reviewer.ts';
import { mayBeRefuted } from '../../../../src/service/reviewers/tools/mayBeRefuted.ts';
import type { Tool } from '../../../../src/service/reviewers/tools/tool.ts';
import { review } from './reviewing.ts';

const reason = 'The caller has checked it before.';

/** A tool that reports every line with the word "bad". */
const tool: Reviewer = {
  id: 'tool:words',
  review: ({ files }) => {
    const findings = files.flatMap(file =>
      file.lines.flatMap((text, index): ReviewerFinding[] => (text.includes('bad') ? [finding(file, index + 1)] : [])),
    );
    return Promise.resolve({ status: 'ok', findings, files: files.length });
  },
};

function finding(file: ReviewerFinding['file'], line: number): ReviewerFinding {
  return {
    file,
    range: { startLine: line, startColumn: 1, endLine: line, endColumn: 4 },
    rule: 'words/no-bad',
    severity: 'medium',
    category: 'bug',
    title: `The word "bad" is used in line ${line}.`,
    body: 'Use another word.',
    mayBeRefuted: true,
  };
}

/** A reader that refutes whatever is in the files that it is given, and keeps their paths. */
function refuter(given: string[] = [], because = reason): Reviewer {
  return {
    id: 'model',
    review: ({ files }, _signal, _report, others = []) => {
      given.push(...files.map(({ path }) => path));
      const refuted = others
        .filter(each => files.includes(each.file))
        .map(each => ({ finding: each, reason: because }));
      const read = files.map(({ path }) => path);
      return Promise.resolve({ status: 'ok', findings: [], files: files.length, read, refuted });
    },
  };
}

const failing = (id: string): Reviewer => ({
  id,
  review: () => Promise.resolve({ status: 'failed', reason: 'it broke' }),
});

function completed(result: EngineResult): Extract<EngineResult, { status: 'completed' }> {
  assert.ok(result.status === 'completed', result.status === 'failed' ? result.reason : '');
  return result;
}

const refutedIn = (result: EngineResult): string[] =>
  (completed(result).refuted ?? []).map(
    ({ path, start_line, justification }) => `${path}:${start_line} ${justification}`,
  );
const shownIn = (result: EngineResult): string[] =>
  completed(result).comments.map(({ path, start_line }) => `${path}:${start_line}`);

describe('a finding that a later reviewer refutes', () => {
  const after = { 'a.ts': 'bad\n', 'b.ts': 'fine\nbad\n' };

  it('is no comment, and is kept with its place and the reason', async () => {
    const result = await review([tool, refuter()], {}, after);
    assert.deepEqual(shownIn(result), []);
    assert.deepEqual(refutedIn(result), [`a.ts:1 ${reason}`, `b.ts:2 ${reason}`]);
  });

  it('is a comment where nobody refutes it, or the reader failed', async () => {
    for (const reviewers of [[tool], [tool, failing('model')]]) {
      const result = await review(reviewers, {}, after);
      assert.deepEqual(shownIn(result), ['a.ts:1', 'b.ts:2']);
      assert.deepEqual(refutedIn(result), []);
    }
  });

  it('stays refuted in the next review where its file is as it was, and is judged anew where it is not', async () => {
    const first = completed(await review([tool, refuter()], {}, after));
    const { reports, memory } = first;
    assert.ok(memory !== undefined);
    const earlier: EngineJob['earlier'] = { head: 'before', reports, memory };
    const given: string[] = [];
    const moved = { ...after, 'a.ts': 'bad\nbad\n' };
    const second = await review([tool, refuter(given, 'Judged again, and wrong again.')], {}, moved, earlier);
    assert.deepEqual(given, ['a.ts']);
    assert.deepEqual(refutedIn(second), [
      'a.ts:1 Judged again, and wrong again.',
      'a.ts:2 Judged again, and wrong again.',
      `b.ts:2 ${reason}`,
    ]);
    // A reader that fails now leaves everything shown.
    const failed = await review([tool, failing('model')], {}, moved, earlier);
    assert.deepEqual([shownIn(failed), refutedIn(failed)], [['a.ts:1', 'a.ts:2', 'b.ts:2'], []]);
  });

  it('is not lost where another reviewer failed and nothing else was found', async () => {
    const result = await review([tool, failing('eslint'), refuter()], {}, after);
    assert.deepEqual(refutedIn(result).length, 2);
  });

  it('is kept without the secrets that it quotes', async () => {
    const secret = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
    const result = await review(
      [tool, refuter([], `The key ${secret} is an example.`)],
      {},
      { 'a.ts': `bad('${secret}')\n` },
    );
    assert.equal(refutedIn(result).length, 1);
    assert.ok(!JSON.stringify(result).includes(secret));
  });
});

describe('whether a tool’s finding may be refuted', () => {
  const linter = { format: 'sarif', scope: 'changes' } as Tool;
  const file = { path: 'a.ts', text: 'bad\n', lines: ['bad'], added: new Set([1]), baseBlob: '' };
  const told = finding(file, 1);

  it('is so for what a linter suspects', () => {
    assert.equal(mayBeRefuted(linter, told), true);
  });

  for (const [what, setting, more] of [
    ['security', {}, { category: 'security' }],
    ['the gravest', {}, { severity: 'critical' }],
    ['rules about secrets', {}, { rule: 'gitleaks/generic-api-key' }],
    ['titles about secrets', {}, { title: 'A hard-coded password was found.' }],
    ['what is hidden already', {}, { hiddenBy: 'tool' }],
    ['compilers', { format: 'tsc' }, {}],
    ['whole projects', { scope: 'project' }, {}],
  ] as const satisfies readonly (readonly [string, Partial<Tool>, Partial<ReviewerFinding>])[])
    it(`is not so for ${what}`, () => {
      assert.equal(mayBeRefuted({ ...linter, ...setting }, { ...told, ...more }), false);
    });
});
