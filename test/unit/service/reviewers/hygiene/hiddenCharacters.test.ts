import assert from 'node:assert/strict';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { newFile, rulesIn } from '../../engine/newFile.ts';
import { places, review } from '../../engine/reviewing.ts';

async function isFound(file: string, line: string): Promise<boolean> {
  const found = await rulesIn(hygieneReviewer, newFile(file, `one\n${line}\n`));
  assert.deepEqual(
    [...new Set(found)].filter(each => each !== '2 hygiene/hidden-character'),
    [],
  );
  return found.length > 0;
}

describe('hidden characters', () => {
  for (const [what, file, line] of [
    ['an override of the direction in code', 'a.go', 'if level != "user\u202e\u2066" {'],
    ['one in a document', 'README.md', 'Run `rm \u202etxt.exe`'],
    ['one in a manifest', 'package.json', '{ "name": "lod\u2066ash" }'],
    ['one in a lock file', 'package-lock.json', '{ "name": "lod\u202dash" }'],
    ['one among tests', 'test/a.test.ts', 'const a = "\u202e";'],
    ['one in a file of settings', '.env', 'ADMIN=\u202eno'],
    ['one in a notebook', 'a.ipynb', '{ "source": "a\u2067" }'],
    ['one in a picture of text', 'a.svg', '<text>a\u2067</text>'],
    ['a space without a width in code', 'a.ts', 'const use\u200br = 1;'],
    ['one in the name of a package', 'package.json', '{ "lodash\u200b": "1" }'],
    ['one in a lock file of YAML', 'pnpm-lock.yaml', 'lodash\u200b: 1'],
    ['a joiner between Latin letters', 'a.py', 'us\u200der = 1'],
    ['a blank letter', 'a.js', 'const { timeout,\u3164 } = req.query;'],
    ['tags, which only programs read', 'AGENTS.md', `Be nice.${'\u{e0041}'.repeat(3)}`],
    ['selectors that select nothing', 'a.js', `eval("${'\u{e0101}'.repeat(20)}");`],
    ['selectors behind a sign', 'README.md', `Hi 👍${'\ufe01'.repeat(12)}`],
    ['a soft hyphen in a name', 'a.rs', 'let pass\u00adword = 1;'],
  ] as const) {
    it(`are found: ${what}`, async () => assert.equal(await isFound(file, line), true));
  }

  for (const [what, file, line] of [
    ['a joined sign', 'a.ts', "const family = '👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3';"],
    ['a flag made of tags', 'a.ts', "const flag = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';"],
    ['Persian', 'fa.ts', "const text = 'می\u200cخواهم';"],
    ['Hindi', 'hi.ts', "const text = 'क्\u200dष';"],
    ['text from right to left with its marks', 'ar.json', '{ "a": "\u2067مرحبا\u2069 {name}" }'],
    ['a word that may be parted', 'de.json', '{ "a": "Donau\u00addampf" }'],
    ['what tests need', 'test/a.test.ts', "const zero = '\u200b';"],
    ['what a minifier writes as it is', 'x.min.js', `${'a=1;'.repeat(300)}b=/[\u200b-\u200d\ufeff]/;`],
    ['a byte order mark', 'a.cs', 'x'],
    ['an ideograph with its form', 'a.ts', "const name = '葛\u{e0100}';"],
  ] as const) {
    it(`are passed over: ${what}`, async () => assert.equal(await isFound(file, line), false));
  }

  it('are told for each line, with the points that they are', async () => {
    const text = Array.from({ length: 12 }, () => 'let a\u200b = 1;\n').join('');
    const result = await review([hygieneReviewer], { 'base.txt': '' }, { 'a.rs': text });
    assert.equal(places(result).length, 12);
    assert.ok(result.status === 'completed');
    assert.ok(result.comments.every(({ title }) => title.includes('(U+200B)')));
    assert.ok(result.comments.every(({ suggested_code }) => suggested_code === 'let a = 1;'));
  });
});
