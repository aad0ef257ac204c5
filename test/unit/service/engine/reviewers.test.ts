import assert from 'node:assert/strict';
import { eslintReviewer } from '../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { hygieneReviewer } from '../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { ruffReviewer } from '../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { secretsReviewer } from '../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { typescriptReviewer } from '../../../../src/service/reviewers/typescriptReviewer.ts';
import { reviewGaps } from '../../../../src/service/engine/result/reviewGaps.ts';
import { reviewNotes } from '../../../../src/service/engine/result/reviewNotes.ts';
import { places, review } from './reviewing.ts';

type Planted = readonly [file: string, line: string, rule: string];

/** One planted defect for each rule of our own and for a sample of the others. */
const eslint: readonly Planted[] = [
  ['a.ts', 'if (a.b !== a.b) throw new Error();', 'eslint/no-self-compare'],
  ['a.js', 'const twice = { a: 1, a: 2 }; export { twice };', 'eslint/no-dupe-keys'],
  ['a.mts', 'export const ones = list.map(each => { one(each); });', 'eslint/array-callback-return'],
  ['a.tsx', 'export const p = <p>{x === NaN}</p>;', 'eslint/use-isnan'],
  ['a.jsx', 'export const p = <p>{typeof x === "strnig"}</p>;', 'eslint/valid-typeof'],
  ['a.ts', "import { unused } from './x.ts'; export {};", 'eslint/@typescript-eslint/no-unused-vars'],
  ['a.ts', 'list.forEach(async each => { await save(each); }); leave();', 'eslint/review/async-callback'],
  [
    'a.ts',
    "export const f = id => db.query(`SELECT * FROM users WHERE id = '${id}'`);",
    'eslint/review/sql-from-template',
  ],
  [
    'a.ts',
    `export const f = id => db.query("DELETE FROM users WHERE id = '" + id + "'");`,
    'eslint/review/sql-from-template',
  ],
  ['test/a.test.ts', "it.only('works', () => {});", 'eslint/review/only-in-test'],
  ['a.ts', 'if (x > 1) { go(); } else { go(); }', 'eslint/review/identical-branches'],
  ['a.ts', 'export const y = x > 1 ? go : go;', 'eslint/review/identical-branches'],
];

const typescript: readonly Planted[] = [
  ['a.ts', 'const twice = 1; const twice = 2; export { twice };', 'typescript/TS2451'],
  ['a.js', 'function ( {', 'typescript/TS1003'],
];

const python: readonly Planted[] = [
  ['a.py', 'print(undefined_name)', 'ruff/F821'],
  ['a.py', 'def f(found=[]): found.append(1); return found', 'ruff/B006'],
  ['a.py', 'def f(:', 'ruff/syntax-error'],
];

// Put together here, so that this file holds none.
const secrets: readonly Planted[] = [
  ['a.ts', `const id = 'AKIAQ3EGRIF7WXYZ2LMN';`, 'secrets/aws-access-key-id'],
  ['a.py', `token = "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"`, 'secrets/github-token'],
  ['a.yaml', `url: postgres://app:winter-harbour-41@db.internal/app`, 'secrets/password-in-a-connection-string'],
];

const hygiene: readonly Planted[] = [
  ['a.go', '<<<<<<< HEAD', 'hygiene/conflict-marker'],
  ['a.ts', "if (level !== 'user\u202e') go();", 'hygiene/hidden-character'],
];

describe('the reviewers', () => {
  for (const [reviewer, planted] of [
    [eslintReviewer, eslint],
    [typescriptReviewer, typescript],
    [ruffReviewer, python],
    [secretsReviewer(systemClock), secrets],
    [hygieneReviewer, hygiene],
  ] as const) {
    for (const [file, line, rule] of planted) {
      it(`${reviewer.id} finds ${rule} in ${file}, in a new line and only there`, async () => {
        const result = await review([reviewer], { [file]: '\n' }, { [file]: `\n${line}\n` });
        assert.deepEqual([...new Set(places(result))], [`${file}:2 ${rule}`]);
        // The same line, untouched by the change, is not spoken of.
        const old = await review([reviewer], { [file]: `${line}\n`, 'b.md': '' }, { 'b.md': 'x\n' });
        assert.deepEqual(places(old), []);
      });
    }
  }

  it('say nothing of good code', async () => {
    const good = {
      'a.ts':
        "db.query('SELECT * FROM users WHERE id = $1', [id]);\nawait Promise.all(list.map(async each => save(each)));\n",
      'b.py': 'import os\n\n\ndef f(found=None):\n    return os.environ["X"], found\n',
      'c.env.example': 'DATABASE_URL=postgres://user:password@localhost/app\nTOKEN=<your-token>\n',
      'd.md': '=======\n\u200bzero width\n',
    };
    const all = [hygieneReviewer, typescriptReviewer, eslintReviewer, ruffReviewer, secretsReviewer(systemClock)];
    assert.deepEqual(places(await review(all, { 'x.md': '' }, good)), []);
  });

  it('never repeat a secret', async () => {
    const secret = `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`;
    const result = await review(
      [secretsReviewer(systemClock)],
      { 'a.ts': '' },
      { 'a.ts': `const token = '${secret}';\n` },
    );
    assert.ok(result.status === 'completed');
    for (const { title, body, suggested_code } of result.comments)
      assert.ok(![title, body, suggested_code ?? ''].join().includes(secret));
    assert.equal(result.comments[0]?.suggested_code, "const token = process.env['TOKEN'];");
  });

  it('honour what the author switched off on the line', async () => {
    const line = '// eslint-disable-next-line no-self-compare, not-here/some-rule\nif (a !== a) go();\n';
    assert.deepEqual(places(await review([eslintReviewer], { 'a.ts': '' }, { 'a.ts': line })), []);
    assert.deepEqual(places(await review([ruffReviewer], { 'a.py': '' }, { 'a.py': 'import os  # noqa: F401\n' })), []);
  });

  it('name what they leave out as data for tests, and never count it as checked', async () => {
    const all = [hygieneReviewer, typescriptReviewer, eslintReviewer, secretsReviewer(systemClock)];
    const data = { 'test/fixtures/a.ts': 'if (a === a) go();\n', 'src/playground/b.js': 'debugger;\n' };
    const before = { 'test/fixtures/x.md': '', 'src/playground/x.md': '' };
    const some = await review(all, before, { ...data, 'c.ts': 'export const c = 1;\n' });
    assert.ok(some.status === 'completed');
    const readers = some.reports.filter(({ reviewer }) => ['eslint', 'typescript'].includes(reviewer));
    const expected = { files: 1, read: ['c.ts'] };
    assert.deepEqual(
      readers.map(({ files, read }) => ({ files, read })),
      [expected, expected],
    );
    const told = 'Not checked by TypeScript syntax and ESLint, as test data: src/playground/b.js, test/fixtures/a.ts.';
    assert.ok(reviewNotes(some).includes(told), reviewNotes(some).join('\n'));
    assert.deepEqual(reviewGaps(some), []);
    const only = await review(all, before, data);
    assert.ok(only.status === 'completed');
    assert.ok(reviewNotes(only).includes(told));
    const checked = 'Checked 2 new lines in 2 files for merge markers and hidden characters, secrets in ';
    assert.ok(
      reviewNotes(only).some(note => note.startsWith(checked)),
      reviewNotes(only).join('\n'),
    );
  });

  it('read scripts in folders of test data that come with the change, unless there are such folders', async () => {
    const file = 'src/fixtures/a.ts';
    const rules = async (before: string): Promise<string[]> =>
      places(await review([eslintReviewer], { [before]: '' }, { [file]: 'debugger;\n' }));
    for (const before of ['fixtures.md', 'src/a.md', 'test/a.md'])
      assert.deepEqual(await rules(before), [`${file}:1 eslint/review/left-debugger`], before);
    for (const before of ['src/fixtures/b.ts', 'packages/other/fixtures/deep/b.ts'])
      assert.deepEqual(await rules(before), [], before);
  });

  it('say which file could not be read, and fail where none could', async () => {
    const one = await review([eslintReviewer], { 'a.ts': '' }, { 'a.ts': 'const = ;\n', 'b.ts': 'export {};\n' });
    assert.ok(one.status === 'completed');
    assert.deepEqual(one.reports[0]?.notifications, [{ path: 'a.ts', reason: 'cannot be parsed' }]);
    const none = await review([eslintReviewer], { 'a.ts': '' }, { 'a.ts': 'const = ;\n' });
    assert.equal(none.status, 'failed');
  });
});
