import assert from 'node:assert/strict';
import { fileOf, findingsIn, fixed, pointedAt, project } from '../reading.ts';

const file = fileOf('src/a.go', 'var one = 1\nvar café = "🛒"; two()\nthree()\n');

interface Parts {
  readonly diagnostic?: object;
  readonly document?: object;
}

const diagnosticOf = (more: object = {}): object => ({
  message: 'Wrong',
  location: { path: 'src/a.go', range: { start: { line: 1, column: 5 }, end: { line: 1, column: 8 } } },
  ...more,
});

function one({ diagnostic, document }: Parts) {
  const output = { diagnostics: [diagnosticOf(diagnostic)], ...document };
  const [finding, ...more] = findingsIn('rdjson', output, [file]);
  assert.ok(finding !== undefined && more.length === 0);
  return finding;
}

const at = (range: object): string => pointedAt(one({ diagnostic: { location: { path: 'src/a.go', range } } }));
const fix = (...suggestions: object[]): string | undefined => fixed(one({ diagnostic: { suggestions } }));

describe('rdjson', () => {
  it('knows severities by word and number, of the diagnostic or of all', () => {
    const severity = (value: unknown, all?: string): string =>
      one({ diagnostic: { severity: value }, document: { severity: all } }).severity;
    assert.deepEqual(
      ['ERROR', 'WARNING', 'INFO', 'error', 1, 3].map(each => severity(each)),
      ['high', 'medium', 'low', 'high', 'high', 'low'],
    );
    assert.equal(severity('UNKNOWN_SEVERITY', 'ERROR'), 'high');
    assert.equal(severity(undefined), 'medium');
  });

  it('has the rule and its page', () => {
    const { rule, ruleUrl } = one({ diagnostic: { code: { value: 'SA4006', url: 'https://checks.example/SA4006' } } });
    assert.deepEqual([rule, ruleUrl], ['tool/SA4006', 'https://checks.example/SA4006']);
  });

  it('counts columns in bytes', () => {
    // é is 2 bytes and the cart 4.
    assert.equal(at({ start: { line: 2, column: 21 }, end: { line: 2, column: 24 } }), 'two');
    assert.equal(at({ start: { line: 2, column: 14 }, end: { line: 2, column: 15 } }), '');
  });

  it('takes lines whole where there are no columns', () => {
    assert.equal(at({ start: { line: 1 } }), 'var one = 1');
    assert.equal(at({ start: { line: 1 }, end: { line: 3 } }), file.text.trimEnd());
    assert.equal(at({ start: { line: 1, column: 5 } }), '');
  });

  it('replaces what a suggestion says, by columns or by lines', () => {
    const columns = { start: { line: 1, column: 5 }, end: { line: 1, column: 8 } };
    assert.equal(fix({ range: columns, text: 'first' }), file.text.replace('one', 'first'));
    assert.equal(fix({ range: { start: { line: 3 } }, text: 'last()\n' }), file.text.replace('three', 'last'));
    assert.equal(fix({ range: { start: { line: 1 }, end: { line: 2 } }, text: '' }), 'three()\n');
    const insert = { start: { line: 1, column: 5 }, end: { line: 1, column: 5 } };
    assert.equal(fix({ range: insert, text: 'the_' }), file.text.replace('one', 'the_one'));
  });

  it('puts suggestions together that stand apart, and takes the first of those that do not', () => {
    const name = { start: { line: 1, column: 5 }, end: { line: 1, column: 8 } };
    const value = { start: { line: 1, column: 11 }, end: { line: 1, column: 12 } };
    assert.equal(
      fix({ range: name, text: 'two' }, { range: value, text: '2' }),
      file.text.replace('one = 1', 'two = 2'),
    );
    assert.equal(fix({ range: name, text: 'a' }, { range: name, text: 'b' }), file.text.replace('one', 'a'));
    assert.equal(fix({ range: name, text: 'a' }, { range: {}, text: 'b' }), undefined);
  });

  it('means the file where it has no range', () => {
    assert.equal(one({ diagnostic: { location: { path: 'src/a.go' } } }).range.startLine, 1);
  });

  it('finds files by relative and absolute path, and takes percent signs as they are', () => {
    const paths = ['./src/a.go', `${project}/src/a.go`];
    for (const path of paths)
      assert.equal(one({ diagnostic: { location: { path, range: { start: { line: 1 } } } } }).file, file);
    for (const path of ['src/%61.go', '../a.go', '/etc/passwd'])
      assert.deepEqual(
        findingsIn('rdjson', { diagnostics: [diagnosticOf(), diagnosticOf({ location: { path } })] }, [file]).length,
        1,
      );
  });

  it('is read line by line in rdjsonl, where no line is a clean review only if the exit code says so', () => {
    const lines = `${JSON.stringify(diagnosticOf())}\n\n${JSON.stringify(diagnosticOf())}\r\n`;
    assert.equal(findingsIn('rdjsonl', lines, [file]).length, 2);
    assert.deepEqual(findingsIn('rdjsonl', '', [file], { code: 0 }), []);
    assert.throws(() => findingsIn('rdjsonl', '', [file]), { message: /named no finding/ });
    assert.throws(() => findingsIn('rdjsonl', `${lines}oops`, [file]), {
      message: 'it wrote something that is no JSON (oops)',
    });
    assert.throws(() => findingsIn('rdjsonl', '{"level":"info"}', [file]), { message: /without a message/ });
  });

  it('fails where it is none', () => {
    for (const output of ['', '[]', '{}', 'null', '{"diagnostics":{}}', '{"diagnostics":[1]}'])
      assert.throws(() => findingsIn('rdjson', output, [file], { code: 0 }), { name: 'CodeReviewError' }, output);
  });
});
