import assert from 'node:assert/strict';
import { reviewGaps } from '../../../../src/service/engine/result/reviewGaps.ts';
import { reviewers } from '../../../../src/service/reviewers/analysers.ts';
import { typescriptReviewer } from '../../../../src/service/reviewers/typescriptReviewer.ts';
import { diffOf, places, review } from '../engine/reviewing.ts';

describe('a file that cannot be parsed', () => {
  const rest = { 'b.ts': 'export const b = 1;\n', 'b.py': 'b = 1\n' };
  for (const [path, parsed, broken, told] of [
    ['a.ts', 'export const a = 1;\n', 'export const a = 1;\nlet c = ~>;\n', '2 typescript/TS1109'],
    ['a.js', 'export const a = 1;\n', 'export const a = 1;\nlet c = ~>;\n', '2 typescript/TS1109'],
    [
      'a.vue',
      '<script>\nlet a = 1;\n</script>\n',
      '<script>\nlet a = 1;\nlet c = ~>;\n</script>\n',
      '3 typescript/TS1109',
    ],
    ['a.py', 'a = 1\n', 'a = 1\nc = ~>\n', '2 ruff/syntax-error'],
  ] as const) {
    const said = async (before: string | undefined, after: string): Promise<{ told: string[]; gaps: string[] }> => {
      const result = await review(reviewers, { 'x.txt': '', [path]: before }, { ...rest, [path]: after });
      assert.ok(result.status === 'completed');
      const gaps = reviewGaps(result).flatMap(({ notifications }) => notifications.map(each => each.path ?? ''));
      return { told: places(result), gaps: [...new Set(gaps)] };
    };

    it(`is told of where the change broke it: ${path}`, async () => {
      assert.deepEqual((await said(parsed, broken)).told, [`${path}:${told}`]);
    });

    it(`is named as not read, and not as wrong, where no parser ever read it: ${path}`, async () => {
      const unread = { told: [], gaps: [path] };
      assert.deepEqual(await said(undefined, broken), unread);
      assert.deepEqual(await said(broken, broken.replace('a = 1', 'a = 2')), unread);
      assert.deepEqual(await said(broken, `${broken}${broken}`), unread);
    });
  }

  it('is grave, since it does not load, unless the compiler alone refuses it', async () => {
    const before = 'export const a = 1;\n';
    for (const [path, after, severity] of [
      ['a.ts', `${before}let c = ~>;\n`, 'high'],
      ['a.js', `${before}let c = ~>;\n`, 'high'],
      ['a.ts', `${before}const c = 1;\nconst c = 2;\nexport { c };\n`, 'high'],
      ['a.ts', `${before}type C = string;\ntype C = number;\nexport type { C };\n`, 'medium'],
      ['a.js', `${before}export const b = (c: string) => c;\n`, 'medium'],
    ] as const) {
      const diff = await diffOf({ 'x.txt': '', [path]: before }, { [path]: after });
      const outcome = await typescriptReviewer.review(diff, new AbortController().signal);
      assert.ok(outcome.status === 'ok');
      assert.deepEqual(
        outcome.findings.map(each => each.severity),
        [severity],
        after,
      );
    }
  });

  it('is only named as not read in a folder of code that was put aside', async () => {
    for (const [folder, isAside] of [
      ['.site-backup/app', true],
      ['backup_1750181187', true],
      ['disabled_modules', true],
      ['server/old_e2e', true],
      ['to_sort_out/app', true],
      ['to-be-removed', true],
      ['to_sorted', false],
      ['old_town', false],
      ['db-backup', false],
      ['buttons/disabled', false],
    ] as const) {
      const path = `${folder}/a.ts`;
      const before = { [path]: 'export const a = 1;\n' };
      const result = await review(reviewers, before, { ...rest, [path]: 'export const a = 1;\nlet c = ~>;\n' });
      assert.ok(result.status === 'completed');
      assert.deepEqual(places(result), isAside ? [] : [`${path}:2 typescript/TS1109`], folder);
      const gaps = reviewGaps(result).flatMap(({ notifications }) => notifications.map(each => each.path));
      assert.equal(gaps.includes(path), true, folder);
    }
  });

  it('is told of with all that the parser says, however long that is', async () => {
    const result = await review(
      reviewers,
      { 'a.ts': 'export {};\n' },
      { 'a.ts': 'export {};\n{ one, two } = three;\n' },
    );
    assert.ok(result.status === 'completed');
    assert.match(
      result.comments[0]?.body ?? '',
      /a block of statements, so if you intended to write .* in parentheses/,
    );
  });

  it('is not read where it only lost lines', async () => {
    for (const [path, left, guard] of [
      ['a.py', 'def f():\n    print "a"\n', 'guard()\n'],
      ['a.ts', 'let c = ~>;\n', 'guard();\n'],
    ] as const) {
      const result = await review(reviewers, { [path]: guard + left }, { ...rest, [path]: left });
      assert.ok(result.status === 'completed');
      assert.deepEqual(result.unreviewed, [{ path, why: 'only lost lines', isRemoval: true }]);
    }
  });

  describe('is named as not read where Python 2 read it', () => {
    const broken = async (line: string): Promise<string[]> => {
      const [before, after] = ['def f():\n    a()\n', `def f():\n    a()\n${line}\n`];
      const result = await review(reviewers, { 'x.txt': '', 'a.py': before }, { ...rest, 'a.py': after });
      assert.ok(result.status === 'completed');
      assert.deepEqual(
        reviewGaps(result).flatMap(({ notifications }) => notifications.map(each => each.path)),
        ['a.py'],
      );
      return places(result);
    };

    it('by its tabs and spaces', async () => {
      assert.deepEqual(await broken('\tb()'), []);
      assert.deepEqual(await broken('      b()'), ['a.py:3 ruff/syntax-error']);
    });

    for (const statement of [
      'print "b"',
      'raise B, "b"',
      'go(0644)',
      'go(10L)',
      'go(ur"b")',
      'go(key=lambda (k, v): v)',
      'go(lambda(k): k)',
      'def b((c, d)): go()',
      'def b(c=1, (d, e)=(2, 3)): go()',
    ])
      it(`by its syntax: ${statement}`, async () => {
        assert.deepEqual(await broken(`    ${statement}`), []);
      });
    for (const statement of ['raise B "b"', 'go(0x6 44)', 'go(10Lb)', 'go(lambda k, (v): v)', 'def b(c=(1, 2)) go()'])
      it(`and told of where it did not: ${statement}`, async () => {
        assert.deepEqual(await broken(`    ${statement}`), ['a.py:3 ruff/syntax-error']);
      });
  });

  for (const value of ['<PASTE_TOKEN_HERE >', '<YOUR TOKEN>', '<your-token>'])
    for (const [path, parsed] of [
      ['a.py', 'a = 1\n'],
      ['a.ts', 'export let a = 1;\n'],
    ] as const)
      it(`is one to be filled in where that says so: ${value} in ${path}`, async () => {
        const result = await review(reviewers, { [path]: parsed }, { ...rest, [path]: `${parsed}a = ${value}\n` });
        assert.deepEqual(places(result), []);
      });

  it('is told of where a merge left its markers, in a new file too', async () => {
    const text = 'export const a = 1;\n<<<<<<< ours\nexport const c = ~>;\n=======\n>>>>>>> theirs\n';
    const result = await review(reviewers, { 'x.txt': '' }, { ...rest, 'a.ts': text });
    assert.deepEqual(places(result), ['a.ts:2 typescript/TS1185']);
  });

  it('is told apart from one that imports a name and declares it once more', async () => {
    for (const [text, title] of [
      [
        "import { a, a } from 'b';\ngo(a);\n",
        /^`a` is imported here and declared once more, which the compiler refuses/,
      ],
      ["import { a } from 'b';\nimport {\n  c,\n  a,\n} from 'd';\ngo(a, c);\n", /^`a` is imported here/],
      ['export const {\n  a,\n  a,\n} = go();\n', /^`a` is declared more than once here, so the file does not compile/],
    ] as const) {
      const result = await review(reviewers, { 'x.txt': '' }, { 'a.ts': text });
      assert.ok(result.status === 'completed');
      const found = result.comments.find(({ rule_id }) => rule_id.startsWith('typescript/'));
      assert.match(found?.title ?? '', title);
    }
  });

  it('is not told of what was declared more than once before', async () => {
    const twice = "declare module 'b' {\n  export = a;\n}\ndeclare module 'b' {\n  export = a;\n}\n";
    const indented = twice.replaceAll('  export', '    export');
    const { length } = places(await review(reviewers, { 'x.txt': '' }, { ...rest, 'b.ts': twice }));
    assert.equal(length, 1);
    assert.deepEqual(places(await review(reviewers, { 'b.ts': twice }, { ...rest, 'b.ts': indented })), []);
  });
});
