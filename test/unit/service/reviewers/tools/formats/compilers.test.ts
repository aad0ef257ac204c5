import assert from 'node:assert/strict';
import type { ToolFormat } from '../../../../../../src/core/protocol/toolSetting.ts';
import { readOutput } from '../../../../../../src/service/reviewers/tools/formats/readOutput.ts';
import { fileOf, findingsIn, pointedAt, project } from '../reading.ts';

const typescript = fileOf('src/pay (1).ts', 'const a = 1;\nrefund("x");\n');
const python = fileOf('shop/pay.py', "x = 'ä'; y: int = 'a'\nrefund(1)\n");

/** As the compilers write it. */
const outputs: readonly [format: ToolFormat, text: string, file: ReturnType<typeof fileOf>][] = [
  [
    'tsc',
    "src/pay (1).ts(2,8): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.\r\n  Types differ.\r\n",
    typescript,
  ],
  [
    'pyright',
    JSON.stringify({
      version: '1.1.400',
      generalDiagnostics: [
        {
          file: `${project}/shop/pay.py`,
          severity: 'error',
          message: 'Argument of type "Literal[1]" cannot be assigned to parameter "order"',
          range: { start: { line: 1, character: 7 }, end: { line: 1, character: 8 } },
          rule: 'reportArgumentType',
        },
      ],
      summary: { errorCount: 1 },
    }),
    python,
  ],
  [
    'mypy',
    'shop/pay.py:2:8: error: Argument 1 to "refund" has incompatible type "int"; expected "str"  [arg-type]\nshop/pay.py:2:8: note: See [1]\nFound 1 error in 1 file (checked 2 source files)\n',
    python,
  ],
];

describe('the output of a compiler', () => {
  for (const [format, text, file] of outputs)
    it(`is read as ${format} writes it`, () => {
      const [found, ...others] = findingsIn(format, text, [file], { tool: format, code: 1 });
      assert.deepEqual(others, []);
      const { rule, severity, category, title = '' } = found ?? {};
      const rules = { tsc: 'tsc/TS2345', pyright: 'pyright/reportArgumentType', mypy: 'mypy/arg-type' };
      assert.deepEqual([rule, severity, category], [rules[format as keyof typeof rules], 'high', 'bug']);
      assert.match(title, /^Argument /);
      assert.ok(found !== undefined && pointedAt(found).startsWith(format === 'tsc' ? '"x"' : '1'));
    });

  it('may name an end, no columns or a folder of Windows', () => {
    const lines = [
      'shop/pay.py:1:13:1:16: error: A',
      'shop/pay.py:2: warning: B',
      `${project}/shop/pay.py:2:1: error: C`,
    ];
    const found = findingsIn('mypy', lines.join('\n'), [python]);
    assert.deepEqual(
      found.map(each => [each.title, each.range.startLine, each.severity]),
      [
        ['A.', 1, 'high'],
        ['B.', 2, 'medium'],
        ['C.', 2, 'high'],
      ],
    );
  });

  it('is a failure where it names only what is wrong with the settings, or is something else', () => {
    assert.deepEqual(findingsIn('tsc', "error TS5023: Unknown compiler option 'x'.\n", [typescript]), []);
    assert.throws(() => findingsIn('tsc', 'Usage: tsc [files]\n', [typescript]), /named no finding/);
    assert.throws(() => findingsIn('mypy', "mypy: can't read file 'x'\n", [python], { code: 2 }), /named no finding/);
    assert.throws(() => findingsIn('pyright', '{"summary":{}}', [python]), /not of pyright/);
    assert.throws(() => findingsIn('pyright', 'No configuration file found.', [python]), /no JSON/);
  });

  it('has columns that count bytes where mypy 1.0 writes it, and notes that belong to the line before alone', () => {
    const text = [
      'shop/pay.py:1:20: error: Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]',
      'shop/pay.py:1:20: note: See https://mypy.example/assignment',
      'shop/pay.py:2:13: note: Revealed type is "Literal[1]?"',
    ];
    const [found] = findingsIn('mypy', text.join('\n'), [
      fileOf('shop/pay.py', 'x = "é"; y: int = "old"\nreveal_type(1)\n'),
    ]);
    assert.equal(found && pointedAt(found), '"old"');
    assert.match(found?.body ?? '', /See https/);
    assert.doesNotMatch(found?.body ?? '', /Revealed/);
  });

  it('stands at the end of the last line where something is missing after it', () => {
    const file = fileOf('src/pay (1).ts', 'export function f() {\n  return 1;\n');
    const [found] = findingsIn('tsc', "src/pay (1).ts(3,1): error TS1005: '}' expected.\n", [file]);
    assert.deepEqual(found?.range, { startLine: 2, startColumn: 12, endLine: 2, endColumn: 12 });
  });

  it('says what mypy 1.0 says of a file as a whole', () => {
    const text = [
      'b/conf.py: error: Duplicate module named "conf" (also at "./a/conf.py")',
      'b/conf.py: note: See https://mypy.example/mapping for more info',
    ];
    const where = { folders: [project], isKnown: () => true, isThere: () => true };
    const outputs = readOutput('mypy', { text: text.join('\n'), code: 2, errors: '' }, where);
    assert.deepEqual(
      outputs.map(({ diagnostics, errors }) => [diagnostics.length, errors]),
      [[0, ['b/conf.py: Duplicate module named "conf" (also at "./a/conf.py")']]],
    );
  });

  it('names files as in the repository wherever it quotes them', () => {
    const [found] = findingsIn(
      'tsc',
      `src/pay (1).ts(2,8): error TS2322: Type 'typeof import("${project}/src/a")' is not like '/other${project}/src/a' in '${project}', nor '${project}s/a'.`,
      [typescript],
    );
    assert.match(
      found?.title ?? '',
      /import\("src\/a"\)' is not like '\/other\/project\/src\/a' in '\.', nor '\/projects\/a'/,
    );
  });

  it('is no clean one where pyright 1.1 had no file to analyse, as its settings say', () => {
    const text = '{"version":"1.1.414","generalDiagnostics":[],"summary":{"filesAnalyzed":0,"errorCount":0}}';
    assert.throws(() => findingsIn('pyright', text, [python], { code: 0 }), /it found no file to analyse/);
  });

  it('is read in time, however it is made', () => {
    for (const text of ['('.repeat(300_000), 'a(1,'.repeat(100_000), 'a:1:'.repeat(100_000), ` ${'x'.repeat(300_000)}`])
      for (const format of ['tsc', 'mypy'] as const) assert.throws(() => findingsIn(format, text, [python]));
  });
});
