import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { unexplainedIn, type Texts } from './memoryTrees.ts';

function named(before: Texts, after: Texts): string[] {
  return unexplainedIn(javascript, before, { ...before, ...after });
}

describe('what nothing in the repository explains', () => {
  const shop = { 'money.js': 'export const fee = 1;\n' };

  it('is named where a change uses a name that nothing declares', () => {
    const text = "import { fee } from './money.js';\naudit(fee);\n";
    assert.deepEqual(named(shop, { 'a.js': text }), ['audit at a.js:2']);
    assert.deepEqual(named(shop, { 'A.JS': text }), ['audit at A.JS:2']);
    assert.deepEqual(named(shop, { 'src/vendor/a.js': text.replace('./', '../../') }), ['audit at src/vendor/a.js:2']);
  });

  it('is nothing where another file uses the name, a page declares it, or a comment says that it is global', () => {
    const text = "import { fee } from './money.js';\naudit(fee);\n";
    for (const giving of [
      { 'b.js': "import 'b';\naudit();\n" },
      { 'x.html': '<script>function audit() {}</script>' },
      { 'a.js': '/* global audit */\n' },
    ])
      assert.deepEqual(named({ ...shop, ...giving }, { 'a.js': `/* global audit */\n${text}` }), []);
  });

  it('is named where a module lacks what a change imports', () => {
    const text = "import { invoice } from './money.js';\ninvoice();\n";
    assert.deepEqual(named(shop, { 'a.js': text }), ['invoice at a.js:1']);
    // A type may stand in a comment.
    assert.deepEqual(named(shop, { 'a.ts': text }), []);
  });

  describe('of CommonJS in a module', () => {
    const modules = { 'package.json': '{ "type": "module" }', ...shop };
    const text = "import './money.js';\nexport const log = require('log');\nconsole.log(__dirname);\n";

    it('is named, by the manifest or the ending', () => {
      const both = ['require at a.js:2', '__dirname at a.js:3'];
      assert.deepEqual(named(modules, { 'a.js': text }), both);
      assert.deepEqual(
        named(shop, { 'a.mjs': text }),
        both.map(each => each.replace('.js', '.mjs')),
      );
      // The ending makes it one without imports too.
      assert.deepEqual(named(shop, { 'a.mjs': "const log = require('log');\nlog();\n" }), ['require at a.mjs:1']);
    });

    for (const [what, path, file, before] of [
      ['the manifest says that it is CommonJS', 'a.js', text, { 'package.json': '{}', ...shop }],
      ['a manifest that is nearer says so', 'b/a.js', text, { ...modules, 'b/package.json': '{}' }],
      ['its ending says so', 'a.cjs', text, modules],
      ['it makes them itself', 'a.js', `const require = make();\nconst __dirname = '.';\n${text}`, modules],
      ['it asks for them', 'a.js', `typeof require === 'function' && typeof __dirname;\n${text}`, modules],
      ['a test is compiled', 'test/a.test.js', text, modules],
      ['settings are loaded in another way', 'tailwind.config.js', text, modules],
      ['another module has them', 'a.js', text, { ...modules, 'b.js': text }],
    ] as const)
      it(`is nothing where ${what}`, () => {
        const made = named(before, { [path]: file });
        assert.deepEqual(
          made.filter(each => /^(?:require|__)/.test(each)),
          [],
        );
      });
  });
});
