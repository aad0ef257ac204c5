import assert from 'node:assert/strict';
import type { Files } from '../../../host/git/repository.ts';
import { placesOn } from './commentsOn.ts';

const plain = { 'a.js': 'export function f(a) {\n  return a;\n}\n' };
const typed = 'export function f(a: number): number {\n  return a;\n}\n';

function told(before: Files, after: Files): Promise<string[]> {
  return placesOn({ 'notes.txt': 'One.\n', ...before }, after);
}

describe('types in JavaScript', () => {
  for (const [path, text, place] of [
    ['a.js', typed, '1 typescript/TS8010'],
    ['a.mjs', 'export interface A { a: number }\nexport const a = 1;\n', '1 typescript/TS8006'],
    ['a.js', 'export enum Kind { A, B }\n', '1 typescript/TS8006'],
    ['a.js', 'export const a = go() as number;\n', '1 typescript/TS8016'],
    ['a.js', 'export const a = go()!;\n', '1 typescript/TS8013'],
    ['a.cjs', 'module.exports = { a: 1 } satisfies object;\n', '1 typescript/TS8037'],
    ['a.js', 'export function f();\nexport function f(a) {\n  return a;\n}\n', '1 typescript/TS8017'],
    ['a.js', '// @flow\nexport type A = number;\n', '2 typescript/TS8008'],
  ] as const)
    it(`is told of in a new file: ${text}`, async () => {
      assert.deepEqual(await told({ 'package.json': '{ "name": "flow" }\n' }, { [path]: text }), [`${path}:${place}`]);
    });

  it('is told of where the change brings it, also before what is broken', async () => {
    assert.deepEqual(await told(plain, { 'a.js': typed }), ['a.js:1 typescript/TS8010']);
    assert.deepEqual(await told(plain, { 'a.js': `${typed}let c = ~>;\n` }), ['a.js:1 typescript/TS8010']);
  });

  it('is not told of below what is no JavaScript', async () => {
    const query = '-- Hours.\nCREATE VIEW a AS SELECT b;\n-- We join, and treat b as the c d;\n';
    assert.deepEqual(await told(plain, { 'b.js': query }), []);
  });

  it('is told of where the change itself says that it is Flow', async () => {
    const settings = {
      '.flowconfig': '[options]\n',
      'package.json': '{ "devDependencies": { "flow-bin": "0.1.0" } }\n',
    };
    assert.deepEqual(await told(plain, { ...settings, 'a.js': `/* @flow */\n${typed}` }), ['a.js:2 typescript/TS8010']);
  });

  for (const [what, before] of [
    ['has them', { 'a.js': typed }],
    ['says that it is Flow', { 'a.js': `/**\n * @flow strict\n */\n${plain['a.js']}` }],
    ['stands among others that are Flow', { ...plain, 'b.js': '// @flow\nexport const b = 1;\n' }],
    ['is in a project with settings of Flow', { ...plain, '.flowconfig': '[options]\n' }],
    ['is in a project with Flow', { ...plain, 'package.json': '{ "devDependencies": { "flow-bin": "0.1.0" } }\n' }],
    ['has a preset', { ...plain, 'babel.config.js': "module.exports = { presets: ['@babel/preset-flow'] };\n" }],
    ['is for React Native', { ...plain, 'package.json': '{ "dependencies": { "react-native": "0.70.0" } }\n' }],
  ] as const)
    it(`is left alone where the merge base ${what}`, async () => {
      const more = before['a.js'].replace('return a;', 'return (a: any);');
      assert.deepEqual(await told(before, { 'a.js': more }), []);
      if (what !== 'has them') assert.deepEqual(await told(before, { 'c.js': typed }), []);
    });

  it('is left alone in TypeScript, in comments, in components and in snippets', async () => {
    const files = {
      'a.ts': typed,
      'b.js': '/** @type {number} */\nexport const b = 1; // as number\n',
      'c.vue': '<script>\nexport default { data() { return 1 as number; } };\n</script>\n',
      'docs/d.js': typed,
    };
    assert.deepEqual(await told({ 'docs/x.md': 'One.\n' }, files), []);
  });
});
