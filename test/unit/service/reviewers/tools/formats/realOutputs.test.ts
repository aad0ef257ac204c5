import assert from 'node:assert/strict';
import type { ReviewerFinding } from '../../../../../../src/service/engine/reviewer.ts';
import type { ToolFormat } from '../../../../../../src/core/protocol/toolSetting.ts';
import { dataOf, fileOf, findingsIn, fixed, pointedAt } from '../reading.ts';

// What ESLint 10.15, Biome 2.6.8, oxlint 1.94 and ruff 0.16.9 wrote of the planted files. In ruff's SARIF the long
// descriptions of its rules are left out.
const cart = fileOf('src/cart.js', dataOf('planted/cart.js.txt'));
const twice = fileOf('src/a b.js', dataOf('planted/a-b.js.txt'));
const broken = fileOf('src/broken.js', dataOf('planted/broken.js.txt'));
const python = fileOf('src/cart.py', dataOf('planted/cart.py.txt'));
const files = [cart, twice, broken, python];

function of(name: string, format: ToolFormat, code = 1): ReviewerFinding[] {
  const [tool = ''] = name.split('.');
  return findingsIn(format, dataOf(`${name}.txt`), files, { tool, code });
}

/** `path:line rule [what it points at]`, in order of place. */
function told(findings: readonly ReviewerFinding[]): string[] {
  return findings
    .toSorted(
      (a, b) =>
        a.file.path.localeCompare(b.file.path) ||
        a.range.startLine - b.range.startLine ||
        a.range.startColumn - b.range.startColumn,
    )
    .map(each => `${each.file.path}:${each.range.startLine} ${each.rule} [${pointedAt(each)}]`);
}

function fixOf(findings: readonly ReviewerFinding[], rule: string, line: number): string | undefined {
  const finding = findings.find(each => each.rule === rule && each.range.startLine === line);
  assert.ok(finding !== undefined, `${rule} on line ${line}`);
  return fixed(finding);
}

describe('the real output of', () => {
  it('ESLint points at what a person would, and keeps hidden what the author switched off', () => {
    const all = of('eslint.sarif', 'sarif');
    const findings = all.filter(({ hiddenBy }) => hiddenBy === undefined);
    assert.deepEqual(told(all.filter(({ hiddenBy }) => hiddenBy === 'change')), [
      'src/cart.js:21 eslint/no-debugger [debugger;]',
    ]);
    assert.deepEqual(told(findings), [
      'src/a b.js:1 eslint/no-dupe-keys [a]',
      'src/cart.js:2 eslint/no-unused-vars [readFileSync]',
      'src/cart.js:5 eslint/no-var [var sum = 0;]',
      'src/cart.js:7 eslint/eqeqeq [==]',
      'src/cart.js:10 eslint/no-unused-vars [unused]',
      'src/cart.js:10 eslint/use-isnan [sum === NaN]',
      'src/cart.js:11 eslint/no-debugger [debugger;]',
      'src/cart.js:17 eslint/no-extra-boolean-cast [!!order.total]',
      'src/cart.js:17 eslint/no-extra-boolean-cast [!!limit]',
    ]);
    const equal = findings.find(({ rule }) => rule === 'eslint/eqeqeq');
    assert.deepEqual(
      [equal?.severity, equal?.category, equal?.title, equal?.ruleUrl],
      ['medium', 'bug', "Expected '===' and instead saw '=='.", 'https://eslint.org/docs/latest/rules/eqeqeq'],
    );
    assert.match(equal?.body ?? '', /Require the use of `===` and `!==`[^]*project's own eslint/);
    const unused = findings.find(({ rule }) => rule === 'eslint/no-unused-vars');
    assert.deepEqual([unused?.severity, unused?.category], ['high', 'maintainability']);
  });

  it('ESLint that could not parse a file is a failure', () => {
    assert.throws(() => of('eslint-broken.sarif', 'sarif'), {
      name: 'CodeReviewError',
      message: 'it says that it did not succeed (broken.js: Parsing error: Unexpected token)',
    });
  });

  it('oxlint points at the right places, though it counts bytes and says characters', () => {
    assert.deepEqual(told(of('oxlint.sarif', 'sarif', 0)), [
      'src/a b.js:1 oxlint/eslint(no-dupe-keys) [a]',
      'src/cart.js:2 oxlint/eslint(no-unused-vars) [readFileSync]',
      'src/cart.js:10 oxlint/eslint(no-unused-vars) [unused]',
      'src/cart.js:10 oxlint/eslint(use-isnan) [NaN]',
      'src/cart.js:11 oxlint/eslint(no-debugger) [debugger;]',
      'src/cart.js:17 oxlint/eslint(no-extra-boolean-cast) [!!order.total]',
      'src/cart.js:17 oxlint/oxc(const-comparisons) [order.total > order.total]',
      'src/cart.js:17 oxlint/eslint(no-extra-boolean-cast) [!!limit]',
    ]);
    assert.deepEqual(told(of('oxlint-broken.sarif', 'sarif')), ['src/broken.js:1 oxlint-broken/OXL0001 []']);
  });

  for (const format of ['rdjson', 'sarif'] as const) {
    it(`Biome (${format}) points at the right places, though it counts characters`, () => {
      assert.deepEqual(told(of(`biome.${format}`, format)), [
        'src/a b.js:1 biome/lint/suspicious/noDuplicateObjectKeys [a: 1]',
        'src/cart.js:2 biome/lint/correctness/noUnusedImports [{ readFileSync }]',
        'src/cart.js:10 biome/lint/correctness/noUnusedVariables [unused]',
        'src/cart.js:10 biome/lint/correctness/useIsNan [sum === NaN]',
        'src/cart.js:11 biome/lint/suspicious/noDebugger [debugger;]',
        'src/cart.js:17 biome/lint/complexity/noExtraBooleanCast [!!order.total]',
        'src/cart.js:17 biome/lint/suspicious/noSelfCompare [order.total > order.total]',
        'src/cart.js:21 biome/lint/suspicious/noDebugger [debugger;]',
      ]);
    });
  }

  it('Biome in rdjson has fixes; those behind characters that units count differently are left out', () => {
    const findings = of('biome.rdjson', 'rdjson');
    assert.equal(
      fixOf(findings, 'biome/lint/complexity/noExtraBooleanCast', 17),
      cart.text.replace('return !!order.total', 'return order.total'),
    );
    assert.equal(fixOf(findings, 'biome/lint/suspicious/noDuplicateObjectKeys', 1), 'export const twice = { a: 2 };\n');
    // Both lie behind a cart and an accented letter on line 10; the first would also touch the comment's line.
    assert.equal(fixOf(findings, 'biome/lint/correctness/useIsNan', 10), undefined);
    assert.equal(fixOf(findings, 'biome/lint/correctness/noUnusedVariables', 10), undefined);
    assert.equal(fixOf(findings, 'biome/lint/suspicious/noDebugger', 11), undefined);
    assert.deepEqual(
      findings.filter(({ range }) => range.startLine === 17).map(({ severity, category }) => [severity, category]),
      [
        ['low', 'maintainability'],
        ['high', 'bug'],
      ],
    );
  });

  it('Biome and oxlint that had nothing to look at is clean only where they say so', () => {
    assert.deepEqual(of('biome-none.rdjson', 'rdjson', 0), []);
    assert.throws(() => of('biome-none.rdjson', 'rdjson'), { message: 'it ended with code 1 and named no finding' });
    assert.throws(() => findingsIn('sarif', '', files, { code: 0 }), {
      message: 'it wrote nothing where SARIF was promised',
    });
  });

  for (const format of ['rdjson', 'sarif'] as const) {
    it(`ruff (${format}) points at the right places and fixes them`, () => {
      const findings = of(`ruff.${format}`, format);
      assert.deepEqual(
        told(findings).map(each => each.replace(/\n[^]*\]/, '…]')),
        [
          'src/cart.py:2 ruff/I001 [import os…]',
          'src/cart.py:2 ruff/F401 [os]',
          'src/cart.py:3 ruff/F401 [sys]',
          'src/cart.py:6 ruff/B006 [[]]',
          'src/cart.py:7 ruff/F841 [unused]',
          'src/cart.py:9 ruff/F541 [f"nothing"]',
          'src/cart.py:12 ruff/E722 [except]',
          'src/cart.py:13 ruff/F821 [undefined_name]',
          'src/cart.py:17 ruff/F811 [os]',
        ],
      );
      assert.equal(fixOf(findings, 'ruff/F401', 2), python.text.replace('import os\n', ''));
      assert.equal(fixOf(findings, 'ruff/F541', 9), python.text.replace('f"nothing"', '"nothing"'));
      // Two edits that go together.
      assert.equal(
        fixOf(findings, 'ruff/B006', 6),
        python.text.replace('items=[]):\n', 'items=None):\n    if items is None:\n        items = []\n'),
      );
      const name = findings.find(({ rule }) => rule === 'ruff/F821');
      assert.deepEqual([name?.category, name?.title], ['bug', 'Undefined name `undefined_name`.']);
      assert.equal(name?.ruleUrl, 'https://docs.astral.sh/ruff/rules/undefined-name');
    });
  }
});
