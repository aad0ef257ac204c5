import assert from 'node:assert/strict';
import type { Reviewer } from '../../../../src/service/engine/reviewer.ts';
import { buildComments } from '../../../../src/service/engine/result/buildComments.ts';
import { reviewGaps } from '../../../../src/service/engine/result/reviewGaps.ts';
import type { AttributedFinding } from '../../../../src/service/engine/result/locatedFinding.ts';
import { eslintReviewer } from '../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { ruffReviewer } from '../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { typescriptReviewer } from '../../../../src/service/reviewers/typescriptReviewer.ts';
import { wholeFile } from '../../../../src/service/reviewers/wholeFile.ts';
import { places, review } from './reviewing.ts';

describe('a file that cannot be loaded', () => {
  const reviewers: readonly Reviewer[] = [typescriptReviewer, eslintReviewer, ruffReviewer];
  const told = async (path: string, text: string): Promise<string[]> =>
    places(await review(reviewers, { 'x.txt': '' }, { [path]: text }));

  const body =
    '    return missing\n\n\nclass A:\n    def f(self):\n        return 1\n\n    def f(self):\n        return 2\n';

  it('has one comment where Python refuses it, though Ruff reads on', async () => {
    assert.deepEqual(await told('a.py', `def f(a, a):\n${body}`), ['a.py:1 ruff/syntax-error']);
    assert.deepEqual(await told('a.py', `def f(a):\n    global a\n${body}`), ['a.py:2 ruff/syntax-error']);
    assert.deepEqual(await told('a.py', `return 1\ndef f(a):\n${body}`), ['a.py:1 ruff/F706']);
    assert.deepEqual(await told('a.py', `def f(a, b):\n${body}`), ['a.py:2 ruff/F821', 'a.py:9 ruff/F811']);
  });

  it('is named as not read where what Python refuses is older than the change', async () => {
    const broken = (more: string): string => `def f(a, a):\n    return a\n\n\n${more}`;
    const result = await review(reviewers, { 'a.py': broken('') }, { 'a.py': broken(`def g():\n${body}`) });
    assert.deepEqual(places(result), []);
    assert.ok(result.status === 'completed');
    assert.match(JSON.stringify(reviewGaps(result)), /a\.py.*cannot be parsed as Python 3/);
  });

  it('has one comment where engines refuse it', async () => {
    const rest = 'const b = { c: 1, c: 2 };\nexport default b;\n';
    const early = await told('a.mjs', `function go() {\n  await stop();\n}\n${rest}go();\n`);
    assert.deepEqual(early, ['a.mjs:2 typescript/early-error']);
    assert.deepEqual(await told('a.mjs', `async function go() {\n  await stop();\n}\n${rest}go();\n`), [
      'a.mjs:4 eslint/no-dupe-keys',
    ]);
  });

  it('is not asked what calls into it or out of it take, and still searched for secrets', () => {
    const broken = wholeFile('a.py', 'one\ntwo\n');
    const other = wholeFile('b.py', 'one\ntwo\n');
    const finding = (file: typeof broken, more: Partial<AttributedFinding>): AttributedFinding => ({
      file,
      reviewer: 'cross-file',
      range: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 2 },
      rule: 'cross-file/call-signature',
      severity: 'medium',
      category: 'bug',
      title: 'A call fails.',
      body: '',
      ...more,
    });
    const related = [{ path: 'a.py', line: 1, column: 1, endColumn: 2, message: 'is defined here' }];
    const first = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
    const judged = [
      finding(broken, {}),
      finding(other, { related }),
      finding(broken, { range: first, reviewer: 'secrets', rule: 'secrets/slack', category: 'security' }),
    ];
    const stop = finding(broken, { reviewer: 'ruff', rule: 'ruff/syntax-error', stopsFile: true });
    const rules = (some: readonly AttributedFinding[]): string[] =>
      buildComments(some).map(({ path, rule_id }) => `${path} ${rule_id}`);
    assert.deepEqual(rules([stop, ...judged]).sort(), ['a.py ruff/syntax-error', 'a.py secrets/slack']);
    assert.equal(rules(judged).length, 3);
  });
});
