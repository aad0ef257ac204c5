import assert from 'node:assert/strict';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import type { EngineComment } from '../../../../../src/service/engine/engineComment.ts';
import { unreviewedPath } from '../../../../../src/service/engine/diff/excludedFiles.ts';
import { findingsIn, newFile, rulesIn } from '../../engine/newFile.ts';
import { places, review } from '../../engine/reviewing.ts';

async function isFound(path: string, line: string): Promise<boolean> {
  const file = newFile(path, `one\n${line}\n`);
  const isExcluded = unreviewedPath(path) !== undefined;
  const found = await rulesIn(hygieneReviewer, { ...file, ...(isExcluded && { isExcluded }) });
  assert.deepEqual(
    [...new Set(found)].filter(each => each !== '2 hygiene/hidden-character'),
    [],
  );
  return found.length > 0;
}

describe('hidden characters', () => {
  it('are not those that a text editor leaves twice between words, nor the mark of a file at the beginning of its text', async () => {
    const [space, mark] = ['\u200b', '\ufeff'];
    assert.ok(!(await isFound('a.ts', `const a = 'in the area of ${space}${space}the city';`)));
    assert.ok(await isFound('a.ts', `const a = 'in the area of ${space}${space}${space}the city';`));
    assert.ok(await isFound('a.ts', `const a = 'in the area of ${space}\u200cthe city';`));
    assert.ok(await isFound('a.ts', `const a = 'area${space}${space}';`));
    assert.ok(!(await isFound('a.ts', `const a = \`${mark}\${csv}\`;`)));
    assert.ok(await isFound('a.ts', `const a = 'area${mark}';`));
  });

  for (const [what, file, line] of [
    ['an override of the direction in code', 'a.go', 'if level != "user\u202e\u2066" {'],
    ['one in a document', 'README.md', 'Run `rm \u202etxt.exe`'],
    ['one in a manifest', 'package.json', '{ "name": "lod\u2066ash" }'],
    ['one in a lock file', 'package-lock.json', '{ "name": "lod\u202dash" }'],
    ['one beside what begins the usual direction', 'a.hbs', '<p>\u202aa \u202egnp.exe</p>'],
    ['what begins the usual direction in code', 'test/a.test.ts', 'const a = "\u202aC:/a";'],
    ['one among tests', 'test/a.test.ts', 'const a = "\u202e";'],
    ['one beside a range in what a bundler writes', 'dist/x.js', 'a = "[\u202a-\u202e]"; b = "\u202e";'],
    ['a range in what people write', 'a.ts', 'a = /[\u202a-\u202e]/;'],
    ['one in a file of settings', '.env', 'ADMIN=\u202eno'],
    ['one in a notebook', 'a.ipynb', '{ "source": "a\u2067" }'],
    ['one in a picture of text', 'a.svg', '<text>a\u2067</text>'],
    ['a space without a width in code', 'a.ts', 'const use\u200br = 1;'],
    ['one in a workflow', '.github/workflows/ci.yml', "  if: github.actor == 'admin\u200b'"],
    ['one in the name of an image', 'docker/Dockerfile', 'FROM no\u200bde:22'],
    ['a joiner in a variable', '.env', 'ADMINS=bob\u200c,eve'],
    ['one in the name of a package', 'package.json', '{ "lodash\u200b": "1" }'],
    ['one in the name of a package of Python', 'requirements-dev.txt', 'left\u200b-pad==1.0'],
    ['one in the name of a package in settings', 'pyproject.toml', 'dependencies = ["left\u200b-pad"]'],
    ['one in the name of a module of Go', 'go.mod', 'require b\u200b.example/c v1.0.0'],
    ['one in a lock file of YAML', 'pnpm-lock.yaml', 'lodash\u200b: 1'],
    ['a space without a width in a value of settings', 'a.yml', 'name: use\u200br'],
    ['one in a list of settings', 'config/roles.yml', 'admins: ["ro\u200bot", root]'],
    ['one in an item of settings', 'a.yml', '- ro\u200bot'],
    ['one in a key of settings', 'a.yml', 'ro\u200bot: 1'],
    ['one at the end of a value', 'a.toml', 'admin = "root\u200b"'],
    ['one in settings in JSON', 'config/settings.json', '{ "admin": "ro\u200bot" }'],
    ['one in a key of data', 'data/names.json', '{ "use\u200br": "a" }'],
    ['a blank letter in an attribute that is code', 'index.html', '<a onclick="const { a, \u3164 } = f(\u3164)">'],
    ['one in an attribute of one word', 'index.html', '<input name="us\u200ber">'],
    ['one in a script of a page', 'index.html', "<script>if (a === 'us\u200ber') go();</script>"],
    ['a blank letter behind a text', 'a.js', "const kind = 'a', { timeout, \u3164 } = q;"],
    ['a blank letter between texts', 'a.js', "run(['ping', q.\u3164, 'ls'], q['a b'] && q.\u3164 );"],
    ['a blank letter behind apostrophes of comments', 'a.js', "/* don't */ const { timeout, \u3164 } = q; // don't"],
    ['one behind texts of Python', 'a.py', 'kind = "a"; \u3164 = q["x y"]; go(\'a b\')'],
    ['one behind texts of Go', 'a.go', 'a, \u3164 := "x", m["k v"]'],
    ['one behind apostrophes', 'a.vue', "<!-- don't --> {{ q.\u3164 }} <!-- won't -->"],
    ['a blank letter among the words of a text', 'a.js', "const a = 'b \u3164 c';"],
    ['one in a word of a query', 'a.js', 'const q = "select name from us\u200bers where id = ?";'],
    ['one in a path of a command', 'a.py', 'COMMAND = "rm -rf /tmp/\u200bcache dir"'],
    ['a joiner between Latin letters', 'a.py', 'us\u200der = 1'],
    ['a blank letter', 'a.js', 'const { timeout,\u3164 } = req.query;'],
    ['tags in the data of a test', 'tests/AGENTS.md', `Be nice.${'\u{e0041}'.repeat(3)}`],
    ['tags in a translation', 'locale/ar/app.po', `msgstr "${'\u{e0041}'.repeat(3)}"\n# العروض`],
    ['tags, which only programs read', 'AGENTS.md', `Be nice.${'\u{e0041}'.repeat(3)}`],
    ['selectors that select nothing', 'a.js', `eval("${'\u{e0101}'.repeat(20)}");`],
    ['selectors behind a sign', 'README.md', `Hi 👍${'\ufe01'.repeat(12)}`],
    ['a text of selectors alone', 'a.ts', `const payload = \`${'\ufe05\ufe0e'.repeat(20)}\`;`],
    ['a text of bits without a width', 'a.ts', `const payload = ["${'\u200b\u200c'.repeat(15)}"];`],
    ['a text of blank letters', 'a.ts', `const payload = ["${'\u3164\uffa0'.repeat(4)}"];`],
    ['one in a key of a template', 'a.ts', 'const a = store.get(`user:\u200b${id}`);'],
    ['a key that nobody sees', 'a.py', 'return user.role == "\u200b"'],
    ['bits without a width that begin a comment', 'a.js', `// ${'\u200b\u200c'.repeat(10)} units`],
    ['what begins a line of code', 'a.js', `  ${'\u200b'.repeat(20)} go();`],
    ['two in a row among words', 'a.py', 'text = "Thanks to\u200b\u200c all of you"'],
    ['a code that hides the rest of a line in a terminal', 'a.ts', 'const a = 1; // \x1b[8m'],
    ['one that takes back a line', 'a.py', 'x = 1  # fine\x1b[2K\x1b[1A'],
    ['a hidden text in a text', 'a.sh', 'printf "\x1b[0;8mHidden words"'],
    ['one in a word of a script of a database', 'a.sql', "INSERT INTO `users` VALUES (1, 'a\x01b');"],
    ['one that ends what is read', 'a.php', "$a = 'gateway\x04Email';"],
    ['a soft hyphen in a name', 'a.rs', 'let pass\u00adword = 1;'],
    ['one in a long line of code', 'a.ts', `if (a === 'user\u200b') go(); // ${'x'.repeat(1_100)}`],
    ['a mark of the direction between Latin letters', 'a.ts', "if (a === 'user\u200e') go();"],
    ['one behind a digit', 'a.ts', "if (a === '1\u200b') go();"],
    ['one behind a symbol', 'a.ts', 'const $\u200c = 1;'],
    ['one behind an accent', 'a.ts', 'const cafe\u0301\u200c = 1;'],
    ['a text in a minified file', 'x.min.js', `${'a=1;'.repeat(300)}b="${'\u180b\u180d'.repeat(8)}"`],
    ['two joiners of letters in a row', 'a.go', 'x := "user\u034f\u034fs"'],
    ['tags behind digits', 'a.go', 'x := "1\u{e0061}\u{e0062}2\u{e0063}\u{e0064}"'],
    ['forms of digits that there are not', 'a.go', 'x := "1\u{e0101}2\u{e0122}3\ufe05"'],
    ...['\u061c', '\u200f', '\u2065', '\ufff0', '\u17b4', '\u{1bca0}', '\u{1d173}', '\u{e0080}'].map(
      character =>
        [`U+${(character.codePointAt(0) ?? 0).toString(16)} in code`, 'a.go', `x := "user${character}"`] as const,
    ),
  ] as const) {
    it(`are found: ${what}`, async () => assert.equal(await isFound(file, line), true));
  }

  for (const [what, file, line] of [
    ['a joined sign', 'a.ts', "const family = '👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3';"],
    ['a flag made of tags', 'a.ts', "const flag = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';"],
    ['a pattern of such signs', 'a.py', 'steps = re.findall(r"[1-9]\ufe0f\u20e3|\\d\ufe0f", text)'],
    ['Persian', 'fa.ts', "const text = 'می\u200cخواهم';"],
    ['Hindi', 'hi.ts', "const text = 'क्\u200dष';"],
    ['text from right to left with its marks', 'ar.json', '{ "a": "\u2067مرحبا\u2069 {name}" }'],
    ['a text from right to left in a built script', 'dist/a.js', 'a = { b: "\u202bآیا\u202c" };'],
    ['a tag in a text from right to left, of a test', 'tests/test_a.py', 'a = "برای \u202a<b>\u202c"'],
    ['the end of a direction that was copied without its beginning', 'docs/a.md', 'It is -0.0035\u202c. Stop.'],
    ['a number from an address book', 'a.hbs', '<p>Call \u202a(555) 010-0199</p> or \u2068us\u2069'],
    ['a word of another script in such a translation', 'locale/ar/app.po', 'msgid "العروض"\nmsgstr "\u202b&Order"'],
    ['an address that is turned around, in the data of a test', 'tests/urls.json', '["http://a.example/\u202e/foo"]'],
    ['a word that may be parted', 'de.json', '{ "a": "Donau\u00addampf" }'],
    ['what tests need', 'test/a.test.ts', "const zero = '\u200b';"],
    ['what a minifier writes as it is', 'x.min.js', `${'a=1;'.repeat(300)}b=/[\u200b-\u200d\ufeff]/;`],
    ['forms in what a minifier writes', 'x.min.js', `${'a=1;'.repeat(300)}b=/[\u180b-\u180d\u180f]/;`],
    ['directions in lines that a minifier broke', 'vendor/x.js', `${'a=1;'.repeat(100)}b="\u202a"==c?d:"\u202b";`],
    ['what a tool keeps in a hidden folder', '.vs/index/words.bin', 'a\u0000b\u0001c\u0007'],
    ['the form of an emoji, twice', 'a.tsx', "const title = '⚠\ufe0f\ufe0f Risk';"],
    ['directions in what a minifier writes', 'x.min.js', `${'a=1;'.repeat(300)}b=/[\u202a-\u202e\u115f]/;`],
    ['a range of directions in what a bundler writes', 'dist/x.js', 'e.Direction = "[\u200e\u200f\u202a-\u202e]",'],
    ['one at the end of such a range', 'dist/x.js', 'e.token = "([!-\\\\[\\\\]-\u2027\u202a-\ud7ff\uf900-\uffff])",'],
    ['tables of characters', 'x.min.js', `${'a=1;'.repeat(300)}b=/[\u180b-\u180d\u180f]/;`],
    ['one in a table of a built script', 'dist/x.js', 'const space = "\u2003\u200b\u3000";'],
    ['what is left of an emoji in a bill of materials', 'bom.json', '{ "a": "utils 1\ufe0f\ufe0e" }'],
    ['a space without a width in a picture of a page', 'src/__snapshots__/a.storyshot', '<p>\u200b</p>'],
    ['one between the words of settings', 'a.yml', 'title: Thanks to\u200b all'],
    ['one between the words of a quoted text of settings', 'a.toml', 'title = "Thanks to\u200b all"'],
    ['one behind the dot of a name in settings', 'config/app.json', '{ "name": "GOV.\u200bUK" }'],
    ['one in a text of data', 'data/names.json', '{ "name": "use\u200br" }'],
    ['one in a comment of settings', 'a.yml', 'a: 1 # use\u200br'],
    ['one in settings of a test', 'test/a.yml', 'name: use\u200br'],
    ['one in the text of a page', 'index.html', '<p>GOV.\u200bUK us\u200ber \u3164</p>'],
    ['one between the words of an attribute', 'index.html', '<img alt="Thanks to\u200b all">'],
    ['one in a word of a translation', 'src/locale/de.yml', 'name: Do\u200bnau'],
    ['one between the words of JSX', 'a.tsx', "const a = <p>Don't wait for GOV.\u200bUK Notify</p>;"],
    ['one in a comment behind a text', 'a.js', "const a = 'b'; // the user\u200bs"],
    ['one behind the address of a text', 'a.py', 'text = "See https://a.example/b\u200b for more"'],
    ['one behind a slash between words', 'a.py', 'text = "One and/\u200bor the other"'],
    ['a soft hyphen in a word of a text', 'a.js', "const a = 'Ein Donau\u00addampf schiff';"],
    ['a space without a width in a document of a tool', '.github/guide.md', 'GOV.\u200bUK Notify'],
    ['one in a list of words of a tool', '.cspell/words.txt', 'GOV.\u200bUK'],
    ['one in a page of settings', 'web/Profile.xml', '<a>GOV.\u200bUK</a>'],
    ['a blank letter in a test', 'test/a.test.ts', "const a = '\u3164';"],
    ['directions in a source map', 'dist/x.js.map', '{ "names": ["\u202e"] }'],
    ['a bit in a copy of a database', 'a.sql', "INSERT INTO `users` VALUES (1, 'a', _binary '\x01');"],
    ['a text that is nothing else, as a comment says', 'a.ts', "  '\u200b', // &#8203;"],
    ['a text that is nothing else, as its name says', 'a.dart', "const zwsp = '\u200b';"],
    ['a text that is nothing else, as its long name says', 'a.py', "ZERO_WIDTH_SPACE = '\u200b'"],
    ['one that begins a line of a template', 'a.ts', 'const a = list.join(`\\n\u200b${bullet} `);'],
    ['one between the words of a text', 'a.py', '    "Thanks\\n\\nGOV.\u200bUK Notify",'],
    ['a value that was copied from a console', 'a.js', `//  ${'\u200b'.repeat(20)}   units: {…}`],
    ['one in a comment', 'a.py', 'x = 1  # Officially \u200bsupported'],
    ['a sign that is a text', 'a.py', '":aruba:": "🇦\u200d🇼", ":asterisk:": "*\u200d\u20e3"'],
    ['a flag whose tags are joined', 'a.py', "x = '🏴\u200d\u{e0067}\u200d\u{e0062}\u200d\u{e007f}'"],
    ['a byte order mark', 'a.cs', 'x'],
    ['a joined sign of another colour', 'a.ts', "const who = '👩🏽\u200d🚀 🏳\ufe0f\u200d🌈 ☕\ufe0e ∩\ufe00';"],
    ['a pattern in a comment', 'a.ts', '/** All of `src/**\u200b/*.ts`. */'],
    ['Arabic with accents', 'ar.ts', "const text = 'مَرْحَبًا می\u200cخواهم';"],
    ['Mongolian and Korean with their forms', 'a.ts', "const text = 'ᠨ\u180bᠠ 한\u1160국';"],
    ['a text of a translation', 'l10n/tr.js', '  "Start date" : "Başlangıç \u200btarihi",'],
    ['a soft hyphen that stands alone', 'table.py', '    0xAD: b"\\xc2\\xad",  # \u00ad'],
    ['what is left of a joined sign', 'a.ts', "const text = 'Take care: \ufe0f!';"],
    ['a colour of a text', 'a.sh', 'printf "\x1b[1;31mNot found\x1b[0m"'],
    ['a code for a terminal in a document', 'log.txt', 'x \x1b[8m'],
    ['the context of a text in a catalogue', 'languages/uk.l10n.php', "'gateway\x04Email'=>'Mail',"],
    ['a colour in the log of a tool', '.turbo/turbo-build.log', '\x1b[34mCLI\x1b[39m Building'],
    ['a form feed, as Emacs parts pages', 'a.py', '\f'],
    ['an ideograph with its form', 'a.ts', "const name = '葛\u{e0100}';"],
  ] as const) {
    it(`are passed over: ${what}`, async () => assert.equal(await isFound(file, line), false));
  }

  it('are of low severity in a text of a test, which may be about them', async () => {
    const said = async (path: string, text: string): Promise<(readonly [string, string])[]> =>
      (await findingsIn(hygieneReviewer, newFile(path, text))).map(({ severity, title }) => [severity, title]);
    const title = 'The line contains invisible characters (U+202E)';
    const seeming = `${title}, so it may not say what it seems to.`;
    assert.deepEqual(await said('test/a.test.ts', 'is("a\u202eb");\n'), [['low', `${title}, which a test may need.`]]);
    assert.deepEqual(await said('test/a.test.ts', 'is(a\u202eb);\n'), [['high', seeming]]);
    assert.deepEqual(await said('src/a.ts', 'is("a\u202eb");\n'), [['high', seeming]]);
    const search = 'Finds a\u202eb.\nmarks = ("\\u202E", "\\u2066")\n';
    assert.deepEqual(await said('src/search.py', search), [['low', seeming]]);
  });

  it('are told of in the code of a folder for texts, and in what it compares', async () => {
    for (const line of ["if (r === 'ad\u200bmin') go();", 'const { a, \u3164 } = q;', "go({ 'a': q.\u3164 });"])
      assert.equal(await isFound('src/lang/a.js', line), true);
    assert.equal(await isFound('src/lang/a.js', "export default { a: 'Do\u200bnau' };"), false);
  });

  it('are told of in what a first line has some program run, whatever it is called', async () => {
    const told = (text: string): Promise<string[]> => rulesIn(hygieneReviewer, newFile('bin/run', text));
    assert.deepEqual(await told('#!/bin/sh\nA\u3164=1\n'), ['2 hygiene/hidden-character']);
    assert.deepEqual(await told('Notes\nA\u3164=1\n'), []);
  });

  it('are passed over in a text of several lines, and not where code has them', async () => {
    const told = (text: string): Promise<string[]> => rulesIn(hygieneReviewer, newFile('a.py', text));
    assert.deepEqual(await told('mail = """\nGOV.\u200bUK Notify\n"""\n'), []);
    assert.deepEqual(await told('mail = """\nOne\n"""\nGOV\u200bUK = 1\n'), ['4 hygiene/hidden-character']);
  });

  it('are as grave among many others, so that nobody hides what turns text around in a table', async () => {
    for (const text of ['marks = "\u061c\u200b\u200e\u202a\u202e"\n', 'x = 1  # a \u061cb \u200bc \u200ed \u202e\n']) {
      const told = await findingsIn(hygieneReviewer, newFile('a.py', text));
      assert.deepEqual(
        told.map(({ severity }) => severity),
        ['high'],
      );
    }
  });

  it('are told at the very start of a file too, but for the byte order mark', async () => {
    for (const [start, isTold] of [
      ['\u202e', true],
      ['\u200b', true],
      ['\ufeff', false],
    ] as const) {
      const found = await rulesIn(hygieneReviewer, newFile('a.rs', `${start}let a = 1;\n`));
      assert.deepEqual(found, isTold ? ['1 hygiene/hidden-character'] : []);
    }
  });

  it('are told for each line, with the points that they are, where they are few', async () => {
    const told = async (count: number): Promise<readonly EngineComment[]> => {
      const text = 'let a\u202e = 1;\n'.repeat(count);
      const result = await review([hygieneReviewer], { 'base.txt': '' }, { 'a.rs': text });
      assert.ok(result.status === 'completed');
      assert.ok(result.comments.every(({ title }) => title.includes('(U+202E)')));
      for (const { suggested_code, related_locations: others = [] } of result.comments)
        assert.equal(
          suggested_code,
          Array(others.length + 1)
            .fill('let a = 1;')
            .join('\n'),
          'it mends all that it tells',
        );
      return result.comments;
    };
    assert.equal((await told(5)).length, 5);
    const [all, ...rest] = await told(12);
    assert.deepEqual(rest, []);
    assert.equal(all?.related_locations?.length, 11);
  });

  it('are one comment where a file has many, and none where it had such lines before', async () => {
    const table = (character: string, count = 6): string => `x('a${character}b');\n`.repeat(count);
    const told = async (before: string, after: string): Promise<(string | number)[][]> => {
      const result = await review([hygieneReviewer], { 'a.js': before }, { 'a.js': after });
      assert.ok(result.status === 'completed');
      return result.comments.map(({ severity, body, related_locations: others = [] }) => [
        severity,
        others.length,
        (body.match(/^- Line/gm) ?? []).length,
      ]);
    };
    assert.deepEqual(await told('', table('\u200b', 3)), Array(3).fill(['low', 0, 0]));
    assert.deepEqual(await told('', table('\u200b')), [['low', 5, 0]]);
    assert.deepEqual(await told(table('\u200b', 1), table('\u200b')), []);
    // Those that turn text around are told each, whatever the file had.
    assert.deepEqual(await told(table('\u200b', 4), `${table('\u200b', 9)}y('\u202e');\n`), [['medium', 0, 0]]);
  });

  it('are of low severity unless they turn text around or are read by programs alone', async () => {
    const severities = async (text: string): Promise<string[]> =>
      (await findingsIn(hygieneReviewer, newFile('a.js', text))).map(({ severity }) => severity);
    assert.deepEqual(await severities("x('a\u200bb');\ny('a\u202eb');\nz('a\u{e0041}b');\n"), ['low', 'high', 'high']);
    // What ends nothing turns nothing around.
    assert.deepEqual(await severities("x('a\u2069b');\ny('a\u202cb');\nz('a\u2066b\u2069');\n"), [
      'low',
      'low',
      'high',
    ]);
    // What is left of a broken text hides nothing.
    assert.deepEqual(await severities("x('a\u0014b');\ny('\u0002');\nz('\b');\n"), ['low', 'low', 'high']);
    assert.deepEqual(await severities("x(a.join('\u0000'));\ny('a\u001bb');\nz('a\u0000\u001bb');\n"), [
      'low',
      'high',
      'high',
    ]);
    assert.deepEqual(await severities('x = /[a\u00adb\u061cc\u200bd\u200ee]/;\n'), ['low']);
    assert.deepEqual(await severities(`x = 'a\u200bb'; // ${'x'.repeat(6_000)}\n`), ['low']);
  });

  it('say of U+0000 that git shows no changes of such a file', async () => {
    const bodyOf = async (text: string): Promise<string | undefined> => {
      const result = await review([hygieneReviewer], { 'a.js': '' }, { 'a.js': text });
      return result.status === 'completed' ? result.comments[0]?.body : undefined;
    };
    assert.match((await bodyOf("x(a.join('\u0000'));\n")) ?? '', /^For git a file with U\+0000 is no text/);
    assert.match((await bodyOf("x('a\u202eb');\n")) ?? '', /^Such characters can make code look different/);
  });

  it('are what a minifier wrote where nearly all of a script is on long lines', async () => {
    const long = `${'a=1;'.repeat(100)}b="\u202a"==c?d:"\u202b";\n`;
    const found = async (text: string): Promise<number> =>
      (await rulesIn(hygieneReviewer, newFile('a.js', text))).length;
    assert.equal(await found(`/* A licence. */\n${long.repeat(20)}go();\n`), 0);
    assert.equal(await found(`${long.repeat(20)}go("${'\u180b'.repeat(8)}", "\u202b");\n`), 1);
    assert.equal(await found(`${long}${'go(1);\n'.repeat(20)}`), 1);
    assert.equal(await found(`${long.repeat(20)}${'go(1);\n'.repeat(2_000)}`), 20);
  });

  it('are told once in a file where they hide nothing, as separators stand below each other', async () => {
    const told = async (text: string): Promise<string[]> =>
      places(await review([hygieneReviewer], { 'a.js': '' }, { 'a.js': `${text}${'go();\n'.repeat(50)}` }));
    assert.deepEqual(await told("x('\u0001');\ny('\u0002');\n"), ['a.js:1 hygiene/hidden-character']);
    assert.equal((await told("x('\u202e');\ny('\u202e');\n")).length, 2);
  });

  it('are grave where those in a row hold words for a program, however many lines they are on', async () => {
    const told = async (text: string): Promise<string[]> =>
      (await findingsIn(hygieneReviewer, newFile('a.js', text))).map(({ severity }) => severity);
    assert.deepEqual(await told(`x = ["${'\u200b'.repeat(4)}"];\n`.repeat(4)), Array(4).fill('high'));
    assert.deepEqual(await told(`x = ["${'\u200b'.repeat(4)}"];\n`), ['low']);
    // A list of names in several languages has the end of a direction and its mark behind each, and nothing else.
    const names = (ends: string): string => `  name: 'Bahrain${ends}',\n`.repeat(9);
    assert.deepEqual([...new Set(await told(names('\u202c\u200e')))], ['low']);
    assert.deepEqual([...new Set(await told(names('\u202c\u200e\u200e')))], ['high']);
  });
});
