import assert from 'node:assert/strict';
import type { Files } from '../../../host/git/repository.ts';
import { placesOn } from './commentsOn.ts';

const nested = 'export function load(name) {\n  if (name) {\n    import a from "./a";\n    a(name);\n  }\n}\n';

function told(before: Files, after: Files): Promise<string[]> {
  return placesOn({ 'a.js': 'export default 1;\n', ...before }, after);
}

describe('an import in a block', () => {
  const parcel = { 'package.json': '{\n  "devDependencies": {\n    "parcel-bundler": "1.12.5"\n  }\n}\n' };

  it('is told, also where the change itself brings what loads it', async () => {
    const others = { 'package.json': '{ "description": "tells where a parcel is", "dependencies": {} }\n' };
    assert.deepEqual(await told(others, { 'b.js': nested }), ['b.js:3 typescript/early-error']);
    assert.deepEqual(await told({}, { ...parcel, 'b.js': nested }), ['b.js:3 typescript/early-error']);
  });

  for (const [what, before] of [
    ['bundles with Parcel', parcel],
    ['is of Meteor', { 'package.json': '{ "dependencies": { "meteor-node-stubs": "1.0.0" } }\n' }],
    [
      'tells Babel to allow it',
      { 'babel.config.js': 'module.exports = { parserOpts: { allowImportExportEverywhere: true } };\n' },
    ],
  ] as const)
    it(`is left alone where the project ${what}`, async () => {
      assert.deepEqual(await told(before, { 'b.js': nested }), []);
      const broken = 'export function f(a) {\n  return await a();\n}\n';
      assert.deepEqual(await told(before, { 'b.js': broken }), ['b.js:2 typescript/early-error']);
    });
});
