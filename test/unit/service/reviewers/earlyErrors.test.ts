import assert from 'node:assert/strict';
import { eslintReviewer } from '../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { typescriptReviewer } from '../../../../src/service/reviewers/typescriptReviewer.ts';
import { withConsequences } from '../../../../src/service/reviewers/withConsequences.ts';
import { reviewGaps } from '../../../../src/service/engine/result/reviewGaps.ts';
import { places, review } from '../engine/reviewing.ts';

const readers = [typescriptReviewer, eslintReviewer].map(withConsequences);

async function said(path: string, text: string, before?: string): Promise<string[]> {
  const files = { 'x.txt': '', ...(before !== undefined && { [path]: before }) };
  const result = await review(readers, files, { [path]: text });
  assert.ok(result.status === 'completed');
  return [...places(result), ...reviewGaps(result).flatMap(({ notifications }) => notifications.map(() => 'gap'))];
}

describe('an early error of JavaScript', () => {
  const refused: Readonly<Record<string, readonly [path: string, text: string, line: number]>> = {
    'await in a plain function': ['a.js', 'export function f(a) {\n  return await a();\n}\n', 2],
    'await in a plain function of CommonJS': ['a.cjs', 'module.exports = a => {\n  await a();\n};\n', 2],
    'await in a plain function of a script': ['a.js', 'function f(a) {\n  await a();\n}\nf();\n', 2],
    'a break without a loop': ['a.js', 'export function f(a) {\n  if (a) break;\n}\n', 2],
    'super in a function': ['a.js', 'export function f() {\n  return super.f();\n}\n', 2],
    'super() in a class without a parent': ['a.js', 'export class A {\n  constructor() {\n    super();\n  }\n}\n', 3],
    'a name twice': ['a.js', 'export function f(a) {\n  const a = 1;\n  return a;\n}\n', 2],
    'an export twice': ['a.js', 'export const a = 1;\nexport { b as a };\nconst b = 1;\n', 2],
    'an export without a value': ['a.js', 'export const a = 1;\nexport { nothing };\n', 2],
    'a regular expression': ['a.js', 'export const a = /(/;\n', 1],
    'a return outside of functions, in a module': ['a.mjs', 'const a = 1;\nif (a) return;\n', 2],
    'a value returned outside of functions, with nothing awaited there': [
      'a.mjs',
      'const go = async () => {\n  await run();\n};\nif (go) return { none: true };\n',
      4,
    ],
    'a break in what a host runs': ['a.mjs', 'const a = await run();\nif (a) break;\nreturn a;\n', 2],
    'JavaScript with JSX': ['a.jsx', 'export function A(a) {\n  const b = await a();\n  return <b>{b}</b>;\n}\n', 2],
    'TypeScript, behind types': [
      'a.ts',
      'interface A {\n  a: string;\n}\nexport function f(a: () => Promise<A>): A {\n  const b: A = await a();\n  return b;\n}\n',
      5,
    ],
    'TypeScript with JSX': ['a.tsx', 'type A = 1;\nexport const B = (a: A) => {\n  break;\n};\n', 3],
    'a script of Vue': ['a.vue', '<script setup>\nfunction go() {\n  await fetch("/");\n}\ngo();\n</script>\n', 3],
    'a script of Svelte': ['a.svelte', '<script lang="ts">\nexport let a: number;\nif (a) break;\n</script>\n', 3],
  };
  for (const [what, [path, text, line]] of Object.entries(refused))
    it(`is told: ${what}`, async () => {
      const early = (await said(path, text)).filter(each => !each.includes('eslint/'));
      assert.deepEqual(early, [`${path}:${line} typescript/early-error`]);
    });

  it('says of TypeScript that the compiler refuses what a build may write in another way', async () => {
    const told = async (path: string, text: string): Promise<string[]> => {
      const result = await review(readers, { 'x.txt': '' }, { [path]: text });
      assert.ok(result.status === 'completed');
      return result.comments.map(({ title }) => /does not load|compiler refuses/.exec(title)?.[0] ?? title);
    };
    const twice = 'export function f() {}\nfunction g() {}\nfunction g() {}\ng();\n';
    const rest = 'export const f = ({ ...rest, a }) => [rest, a];\n';
    for (const text of [twice, rest]) {
      assert.deepEqual(await told('a.ts', text), ['compiler refuses']);
      assert.deepEqual(await told('a.mjs', text), ['does not load']);
    }
    assert.deepEqual(await told('a.ts', 'export const f = () => {\n  break;\n};\n'), ['does not load']);
  });

  it('is told at the old line that a change elsewhere in the file makes one', async () => {
    const before = 'export function f(a) {\n  for (;;) {\n    if (a) break;\n  }\n}\n';
    assert.deepEqual(await said('a.js', before.replace('for (;;)', 'if (a.b)'), before), [
      'a.js:3 typescript/early-error',
    ]);
  });

  it('is not told again of a file that had it before', async () => {
    const before = 'export function f(a) {\n  if (a) break;\n}\n';
    assert.deepEqual(await said('a.js', `${before}export const b = 1;\n`, before), []);
  });

  const taken: Readonly<Record<string, readonly [path: string, text: string]>> = {
    'a return outside of functions, in CommonJS': ['a.cjs', 'if (module.parent) return;\nmodule.exports = 1;\n'],
    'a return outside of functions, above an import in a comment': [
      'a.js',
      'return go();\n/*\nimport a from "a";\n*/\n',
    ],
    'a value that a host awaits and takes': [
      'flow.js',
      'export const meta = { name: "a" };\nif (args.length === 0) return { none: true };\nconst done = await run(args);\nreturn { done };\n',
    ],
    'a value that a host awaits and takes, without exports': [
      'flow.js',
      'const done = await run(args);\nfor (const each of done) {\n  if (each.failed) return each;\n}\n',
    ],
    'what only strict mode forbids': ['a.cjs', 'function f(a, a) {\n  with (a) go(a, 0755, "\\07");\n}\nf();\n'],
    'comments of HTML': ['a.cjs', '<!-- old\nmodule.exports = "<!-- new";\n--> old\n'],
    'text of JSX with arrows': ['a.js', 'export const A = () => <p>a -> b</p>;\n'],
    'await at the top of a script whose kind nobody knows': ['a.js', 'const a = await go();\ngo(a);\n'],
    'await at the top of a component': ['a.vue', '<script setup>\nconst a = await go();\ngo(a);\n</script>\n'],
    'a snippet that the template declares': [
      'a.svelte',
      '<script module>\nexport { fee };\n</script>\n{#snippet fee()}<b />{/snippet}\n',
    ],
    'labels of Svelte': ['a.svelte', '<script>\nexport let a;\n$: b = a;\n$: if (b) go();\n</script>\n'],
    'decorators and resources': [
      'a.js',
      '@element("x")\nexport class A {\n  @field accessor a = 1;\n}\nexport function f() {\n  using b = open();\n  return b;\n}\n',
    ],
    'types and values of one name': [
      'a.ts',
      'export interface A {\n  a: 1;\n}\nexport const A = 1;\nexport function f(a: 1): void;\nexport function f(a: unknown): void {\n  go(a);\n}\nexport class C {}\nexport namespace C {\n  export const c = 1;\n}\nexport enum E {\n  A,\n}\n',
    ],
    'exports of types': ['a.ts', 'interface A {\n  a: 1;\n}\nimport type { B } from "./b";\nexport { A, type B };\n'],
    'exports of what is only declared': ['a.ts', 'declare var a: typeof fetch;\nexport { a as fetch };\n'],
    'decorators of parameters': [
      'a.ts',
      '@Injectable()\nexport class A {\n  constructor(@Inject(b) private readonly b: string) {}\n}\n',
    ],
    declarations: ['a.d.ts', 'export declare function f(): void;\nexport { f as g };\n'],
  };
  for (const [what, [path, text]] of Object.entries(taken))
    it(`is none, and the file is read: ${what}`, async () => assert.deepEqual(await said(path, text), []));

  it('is read past in a script with comments of HTML', async () => {
    const text = '<!-- old\nif (a === a) go();\n';
    assert.deepEqual(await said('a.js', text), ['a.js:2 eslint/no-self-compare']);
  });
});
