import assert from 'node:assert/strict';
import { locateFinding } from '../../../../../../src/service/engine/result/locatedFinding.ts';
import { parseSarif } from '../../../../../../src/service/reviewers/tools/formats/sarif.ts';
import { fileOf, findingsIn, fixed, pointedAt, project } from '../reading.ts';

const file = fileOf('src/a.ts', 'const one = 1;\nconst café = "🛒"; two();\nthree();\n');
const odd = fileOf('src/100%25 a.ts', 'x\n');

interface Log {
  readonly run?: object;
  readonly result?: object;
  readonly region?: object;
  readonly uri?: object | string;
}

function log({ run, result, region, uri = 'src/a.ts' }: Log): object {
  const artifactLocation = typeof uri === 'string' ? { uri } : uri;
  const physicalLocation = { artifactLocation, region: region ?? { startLine: 1, startColumn: 7, endColumn: 10 } };
  const results = [{ ruleId: 'rule', message: { text: 'Wrong' }, locations: [{ physicalLocation }], ...result }];
  return { version: '2.1.0', runs: [{ tool: { driver: { name: 'Tool' } }, results, ...run }] };
}

const read = (parts: Log, code = 0) => findingsIn('sarif', log(parts), [file, odd], { code });
const one = (parts: Log) => {
  const [finding, ...more] = read(parts);
  assert.ok(finding !== undefined && more.length === 0);
  return finding;
};

describe('SARIF', () => {
  it('takes the level of the result, else of the rule, else a warning', () => {
    const rules = [{ id: 'rule', defaultConfiguration: { level: 'note' } }];
    const tool = { driver: { name: 'Tool', rules } };
    assert.equal(one({ result: { level: 'error' }, run: { tool } }).severity, 'high');
    assert.equal(one({ run: { tool } }).severity, 'low');
    assert.equal(one({}).severity, 'medium');
    assert.deepEqual(read({ result: { level: 'none' } }), []);
  });

  it('finds the rule by index and by id, in the driver and in extensions', () => {
    const extensions = [{ rules: [{ id: 'ext', helpUri: 'https://rules.example/ext' }] }];
    const tool = {
      driver: { rules: [{ id: 'zero' }, { id: 'first', helpUri: 'https://rules.example/1' }] },
      extensions,
    };
    const url = (result: object): unknown => one({ result, run: { tool } }).ruleUrl;
    assert.equal(url({ ruleIndex: 1, ruleId: 'first' }), 'https://rules.example/1');
    assert.equal(url({ ruleId: 'first' }), 'https://rules.example/1');
    assert.equal(url({ ruleId: 'ext' }), 'https://rules.example/ext');
    assert.equal(
      one({ result: { ruleId: undefined, rule: { index: 0, toolComponent: { index: 0 } } }, run: { tool } }).rule,
      'tool/ext',
    );
    assert.equal(
      one({ run: { tool: { driver: { rules: [{ id: 'rule', helpUri: 'javascript:alert(1)' }] } } } }).ruleUrl,
      undefined,
    );
  });

  it('knows security by tag and score', () => {
    const rule = (properties: object) => one({ run: { tool: { driver: { rules: [{ id: 'rule', properties }] } } } });
    assert.deepEqual(
      [rule({ 'security-severity': '9.1' }).category, rule({ 'security-severity': '9.1' }).severity],
      ['security', 'critical'],
    );
    assert.equal(rule({ tags: ['security', 'cwe'] }).category, 'security');
    assert.equal(rule({ 'security-severity': 'much' }).category, 'bug');
  });

  it('keeps what is suppressed as hidden: by the change that brings the comment, by an older one, or by the tool', () => {
    const text = 'one();\ntwo(); // nosec\nthree();\n';
    const hider = (suppressions: readonly object[], added: readonly number[], startLine = 2, isOld = true) => {
      const changed = { ...fileOf('src/a.ts', text), added: new Set(added), ...(isOld && { baseBlob: 'b' }) };
      return findingsIn('sarif', log({ region: { startLine }, result: { suppressions } }), [changed])[0]?.hiddenBy;
    };
    const inSource = { kind: 'inSource' };
    const at = (line: number) => ({
      ...inSource,
      location: { physicalLocation: { artifactLocation: { uri: 'src/a.ts' }, region: { startLine: line } } },
    });
    assert.equal(hider([{ kind: 'external', status: 'accepted' }], [1, 2, 3]), 'tool');
    assert.equal(hider([inSource], [2]), 'change');
    assert.equal(hider([inSource], [2, 3], 3), 'change');
    assert.equal(hider([inSource], [3], 3), 'base');
    assert.equal(hider([inSource], [1], 1), 'base');
    assert.equal(hider([inSource], [1], 1, false), 'change');
    assert.equal(hider([at(1)], [1, 3], 3), 'change');
    assert.equal(hider([at(1)], [2, 3], 3), 'base');
    assert.equal(hider([inSource, { kind: 'external', status: 'underReview' }], [2]), undefined);
  });

  it('leaves out what passed, what is gone and shows not what is suppressed, but what is under review', () => {
    for (const result of [{ kind: 'pass' }, { kind: 'notApplicable' }, { baselineState: 'absent' }])
      assert.deepEqual(read({ result }), [], JSON.stringify(result));
    for (const result of [
      { suppressions: [{ kind: 'inSource' }] },
      { suppressions: [{ kind: 'external', status: 'accepted' }] },
    ])
      assert.ok(one({ result }).hiddenBy !== undefined, JSON.stringify(result));
    for (const result of [
      { kind: 'open', level: 'none' },
      { suppressions: [{ kind: 'external', status: 'underReview' }] },
      { suppressions: [{ kind: 'external', status: 'rejected' }] },
      { suppressions: [] },
    ])
      assert.equal(one({ result }).hiddenBy, undefined, JSON.stringify(result));
  });

  it('points to the end of the line where no end is told, and to the first line where nothing is', () => {
    const at = (region: object): string => pointedAt(one({ region }));
    assert.equal(at({ startLine: 1 }), 'const one = 1;');
    assert.equal(at({ startLine: 1, startColumn: 13 }), '1;');
    assert.equal(at({ startLine: 1, endLine: 3 }), file.text.trimEnd());
    assert.equal(at({ startLine: 3, startColumn: 1, endLine: 99, endColumn: 99 }), 'three();\n');
    assert.equal(at({ startLine: 1, startColumn: 999 }), '');
    assert.equal(at({}), 'const one = 1;');
    assert.deepEqual(read({ region: { startLine: 99 } }), []);
  });

  it('means the file where the place is told in offsets', () => {
    const changed = { ...file, added: new Set([2]), baseBlob: 'b' };
    for (const region of [{ charOffset: 3, charLength: 2 }, { byteOffset: 3 }]) {
      const [finding] = findingsIn('sarif', log({ region }), [changed]);
      assert.deepEqual(finding && locateFinding(finding), { startLine: 2, endLine: 2 }, JSON.stringify(region));
    }
  });

  it('is said at each place of a result', () => {
    const at = (uri: string, startLine: number): object => ({
      physicalLocation: { artifactLocation: { uri }, region: { startLine } },
    });
    const locations = [at('src/other.ts', 1), at('src/a.ts', 1), at('src/a.ts', 3)];
    assert.deepEqual(
      read({ result: { locations } }).map(({ range }) => range.startLine),
      [1, 3],
    );
  });

  it('has an error of its own where results are kept outside of the runs', () => {
    const { folders, isKnown, isThere } = { folders: [project], isKnown: () => true, isThere: () => true };
    const errors = (document: object): unknown =>
      parseSarif(JSON.stringify(document), { folders, isKnown, isThere })[0]?.errors;
    const outside = ['it keeps results outside of its runs, which are not read'];
    const results = [{ location: { uri: 'results.sarif-external-properties' } }];
    assert.deepEqual(errors(log({ run: { externalPropertyFileReferences: { results } } })), outside);
    assert.deepEqual(errors({ ...log({}), inlineExternalProperties: [{ results: [{}] }] }), outside);
    assert.deepEqual(errors(log({ run: { externalPropertyFileReferences: { graphs: results } } })), []);
  });

  it('counts UTF-16 units, or characters where the run says so', () => {
    const region = { startLine: 2, startColumn: 20, endLine: 2, endColumn: 23 };
    assert.equal(pointedAt(one({ region })), 'two');
    const characters = { ...region, startColumn: 19, endColumn: 22 };
    assert.equal(pointedAt(one({ region: characters, run: { columnKind: 'unicodeCodePoints' } })), 'two');
  });

  it('counts what tools are known to count, whatever they say', () => {
    const of = (name: string, startColumn: number): string =>
      pointedAt(
        one({ region: { startLine: 2, startColumn, endColumn: startColumn + 3 }, run: { tool: { driver: { name } } } }),
      );
    for (const name of ['clippy', 'shellcheck', 'ruff', 'Biome']) assert.equal(of(name, 19), 'two');
    for (const name of ['golangci-lint', 'oxlint']) assert.equal(of(name, 23), 'two');
  });

  it('takes for tidiness what is no mistake, though the tool calls it one', () => {
    const category = (ruleId: string, level: string): string => one({ result: { ruleId, level } }).category;
    assert.deepEqual(
      ['gofmt', 'wsl_v5', 'unused', 'errcheck', 'govet', 'gosec'].map(rule => category(rule, 'error')),
      ['maintainability', 'maintainability', 'maintainability', 'bug', 'bug', 'security'],
    );
    assert.equal(category('clippy::needless_return', 'warning'), 'maintainability');
    assert.equal(category('clippy::eq_op', 'error'), 'bug');
  });

  it('finds files by every way to name one, in the repository only', () => {
    const bases = {
      ROOT: { uri: `file://${project}/` },
      SRC: { uri: 'src/', uriBaseId: 'ROOT' },
      OPEN: { description: { text: 'where it was run' } },
      LOOP: { uri: 'x/', uriBaseId: 'LOOP' },
    };
    const run = { originalUriBaseIds: bases, artifacts: [{ location: { uri: 'src/a.ts' } }] };
    for (const uri of [
      'src/a.ts',
      './src/../src/a.ts',
      `file://${project}/src/a.ts`,
      `file://${project}/src/%61.ts`,
      'file:src/a.ts',
      `${project}/src/a.ts`,
      { uri: 'src/a.ts', uriBaseId: 'ROOT' },
      { uri: 'a.ts', uriBaseId: 'SRC' },
      { uri: 'src/a.ts', uriBaseId: 'OPEN' },
      { uri: 'src/a.ts', uriBaseId: 'NOT-THERE' },
      { index: 0 },
    ])
      assert.equal(one({ uri, run }).file, file, JSON.stringify(uri));
    assert.equal(one({ uri: 'src/100%2525%20a.ts' }).file, odd);
    assert.equal(one({ uri: 'src/100%25 a.ts' }).file, odd);
    for (const uri of [
      '../src/a.ts',
      'src/../../src/a.ts',
      '%2e%2e/src/a.ts',
      'file:///src/a.ts',
      'file://elsewhere.example/project/src/a.ts',
      'https://elsewhere.example/src/a.ts',
      '/projectile/src/a.ts',
      `file://${project}`,
      { uri: 'a.ts', uriBaseId: 'LOOP' },
      { index: 7 },
      {},
    ])
      assert.throws(() => read({ uri, run }), { message: /outside the repository/ }, JSON.stringify(uri));
  });

  it('says nothing of files that are not in the diff', () => {
    assert.deepEqual(read({ uri: 'src/other.ts' }), []);
  });

  it('takes the first fix that changes this file alone', () => {
    const artifactLocation = { uri: 'src/a.ts' };
    const replacements = [
      { deletedRegion: { startLine: 1, startColumn: 7, endColumn: 10 }, insertedContent: { text: 'first' } },
      { deletedRegion: { startLine: 3, startColumn: 1, endLine: 4, endColumn: 1 } },
    ];
    const elsewhere = { artifactChanges: [{ artifactLocation: { uri: 'src/b.ts' }, replacements }] };
    const both = { artifactChanges: [{ artifactLocation, replacements }, ...elsewhere.artifactChanges] };
    const here = { artifactChanges: [{ artifactLocation, replacements }] };
    assert.equal(
      fixed(one({ result: { fixes: [both, elsewhere, here] } })),
      'const first = 1;\nconst café = "🛒"; two();\n',
    );
    assert.equal(fixed(one({ result: { fixes: [both, elsewhere] } })), undefined);
  });

  it('offers no fix that is not wholly in the text, or whose place hangs on what is counted', () => {
    const fix = (deletedRegion: object): unknown => {
      const change = {
        artifactLocation: { uri: 'src/a.ts' },
        replacements: [{ deletedRegion, insertedContent: { text: 'x' } }],
      };
      return one({ result: { fixes: [{ artifactChanges: [change] }] } }).fix;
    };
    assert.equal(fix({ startLine: 9, startColumn: 1 }), undefined);
    assert.equal(fix({ startLine: 1, startColumn: 90 }), undefined);
    assert.equal(fix({ charOffset: 3, charLength: 2 }), undefined);
    assert.equal(fix({ startLine: 2, startColumn: 20, endColumn: 23 }), undefined);
    assert.notEqual(fix({ startLine: 2, startColumn: 1, endColumn: 6 }), undefined);
    assert.notEqual(fix({ startLine: 2 }), undefined);
  });

  it('puts arguments into message strings and takes embedded links out', () => {
    const rules = [{ id: 'rule', messageStrings: { default: { text: "'{0}' is {1}, {{really}}." } } }];
    const finding = one({
      result: { message: { id: 'default', arguments: ['x', 'unused'] } },
      run: { tool: { driver: { rules } } },
    });
    assert.equal(finding.title, "'x' is unused, {really}.");
    assert.equal(one({ result: { message: { text: 'Comes from [user input](1).' } } }).title, 'Comes from user input.');
  });

  it('keeps a long message whole beside a short title', () => {
    const text = `The query is built from text. ${'It can be changed by whoever sends the request. '.repeat(5)}`;
    const { title, body } = one({ result: { message: { text } } });
    assert.equal(title, 'The query is built from text.');
    assert.ok(body.startsWith(text.trim()));
  });

  it('reads every run', () => {
    const { runs } = log({}) as { runs: object[] };
    const findings = findingsIn('sarif', { version: '2.1.0', runs: [...runs, ...runs] }, [file]);
    assert.equal(findings.length, 2);
  });

  it('takes what did not succeed for a failure', () => {
    const failed: readonly [string | object, RegExp][] = [
      ['', /wrote nothing/],
      ['Error: no configuration', /no JSON \(Error: no configuration\)/],
      ['{"version":"2.1.0"', /no JSON/],
      [[], /not SARIF/],
      [{ version: '1.0.0', runs: [] }, /not SARIF/],
      [{ version: '2.1.0', runs: [] }, /not SARIF/],
      [{ version: '2.1.0', runs: [{ tool: {} }] }, /without results/],
      [log({ run: { invocations: [{ executionSuccessful: false }] } }), /did not succeed/],
      [
        log({
          run: {
            invocations: [
              {
                toolExecutionNotifications: [{ level: 'error', message: { text: 'Out of memory' } }],
              },
            ],
          },
        }),
        /did not succeed \(Out of memory\)/,
      ],
      [log({ run: { results: [] } }), /code 1 and named no finding/],
    ];
    for (const [output, message] of failed)
      assert.throws(
        () => findingsIn('sarif', output, [file]),
        { name: 'CodeReviewError', message },
        JSON.stringify(output),
      );
  });
});
