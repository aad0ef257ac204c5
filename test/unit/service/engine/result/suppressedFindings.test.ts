import assert from 'node:assert/strict';
import type { Files } from '../../../../host/git/repository.ts';
import { reviewGaps } from '../../../../../src/service/engine/result/reviewGaps.ts';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import { eslintReviewer } from '../../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { ruffReviewer } from '../../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { typescriptReviewer } from '../../../../../src/service/reviewers/typescriptReviewer.ts';
import { places, review } from '../reviewing.ts';

const trap = 'export function f(a) {\n  debugger;\n}\n';
const plain = 'export const one = 1;\n';
const open = '/* eslint-disable no-debugger, review/left-debugger */\n';
const close = '/* eslint-enable no-debugger, review/left-debugger */\n';

/** What is shown, and what is hidden: `path:line rule by`. */
async function outcome(before: Files, after: Files): Promise<{ shown: string[]; hidden: string[] }> {
  const result = await review([eslintReviewer, ruffReviewer, typescriptReviewer], { 'x.txt': '', ...before }, after);
  assert.ok(result.status === 'completed');
  const hidden = (result.hidden ?? []).map(({ path, line, rule, by }) => `${path}:${line} ${rule} ${by}`);
  return { shown: places(result), hidden };
}

describe('what a tool hides by its own settings', () => {
  it('is counted and told with its place, and is no gap', async () => {
    const result = await review([], { 'a.js': '' }, { 'a.js': plain });
    assert.ok(result.status === 'completed');
    const told = { ...result, hidden: [{ path: 'a.js', line: 1, rule: 'semgrep/x', by: 'tool' as const }] };
    const note = '1 finding is hidden by the settings of the project’s tools: a.js:1 (semgrep/x).';
    assert.ok(reviewNotes(told).includes(note), reviewNotes(told).join('\n'));
    assert.deepEqual(reviewGaps(told), []);
  });
});

describe('what comments in the code hide', () => {
  for (const [what, before, after, hidden] of [
    ['for a new file', undefined, `/* eslint-disable */\n${trap}`, 'a.js:3 eslint/review/left-debugger change'],
    [
      'for the next line',
      plain,
      `${plain}// eslint-disable-next-line\ndebugger;\n`,
      'a.js:3 eslint/review/left-debugger change',
    ],
    ['for the line', plain, `${plain}debugger; // eslint-disable-line\n`, 'a.js:2 eslint/review/left-debugger change'],
    [
      'by a setting of a rule',
      plain,
      `/* eslint review/left-debugger: "off" */\n${plain}debugger;\n`,
      'a.js:3 eslint/review/left-debugger change',
    ],
    [
      'for another linter',
      plain,
      `${plain}// biome-ignore lint: x\ndebugger;\n`,
      'a.js:3 eslint/review/left-debugger change',
    ],
    [
      'by a comment whose end was taken away',
      `${open}a();\n${close}${plain}`,
      `${open}a();\n${plain}debugger;\n`,
      'a.js:4 eslint/review/left-debugger change',
    ],
    [
      'by a comment that says less than before',
      `/* eslint-disable\n  no-console\n*/\n${plain}`,
      `/* eslint-disable\n*/\n${plain}debugger;\n`,
      'a.js:4 eslint/review/left-debugger change',
    ],
    ['as before', open + plain, `${open}${plain}debugger;\n`, 'a.js:3 eslint/review/left-debugger base'],
  ] as const) {
    it(`is told with its place: ${what}`, async () => {
      const found = await outcome({ 'a.js': before }, { 'a.js': after });
      assert.deepEqual(found, { shown: [], hidden: [hidden] });
    });
  }

  for (const [what, before, after, hidden] of [
    ['for the line', '', 'import os  # noqa\n', 'a.py:1 ruff/F401 change'],
    ['for one rule', '', 'import os  # noqa: F401\n', 'a.py:1 ruff/F401 change'],
    ['for a file', '', '# ruff: noqa\nimport os\n', 'a.py:2 ruff/F401 change'],
    ['in the words of another linter', '', '# flake8: noqa\nimport os\n', 'a.py:2 ruff/F401 change'],
    ['as before', '# ruff: noqa\n', '# ruff: noqa\nimport os\n', 'a.py:2 ruff/F401 base'],
  ] as const) {
    it(`is told in Python: ${what}`, async () => {
      const found = await outcome({ 'a.py': before }, { 'a.py': after });
      assert.deepEqual(found, { shown: [], hidden: [hidden] });
    });
  }

  it('is nothing of what does not compile', async () => {
    for (const comment of ['// @ts-nocheck\n', '// @ts-ignore\n', '// @ts-expect-error\n']) {
      const { shown } = await outcome(
        {},
        { 'a.ts': `${comment}const twice = 1; const twice = 2; export { twice };\n` },
      );
      assert.ok(shown.includes('a.ts:2 typescript/TS2451'), shown.join());
    }
  });

  it('is nothing where no such thing is found, or on a line that is not new', async () => {
    const old = `/* eslint-disable */\n${trap}`;
    assert.deepEqual(await outcome({ 'a.js': old }, { 'a.js': `${old}a();\n` }), { shown: [], hidden: [] });
    const idle = '// eslint-disable-next-line no-console\na();\n';
    assert.deepEqual(await outcome({}, { 'a.js': idle }), { shown: [], hidden: [] });
  });

  it('keeps a review from being clear only where the change adds the comment, and is no failure', async () => {
    const added = await review([eslintReviewer], { 'a.js': plain }, { 'a.js': `/* eslint-disable */\n${trap}` });
    assert.ok(added.status === 'completed');
    assert.deepEqual(
      reviewGaps(added).map(({ message, isFailure }) => [message, isFailure]),
      [['1 finding is hidden by comments that this change adds', false]],
    );
    const note = '1 finding is hidden by comments that this change adds: a.js:3 (eslint/review/left-debugger).';
    assert.ok(reviewNotes(added).includes(note), reviewNotes(added).join('\n'));
    const kept = await review([eslintReviewer], { 'a.js': open }, { 'a.js': open + trap });
    assert.ok(kept.status === 'completed');
    assert.deepEqual(reviewGaps(kept), []);
    assert.ok(
      reviewNotes(kept).some(each => each.startsWith('1 finding is hidden by comments that were there before: ')),
    );
  });
});
