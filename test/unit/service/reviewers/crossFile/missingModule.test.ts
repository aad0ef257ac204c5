import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { findingsOf, told, unexplainedIn, type Texts } from './memoryTrees.ts';

const base = { 'src/index.js': 'export {};\n', 'src/piece.js': 'export const piece = 1;\nexport default piece;\n' };

function saidOf(added: Texts, before: Texts = base): { told: string[]; named: string[] } {
  const after = { ...before, ...added };
  return { told: told(findingsOf(javascript, before, after)), named: unexplainedIn(javascript, before, after) };
}

describe('an import of a file that is not there', () => {
  it('is nothing where others lead to the same folder, which a build makes', () => {
    const before = { ...base, 'core/a.js': "require('./shared/other');\n" };
    const added = { 'core/b.js': "import { piece } from './shared/piece';\npiece();\n" };
    assert.deepEqual(saidOf(added, before).told, []);
    assert.equal(saidOf(added).told.length, 1);
    const beside = { ...base, 'shop/a.js': "require('./shared/other');\n" };
    const both = { 'core/b.js': "import './shared/other';\nimport { piece } from './shared/piece';\npiece();\n" };
    assert.deepEqual(saidOf(both, beside).told, []);
    assert.equal(saidOf(added, beside).told.length, 1);
  });

  it('says where it fails if the two differ in capitals alone', () => {
    const bodies = (from: string): string[] =>
      findingsOf(javascript, base, { ...base, 'src/a.js': `import { piece } from '${from}';\npiece();\n` }).map(
        ({ body }) => body,
      );
    assert.match(
      bodies('./Piece')[0] ?? '',
      /built on systems that tell capitals from small letters, such as Linux\.$/,
    );
    assert.match(bodies('./pieces')[0] ?? '', /loaded or built\.$/);
  });

  it('is of low severity where it is of types alone, of which nothing is left', () => {
    const before = { 'src/piece.ts': 'export interface Piece {}\nexport const piece = 1;\n' };
    const found = (text: string): string[] =>
      findingsOf(javascript, before, { ...before, 'src/a.ts': text }).map(
        ({ severity, body }) => `${severity} ${/TypeScript refuses|fails/.exec(body)?.[0] ?? ''}`,
      );
    const types = "import { Piece } from './pieces';\nexport const a = (of: Piece) => of;\n";
    assert.deepEqual(found(types), ['low TypeScript refuses']);
    assert.deepEqual(found("import { piece } from './pieces';\nexport const a = piece;\n"), ['medium fails']);
  });

  for (const [what, added] of [
    ['one beside it has almost the same name', { 'src/a.js': "import { piece } from './pieces.js';\npiece();\n" }],
    [
      'one beside it differs in case',
      { 'src/a.js': "import piece from './Pieces';\npiece();\n", 'src/pieces.js': 'export default 1;\n' },
    ],
    [
      'one elsewhere has its name and what is imported',
      { 'src/b/a.js': "import { piece } from './piece.js';\npiece();\n" },
    ],
    [
      'an alias leads to the top, whatever stands before it that fits less',
      {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "*": ["*"], "@/*": ["./src/*"] } } }',
        'src/a.js': "import { piece } from '@/pieces';\npiece();\n",
      },
    ],
    [
      'an alias leads to the top',
      {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
        'src/a.js': "import { piece } from '@/pieces';\npiece();\n",
      },
    ],
    ['it is loaded late', { 'src/a.js': "export const load = () => import('./pieces.js');\n" }],
  ] as const)
    it(`is told where ${what}`, () => {
      const [path = ''] = Object.keys(added).filter(each => each.endsWith('a.js'));
      assert.deepEqual(saidOf(added), { told: [`${path}:1 cross-file/missing-module`], named: [] });
    });

  it('is one finding for all imports of a file', () => {
    const before = { ...base, 'src/slice.js': 'export const slice = 1;\n' };
    const text = "import { piece } from './piece.js';\nimport { slice } from './slice.js';\npiece(slice);\n";
    const [finding, ...more] = findingsOf(javascript, before, { ...before, 'src/b/a.js': text });
    assert.equal(finding?.title, '`./piece.js` and 1 more are imported here, and there are no such files');
    assert.deepEqual(
      finding.related.map(({ line, message }) => [line, message]),
      [[2, '`./slice.js` is no file. There is `src/slice.js`.']],
    );
    assert.deepEqual(more, []);
  });

  it('is not told where nothing says that an alias leads where it mostly does, and others lead nowhere', () => {
    const project = (...uses: readonly string[]): Texts => ({
      ...base,
      'package.json': '{}',
      'app/piece.js': 'export const slice = 1;\n',
      ...Object.fromEntries(uses.map((use, at) => [`src/use${at}.js`, `import '@/${use}';\n`])),
    });
    const added = { 'src/a.js': "import { piece } from '@/pieces';\npiece();\n" };
    const found = ['src/a.js:1 cross-file/missing-module'];
    assert.deepEqual(saidOf(added, project('index', 'piece')).told, found);
    assert.deepEqual(saidOf(added, project('index', 'lost', 'gone')).told, []);
    assert.deepEqual(saidOf(added, project()).told, []);
  });

  it('is named, and not told, where no other file can be meant, since a build may make it', () => {
    assert.deepEqual(
      saidOf({ 'src/a.js': "import './schema.js';\nimport { other } from './pieces.js';\nother();\n" }),
      {
        told: [],
        named: ['./schema.js at src/a.js:1', './pieces.js at src/a.js:2'],
      },
    );
  });

  it('is only named in a project of Ember, which has one tree of modules for several folders', () => {
    const added = { 'tests/a.js': "import { piece } from '../src/pieces.js';\npiece();\n" };
    const project = (name: string): Texts => ({ ...base, 'package.json': `{ "devDependencies": { "${name}": "5" } }` });
    assert.deepEqual(saidOf(added, project('ember-cli')), { told: [], named: ['../src/pieces.js at tests/a.js:1'] });
    assert.deepEqual(saidOf(added, project('vite')).told, ['tests/a.js:1 cross-file/missing-module']);
  });

  it('is only named in a folder of templates, which are copied to where their imports lead somewhere', () => {
    assert.deepEqual(saidOf({ 'templates/x/a.js': "import { piece } from './piece.js';\npiece();\n" }), {
      told: [],
      named: ['./piece.js at templates/x/a.js:1'],
    });
  });

  it('is only named in a file that is at home elsewhere, as a template, since nothing else leads anywhere in it', () => {
    const text = "import { piece } from '../pieces.js';\nimport './other.js';\npiece();\n";
    const [first, second] = ['../pieces.js at src/b/a.js:1', './other.js at src/b/a.js:2'];
    assert.deepEqual(saidOf({ 'src/b/a.js': text }), { told: [], named: [first, second] });
    const before = { ...base, 'src/b/a.js': "import './other.js';\n" };
    assert.deepEqual(saidOf({ 'src/b/a.js': text }, before), { told: [], named: [first] });
  });

  for (const [what, added, before] of [
    ['is there', { 'src/a.js': "import { piece } from './piece';\npiece();\n", 'src/b.ts': "import './a.js';\n" }],
    ['is of a package', { 'src/a.js': "import 'pieces';\nimport '@pieces/piece';\n" }],
    ['comes for each platform', { 'src/a.js': "import './pieces';\n", 'src/pieces.web.js': 'export {};\n' }],
    ['is built', { 'src/a.js': "import '../dist/piece.js';\n" }],
    ['is left out by git', { 'src/a.js': "import './pieces.js';\n" }, { ...base, '.gitignore': '/src/pieces.js\n' }],
    ['is made of another one', { 'src/a.js': "import pieces from './pieces?worker';\npieces();\n" }],
    ['is tried', { 'src/a.js': "try {\n  require('./pieces.js');\n} catch {}\n" }],
    [
      'has the name of one that the base imports and does not have',
      { 'src/b/a.js': "import './$types';\n" },
      { ...base, 'src/c/a.js': "import './$types';\n" },
    ],
    [
      'was imported before',
      { 'src/a.js': "import './pieces.js';\n\nfoo;\n" },
      { ...base, 'src/a.js': "import './pieces.js';\n" },
    ],
  ] as readonly (readonly [string, Texts, Texts?])[])
    it(`is nothing where it ${what}`, () => {
      const { told: comments, named } = saidOf(added, before);
      assert.deepEqual([comments, named.filter(each => !each.startsWith('foo '))], [[], []]);
    });
});
