import assert from 'node:assert/strict';
import { reviewers } from '../../../../src/service/reviewers/analysers.ts';
import { places, review } from '../engine/reviewing.ts';

const uses = '\n\ndef cwd():\n    return os.getcwd()\n';
const off = 'export function off() {\n  debugger;\n  return 1;\n}\n';
describe('what a change breaks in lines that it leaves as they are', () => {
  for (const [what, file, before, after, expected] of [
    ['a name whose import is gone', 'a.py', `import os\nimport sys${uses}`, `import sys${uses}`, '4 ruff/F821'],
    ['the same beside a new line', 'a.py', `import os${uses}`, `import sys${uses}print(sys.path)\n`, '4 ruff/F821'],
    ['a name that is spelt in a new way', 'a.py', 'one = 1\nprint(one)\n', 'two = 1\nprint(one)\n', '2 ruff/F821'],
    ['code that is no comment any more', 'a.ts', `/*\n${off}*/\n`, off, '2 eslint/review/left-debugger'],
    ['code that is no text any more', 'a.py', '"""\nprint(gone)\n"""\n', 'print(gone)\n', '1 ruff/F821'],
    [
      'a bracket that is not closed',
      'a.py',
      'one = f(\n  1,\n)\ntwo = 2\n',
      'one = f(\n  1,\ntwo = 2\n',
      '4 ruff/syntax-error',
    ],
    [
      'a brace that is not closed',
      'a.ts',
      'export function f() {\n}\nf();\n',
      'export function f() {\nf();\n',
      '3 typescript/TS1005',
    ],
    [
      'a key that is said again above',
      'a.js',
      'export const a = {\n  b: 1,\n};\n',
      'export const a = {\n  b: 2,\n  b: 1,\n};\n',
      '3 eslint/no-dupe-keys',
    ],
    [
      'an assignment to what is a constant now',
      'a.ts',
      'export function f() {\n  let a = 1;\n  a = 2;\n  return a;\n}\n',
      'export function f() {\n  const a = 1;\n  a = 2;\n  return a;\n}\n',
      '3 eslint/no-const-assign',
    ],
  ] as const) {
    it(`is told there: ${what}`, async () => {
      const result = await review(reviewers, { [file]: before }, { [file]: after });
      const told = places(result);
      assert.ok(told.includes(`${file}:${expected}`), `${told.join()} is not ${expected}`);
      assert.ok(result.status === 'completed');
      const comment = result.comments.find(({ rule_id, start_line }) => `${start_line} ${rule_id}` === expected);
      assert.match(comment?.body ?? '', /is as it was/);
      assert.equal(comment?.suggested_code, undefined);
    });
  }

  for (const [what, file, before, after] of [
    [
      'what stood in a file that could not be loaded',
      'a.py',
      'def ask(): ...\n\n\nfor each in wanted:\n    return 1\n',
      'def ask(): ...\n\n\nfor each in wanted:\n    print(1)\n',
    ],
    [
      'a request that is made twice, and once less',
      'a.py',
      'import requests\n\nrequests.get("https://a.dev")\nrequests.get("https://a.dev")\n',
      'import requests\n\nrequests.get("https://a.dev")\n',
    ],
    [
      'a name that something outside defines',
      'a.py',
      'print(injected)\nprint(1)\n',
      'print(injected)\nprint(injected, 2)\n',
    ],
    ['a defect that was there', 'a.ts', off, `${off}export const one = 1;\n`],
    ['two that were there, of which one goes', 'a.ts', off + off.replace('off', 'out'), off],
    ['one that was moved down', 'a.py', 'print(gone)\n', '# One.\n# Two.\nprint(gone)\n'],
    ['those of a file that could not be parsed', 'a.py', 'print "one"\nprint(gone)\n', 'print("one")\nprint(gone)\n'],
    ['an import that is not needed any more', 'a.py', 'import os\nprint(os)\n', 'import os\nprint(1)\n'],
    ['a file that was and is of Python 2', 'a.py', 'one = 1\nprint "one"\n', 'print "one"\n'],
    ['a defect that a comment hides', 'a.py', 'import os\nprint(os)  # noqa: F821\n', 'print(os)  # noqa: F821\n'],
  ] as const) {
    it(`is not ${what}`, async () => {
      const result = await review(reviewers, { [file]: before }, { [file]: after });
      assert.deepEqual(
        places(result).filter(place => !place.endsWith('ruff/F401')),
        [],
      );
      assert.ok(result.status === 'completed');
      assert.deepEqual(
        result.reports.flatMap(({ notifications = [] }) => notifications),
        [],
      );
    });
  }

  it('is no choice that stands as it stood, though others like it are gone', async () => {
    const text = (others: string): string =>
      `export const look = a => ({\n  c: a ? '#708390' : '#708390',\n${others}});\n`;
    const others = [1, 2, 3].map(at => `  c${at}: a ? '#23153${at}' : '#D2D4E${at}',\n`).join('');
    const result = await review(reviewers, { 'a.ts': text(others) }, { 'a.ts': text('') });
    assert.ok(result.status === 'completed');
    assert.deepEqual(places(result), []);
    const made = await review(reviewers, { 'a.ts': '\n' }, { 'a.ts': text('') });
    assert.ok(made.status === 'completed');
    assert.deepEqual(places(made), ['a.ts:2 eslint/review/identical-branches']);
  });

  it('is no choice whose comment alone is gone', async () => {
    const text = (note: string, rest = ''): string =>
      `export function f(a) {\n${note}  if (a) {\n    go(1);\n  } else {\n    ${rest || 'go(1);'}\n  }\n}\n`;
    const told = async (before: string, after: string): Promise<string[]> =>
      places(await review(reviewers, { 'a.js': before }, { 'a.js': after }));
    assert.deepEqual(await told(text('  // The same on purpose.\n'), text('')), []);
    assert.deepEqual(await told(text('', 'go(2);'), text('')), ['a.js:2 eslint/review/identical-branches']);
  });

  it('is told again by a review that reads only what changed since, until it is mended', async () => {
    const before = { 'a.py': `import os${uses}`, 'b.py': 'one = 1\n' };
    const first = await review(reviewers, before, { 'a.py': uses, 'b.py': 'one = 2\n' });
    assert.ok(first.status === 'completed' && first.memory !== undefined);
    const { reports, memory } = first;
    const again = await review(
      reviewers,
      before,
      { 'a.py': uses, 'b.py': 'one = 3\n' },
      { head: 'head', reports, memory },
    );
    assert.deepEqual(places(again), places(first));
  });
});
