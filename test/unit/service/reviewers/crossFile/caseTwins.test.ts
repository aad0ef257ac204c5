import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { python } from '../../../../../src/service/reviewers/crossFile/checks/python/python.ts';
import { findingsOf, told, type Texts } from './memoryTrees.ts';

const script = 'export const a = 1;\n';
const scripts = (before: Texts, after: Texts): string[] => told(findingsOf(javascript, before, after));

describe('two files whose names differ in the case of letters', () => {
  it('are told where one of them is new', () => {
    assert.deepEqual(scripts({ 'src/money.ts': script }, { 'src/money.ts': script, 'src/Money.ts': script }), [
      'src/Money.ts:1 cross-file/case-twin → src/money.ts:1',
    ]);
    assert.deepEqual(told(findingsOf(python, { 'a/b.py': 'c = 1\n' }, { 'a/b.py': 'c = 1\n', 'A/b.py': 'c = 1\n' })), [
      'A/b.py:1 cross-file/case-twin → a/b.py:1',
    ]);
  });

  it('are one finding where a folder differs', () => {
    const before = { 'src/money/a.ts': script, 'src/money/b.ts': script };
    const [finding, ...more] = findingsOf(javascript, before, {
      ...before,
      'src/Money/a.ts': script,
      'src/Money/b.ts': script,
    });
    assert.equal(
      finding?.title,
      '`src/Money` and `src/money` differ in the case of letters alone: most disks of Windows and macOS hold one of them',
    );
    assert.match(finding.body, /Rename the folder\.$/);
    assert.deepEqual([finding.related.length, more], [3, []]);
  });

  it('are nothing where one takes the place of the other, or both were there', () => {
    assert.deepEqual(scripts({ 'a.ts': script }, { 'A.ts': script }), []);
    const both = { 'a.ts': script, 'A.ts': script };
    assert.deepEqual(scripts(both, { ...both, 'a.ts': `${script}export const b = 1;\n` }), []);
  });
});

describe('an import without its ending', () => {
  const others = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`src/${at}.ts`, `import { a } from './a.js';\nexport const b${at} = a;\n`]),
  );
  const project: Texts = { 'package.json': '{ "type": "module" }', 'src/a.ts': 'export const a = 1;\n', ...others };
  const text = "import { a } from './a';\nexport const c = a;\n";
  const found = (before: Texts, path: string, code: string): string[] => scripts(before, { ...before, [path]: code });

  it('is told where Node loads the modules and all other imports have one', () =>
    assert.deepEqual(found(project, 'src/new.ts', text), ['src/new.ts:1 cross-file/missing-ending']));

  for (const [what, before, path, code] of [
    ['another has none either', { ...project, 'src/1.ts': text }, 'src/new.ts', text],
    ['there are few', { ...project, 'src/1.ts': '', 'src/2.ts': '' }, 'src/new.ts', text],
    ['it is a module of CommonJS', { ...project, 'package.json': '{}' }, 'src/new.ts', text],
    [
      'a tool loads them that looks for endings',
      { ...project, 'package.json': '{ "type": "module", "devDependencies": { "tsx": "4" } }' },
      'src/new.ts',
      text,
    ],
    ['it has one', project, 'src/new.ts', text.replace('./a', './a.js')],
    [
      'only types are imported',
      project,
      'src/new.ts',
      text.replace('import {', 'import type {').replace('= a', '= 1 as a'),
    ],
    ['a test is compiled', project, 'src/new.test.ts', text],
    ['it was there', { ...project, 'src/new.ts': text }, 'src/new.ts', `${text}export const d = 1;\n`],
  ] as const)
    it(`is nothing where ${what}`, () => assert.deepEqual(found(before, path, code), []));
});
