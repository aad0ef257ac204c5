import assert from 'node:assert/strict';
import { Linter } from 'eslint/universal';
import { conditionalHook } from '../../../../../src/service/reviewers/eslint/customRules/conditionalHook.ts';
import { eslintReviewer } from '../../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { fasterThanLinear } from '../../../../host/threadTime.ts';
import { findingsIn, newFile } from '../../engine/newFile.ts';

const rule = 'eslint/review/conditional-hook';
const start = "import * as React from 'react';\nimport { useTheme } from './theme';\n";

/** Where hooks are told in a component with these lines, which begin at 4, and why. */
async function told(lines: string, head = 'export function List({ rows })'): Promise<string[]> {
  const file = newFile('a.tsx', `${start}${head} {\n${lines}\n  return <Table rows={rows} />;\n}\n`);
  const findings = await findingsIn(eslintReviewer, file);
  return findings
    .filter(each => each.rule === rule)
    .map(({ range, title }) => `${range.startLine} ${title.replace(/.*: /, '')}`);
}

describe('a hook of React that is not called each time', () => {
  for (const [what, lines, why] of [
    [
      'behind a return',
      '  useA();\n  if (!rows) return null;\n  useTheme();\n  useTheme();',
      '6 `!rows` returns before it.',
    ],
    [
      'behind a block that returns',
      '  useA();\n  if (rows.none) {\n    return null;\n  }\n  useTheme();',
      '8 `rows.none` returns',
    ],
    [
      'behind the second return',
      '  if (!rows) return 0;\n  useA();\n  if (rows.none) return 1;\n  useB();',
      '7 `rows.none` returns',
    ],
    ['on a condition', '  if (rows) {\n    React.useState(0);\n  }\n  useA();', '5 it depends on `rows`.'],
    ['in a part of a value', '  useA<Row>();\n  const a = rows ? useTheme() : 0;', '5 it depends on `rows`.'],
    ['behind `&&`', '  useA();\n  const a = rows && useTheme();', '5 it depends on `rows`.'],
    ['on what a hook gives', '  const a = useTheme();\n  const b = a.b;\n  if (b) useTheme();', '6 it depends on `b`.'],
  ] as const)
    it(`is told ${what}`, async () => {
      const [first = '', ...others] = await told(lines);
      assert.ok(first.startsWith(why), first);
      assert.deepEqual(others, []);
    });

  it('is graver where what its hooks give decides, which changes while it is there', async () => {
    const severities = async (lines: string, head = 'function List({ rows })'): Promise<string[]> => {
      const file = newFile('a.tsx', `${start}${head} {\n${lines}\n  useTheme();\n  return rows;\n}\n`);
      return (await findingsIn(eslintReviewer, file)).flatMap(each => (each.rule === rule ? [each.severity] : []));
    };
    for (const given of ['rows', 'rows.none', 'useParams()', 'useContext(Rows)']) {
      const lines = `  useA();\n  const { all } = ${given};\n  const first = all[0];\n  if (!first) return null;`;
      assert.deepEqual(await severities(lines), ['low'], given);
    }
    for (const lines of [
      '  const { all } = useQuery(rows);\n  if (!all) return null;',
      '  const [all] = React.useState();\n  const none = !all;\n  if (rows && none) return null;',
      '  const all = useParams().all ?? useQuery();\n  if (!all) return null;',
    ])
      assert.deepEqual(await severities(lines), ['medium'], lines);
    assert.deepEqual(await severities('  useA();\n  if (!rows) return null;', 'function useRows(rows)'), ['medium']);
  });

  it('is told of hooks, and of components that are wrapped', async () => {
    const lines = '  useA();\n  if (!rows) return null;\n  useTheme();';
    for (const head of ['function useRows(rows)', 'const useRows = rows =>']) {
      assert.deepEqual(await told(lines, head), ['6 `!rows` returns before it.']);
      // Who calls it may call others before.
      assert.deepEqual(await told(lines.replace('useA', 'go'), head), ['6 `!rows` returns before it.']);
    }
    const wrapped = `${start}export const List = React.memo(({ rows }) => {\n${lines}\n  return rows;\n});\n`;
    const findings = await findingsIn(eslintReviewer, newFile('a.tsx', wrapped));
    assert.ok(findings.some(each => each.rule === rule));
  });

  for (const [what, lines, head] of [
    ['no other is called before the return', '  if (!rows) return null;\n  useA();\n  useTheme();'],
    ['no other is called at all', '  if (rows) {\n    useA();\n    useTheme();\n  }'],
    ['the condition never changes', "  useA();\n  if (process.env.NODE_ENV === 'test') return null;\n  useTheme();"],
    [
      'a constant of it does not',
      "  useA();\n  const isWeb = Platform.OS === 'web';\n  if (isWeb) return null;\n  useTheme();",
    ],
    ['nothing returns', '  useA();\n  if (!rows) go();\n  useTheme();'],
    ['it throws', "  useA();\n  if (!rows) throw new Error('none');\n  useTheme();"],
    [
      'the return is behind it, or in another function',
      '  useA();\n  const a = () => { if (rows) return 1; };\n  useTheme();',
    ],
    ['it is what is asked', '  useA();\n  if (useTheme()) go();\n  const a = useTheme() || rows;'],
    ['it is in no component', '  useA();\n  if (!rows) return null;\n  useTheme();', 'function list(rows)'],
    ['it is called by another function', '  useA();\n  if (!rows) return null;\n  go(() => useTheme());'],
  ] as const)
    it(`is nothing where ${what}`, async () => assert.deepEqual(await told(lines, head), []));

  it('is nothing in a file of another framework', async () => {
    const text = "import { ref } from 'vue';\nexport function useA(a) {\n  useC();\n  if (!a) return;\n  useB();\n}\n";
    const findings = await findingsIn(eslintReviewer, newFile('a.ts', text));
    assert.ok(!findings.some(each => each.rule === rule));
  });

  it('takes time that grows with the file and no faster', async () => {
    const linter = new Linter();
    const config = { plugins: { own: { rules: { hook: conditionalHook } } }, rules: { 'own/hook': 'error' as const } };
    const slow = await fasterThanLinear(size => {
      const lines = Array.from(
        { length: size / 50 },
        (_, at) => `if (a${at}) return;const a${at + 1} = a${at};useA();`,
      );
      const text = `import 'react';\nfunction List() {\nuseB();const a0 = 1;${lines.toReversed().join('')}${lines.join('')}}\n`;
      return () => linter.verify(text.replaceAll('const', 'var'), config);
    });
    assert.equal(slow, undefined);
  });

  it('is told where only the return before it is new, at that', async () => {
    const text = `${start}export function List({ rows }) {\n  useA();\n  if (!rows) return null;\n  useTheme();\n  return rows;\n}\n`;
    const findings = await findingsIn(eslintReviewer, { ...newFile('a.tsx', text), added: new Set([5]) });
    assert.deepEqual(
      findings.filter(each => each.rule === rule).map(({ range }) => range.startLine),
      [5],
    );
  });
});
