import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { findingsOf, told, type Texts, unexplainedIn } from './memoryTrees.ts';

const before = {
  'hooks.ts': "import { useMemo } from 'react';\nexport const all = () => useMemo(() => 1, []);\n",
  'list.ts': "import { all } from './hooks';\nexport const list = all();\n",
};

function check(text: string, others: Texts = {}): string[] {
  return told(findingsOf(javascript, { ...before, ...others }, { ...before, ...others, 'list.ts': text }));
}

describe('an undefined name in TypeScript', () => {
  it('is told where another file imports it', () =>
    assert.deepEqual(check(`${before['list.ts']}export const few = useMemo(() => list, [list]);\n`), [
      'list.ts:3 cross-file/undefined-name',
    ]));

  it('is told where it is almost a name of the file', () =>
    assert.deepEqual(check("import { all } from './hooks';\nconst settings = all();\nexport const a = setings;\n"), [
      'list.ts:3 cross-file/undefined-name',
    ]));

  it('is told where its import goes, and says that the compiler refuses it', () => {
    const text = 'export const list = all();\n';
    const [finding] = findingsOf(javascript, before, { ...before, 'list.ts': text });
    assert.equal(finding?.title, '`all` is not defined any more: the import of `./hooks` is removed');
    assert.match(finding.body, /The compiler refuses it, and the code throws a `ReferenceError`/);
  });

  it('is only named where nothing shows where it comes from', () => {
    const after = { ...before, 'list.ts': `${before['list.ts']}export const google = maps.load();\n` };
    assert.deepEqual(unexplainedIn(javascript, before, after), ['maps at list.ts:3']);
  });

  for (const [what, text, others] of [
    ['a type of another file', 'export const a = (b: useMemo, c = 1 as typeof useMemo) => [b, c];\n', {}],
    ['a member of its own enum', 'export enum A {\n  useMemo = 1,\n  Both = useMemo | 2,\n}\n', {}],
    ['an interface that a class has', 'export class A implements useMemo {}\n', {}],
    ['what is declared for all', 'export const a = useMemo;\n', { 'a.d.ts': 'declare const useMemo: number;\n' }],
    ['what a namespace may have', 'namespace A {\n  useMemo();\n}\nexport default A;\n', {}],
    ['what the file declares', 'declare function useMemo(): void;\nexport const a = useMemo;\n', {}],
    ['a type that another file exports', 'export const a = Sum;\n', { 'b.ts': 'export type Sum = 1;\n' }],
  ] as const)
    it(`is not told of ${what}`, () => assert.deepEqual(check(text, others), []));

  it('is not told in a file that the compiler did not check before either', () => {
    const unchecked = { 'list.ts': `// @ts-nocheck\n${before['list.ts']}` };
    const text = `${unchecked['list.ts']}export const few = useMemo(() => list, []);\n`;
    assert.deepEqual(check(text, unchecked), []);
    assert.deepEqual(check(text), ['list.ts:4 cross-file/undefined-name']);
  });
});

describe('a type that is used as a value', () => {
  for (const [what, imported] of [
    ['a type import', "import type { all } from './hooks';"],
    ['one type of an import', "import { type all } from './hooks';"],
    ['a default import', "import type all from 'hooks';"],
    ['a namespace', "import type * as all from './hooks';"],
  ] as const)
    it(`is told: ${what}`, () =>
      assert.deepEqual(check(`${imported}\nexport const list = all();\n`), [
        'list.ts:2 cross-file/type-as-value → list.ts:1',
      ]));

  for (const [what, text] of [
    ['a type', 'export const a: all = 1 as typeof all;\n'],
    ['an interface of a class', 'export class A implements all {}\n'],
    ['a default export', 'export default all;\n'],
    ['a name of its own', 'export const a = (all: number) => all + 1;\n'],
  ] as const)
    it(`is not told of ${what}`, () => assert.deepEqual(check(`import type { all } from './hooks';\n${text}`), []));

  it('is not told where it was used before', () => {
    const text = "import type { all } from './hooks';\nexport const list = all();\n";
    assert.deepEqual(check(`${text}export const b = 1;\n`, { 'list.ts': text }), []);
  });
});

describe('what React loads lazily', () => {
  const app = (load: string): string => `import { lazy } from 'react';\nexport const Page = lazy(${load});\n`;
  const page = { 'Page.tsx': 'export function Page() {}\n' };
  const found = (load: string, before: Texts, after: Texts = {}): string[] =>
    told(findingsOf(javascript, before, { ...before, ...after, 'app.tsx': app(load) }));

  it('is told where it has no default export', () => {
    const line = 'app.tsx:2 cross-file/missing-export → Page.tsx:1';
    assert.deepEqual(found("() => import('./Page')", page), [line]);
    const before = { 'Page.tsx': 'export default function Page() {}\n', 'app.tsx': app("() => import('./Page')") };
    assert.deepEqual(found("() => import('./Page')", before, page), [
      'Page.tsx:1 cross-file/removed-export → app.tsx:2',
    ]);
  });

  for (const [what, load, files] of [
    ['there is one', "() => import('./Page')", { 'Page.tsx': 'export default 1;\n' }],
    ['one is made of it', "() => import('./Page').then(each => ({ default: each.Page }))", page],
    ['something else is loaded so', "() => load(() => import('./Page'))", page],
  ] as const)
    it(`is nothing where ${what}`, () => assert.deepEqual(found(load, files), []));
});
