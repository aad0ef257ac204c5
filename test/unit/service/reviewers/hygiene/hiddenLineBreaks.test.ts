import assert from 'node:assert/strict';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { findingsIn, newFile, rulesIn } from '../../engine/newFile.ts';

describe('line breaks within a line', () => {
  const told = (path: string, line: string): Promise<string[]> =>
    rulesIn(hygieneReviewer, newFile(path, `\n${line}\n\n`));

  for (const [what, path, line] of [
    ['a line separator in JavaScript', 'a.js', '// harmless\u2028globalThis.fetch("//a.example");'],
    ['a paragraph separator in TypeScript', 'a.ts', 'go(); // harmless\u2029stop();'],
    ['a carriage return in JavaScript', 'a.mjs', '// harmless\rstop();'],
    ['a carriage return in Python', 'a.py', '# harmless\rimport os'],
    ['the second of two', 'a.js', '// harmless\u2028// still\u2028stop();'],
    ['a line separator in a component', 'a.vue', '<script>\n// harmless\u2028stop();\n</script>'],
    ['a next line in C#', 'a.cs', '// harmless\u0085Stop();'],
    ['a carriage return in PHP', 'a.php', '<?php\n# harmless\rstop();'],
    ['a carriage return in YAML', 'a.yml', '# harmless\radmin: true'],
  ] as const)
    it(`are found where they end a comment and code follows: ${what}`, async () => {
      const [found, ...others] = await told(path, line);
      assert.match(found ?? '', /^[23] hygiene\/hidden-line-break$/);
      assert.deepEqual(others, []);
    });

  for (const [what, path, line] of [
    ['one in a text', 'a.js', 'const a = "// b\u2028c()";'],
    ['one in a template', 'a.js', 'const a = `\n// b\u2028c()`;'],
    ['one in a comment of several lines', 'a.js', '/* a // b\u2028c() */'],
    ['one at the end of a comment', 'a.js', '// b\u2028'],
    ['one between comments', 'a.js', '// b\u2028// c'],
    ['line ends of two carriage returns', 'a.js', '// b\r\r\nc();\r'],
    ['one in a language that has no such line ends', 'a.go', '// b\u2028c()'],
    ['a line separator in Python', 'a.py', '# b\u2028c()'],
    ['one in a text of Python', 'a.py', 'a = "# b\\\rc()"'],
    ['words in a comment of YAML', 'a.yml', '# b\rc d'],
    ['an escape', 'a.js', 'const a = /[\\u2028\\u2029]/; // \\u2028go()'],
  ] as const)
    it(`are passed over: ${what}`, async () => assert.deepEqual(await told(path, line), []));

  it('are all that an old file has', async () =>
    assert.deepEqual(await rulesIn(hygieneReviewer, newFile('a.js', '// a\rgo();\r')), []));

  it('are told with the code that follows', async () => {
    const titles = async (text: string): Promise<string[]> =>
      (await findingsIn(hygieneReviewer, newFile('a.js', text))).map(({ title }) => title);
    assert.deepEqual(await titles('// a\u2028go();\n'), [
      'An invisible character (U+2028) ends this comment, so `go();` behind it counts.',
    ]);
    assert.deepEqual(await titles('// a\rgo();\n'), [
      'A carriage return ends this comment, so `go();` behind it counts.',
    ]);
  });
});
