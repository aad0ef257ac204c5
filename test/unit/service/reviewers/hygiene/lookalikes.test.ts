import assert from 'node:assert/strict';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { findingsIn, newFile, rulesIn } from '../../engine/newFile.ts';
import { places, review } from '../../engine/reviewing.ts';

describe('letters that look Latin', () => {
  for (const [what, path, line] of [
    ['the name of a function', 'a.ts', 'export function h\u0430sAccess() {}'],
    ['a name of Python', 'a.py', 'def is_adm\u0456n(user): ...'],
    ['a name of Go', 'a.go', 'func \u0421heck() {}'],
    ['a capital letter of Greek', 'a.js', 'const \u0391dmin = 1;'],
    ['an Armenian letter', 'a.rs', 'let c\u0585unt = 1;'],
    ['a compared word', 'a.js', "if (role === '\u0430dmin') go();"],
    ['a case', 'a.js', "switch (role) { case '\u0430dmin': }"],
    ['a word that is looked for', 'a.py', "if 'r\u043eot' in users: go()"],
    ['an import', 'a.js', "import { a } from 'r\u0435act';"],
    ['a package that is required', 'a.cjs', "const a = require('@sc\u043epe/a');"],
    ['a package of Python', 'a.py', 'import r\u0435quests'],
    ['a package in a manifest', 'package.json', '{ "dependencies": { "r\u0435act": "1.0.0" } }'],
    ['a requirement', 'requirements.txt', 'r\u0435quests==2.31'],
    ['a name in the script of a component', 'a.vue', '<script>const h\u0430s = 1;</script>'],
    ['a name of PHP', 'a.php', '<?php function h\u0430s() {}'],
    ['the host of an address', 'a.py', 'URL = "https://geo.ex\u0430mple.com/search"'],
    ['the host of an address in a text', 'a.ts', 'const a = `see https://user@p\u0430ypal.com/ for it`;'],
    ['a member of JSX', 'a.tsx', 'const a = <p>{h\u0430s}</p>;'],
  ] as const)
    it(`are found: ${what}`, async () =>
      assert.deepEqual(await rulesIn(hygieneReviewer, newFile(path, line)), ['1 hygiene/lookalike']));

  for (const [what, path, line] of [
    ['a name wholly in another script', 'a.js', 'const \u0441\u043e\u0440 = 1;'],
    ['a name of two languages', 'a.js', 'const get\u0414\u0430\u043d\u043d\u044b\u0435 = 1;'],
    ['quantities', 'a.py', '\u0394x = \u03bcs + d\u03b1 + x\u03bd + \u03c1s'],
    ['a comment', 'a.js', '// h\u0430sAccess'],
    ['the path of an address', 'a.js', "const a = 'https://a.example/\u0421ancel';"],
    ['the host of an address in a comment', 'a.js', '// https://p\u0430ypal.com'],
    ['a text of several words', 'a.js', "const a = 'the h\u0430s word';"],
    ['a text that nothing compares', 'a.js', "const a = { cancel: '\u0421ancel' };"],
    ['a translation', 'locales/ru.json', '{ "a": "\u0421ancel" }'],
    ['a table of such letters', 'a.js', "const a = { a: '\u0430', '\u0435': 'e' };"],
    ['a text between elements', 'a.tsx', 'const a = <p>\u0421ancel</p>;'],
    ['the markup of a component', 'a.vue', '<template><p>\u0421ancel</p></template>'],
    ['a page around PHP', 'a.php', '<?php go(); ?>\n<p>\u0421ancel</p>'],
    ['a range of a regular expression', 'a.js', 'const a = /^[A-Z\u0410-\u042f]/u.test(b);'],
    ['words of a text over several lines', 'a.php', "<?php go('a\nenter the word \u0441onfirm below');"],
    ['what a test compares', 'test/a.test.js', "assert(name === '\u0440aypal');"],
    ['a document', 'a.md', 'h\u0430sAccess'],
    ['letters with accents', 'a.js', 'const \u00e9t\u00e9 = na\u00efve;'],
  ] as const)
    it(`are passed over: ${what}`, async () =>
      assert.deepEqual(await rulesIn(hygieneReviewer, newFile(path, line)), []));

  it('are told once for each name, with what it looks like', async () => {
    const found = await findingsIn(hygieneReviewer, newFile('a.js', 'h\u0430s();\nh\u0430s();\n'));
    assert.deepEqual(
      found.map(({ title }) => title),
      ['`h\u0430s` is not `has`: it has letters of another script (U+0430).'],
    );
  });

  it('are passed over in a name that the file had', async () => {
    const result = await review(
      [hygieneReviewer],
      { 'a.js': 'h\u0430s();\n' },
      { 'a.js': 'h\u0430s();\nh\u0430s(1);\n' },
    );
    assert.deepEqual(places(result), []);
  });
});
