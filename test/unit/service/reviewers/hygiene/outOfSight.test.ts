import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { findingsIn, newFile, rulesIn } from '../../engine/newFile.ts';

const wide = ' '.repeat(200);
const far = '\n'.repeat(200);

describe('code that is out of sight', () => {
  for (const [what, path, text, at] of [
    ['far to the right', 'a.js', `go();${wide}steal();\n`, 1],
    ['far to the right of a comment that ends', 'a.ts', `go(); /* fine */${wide}steal();\n`, 1],
    ['far to the right, by tabs', 'a.py', `go()${'\t'.repeat(200)}; steal()\n`, 1],
    ['on a line of its own, far to the right', 'a.sh', `go\n${wide}${wide}steal\n`, 2],
    ['far below', 'a.go', `package a\n${far}func init() { steal() }\n`, 202],
    ['in a component', 'a.vue', `<script>\ngo();${wide}steal();\n</script>\n`, 2],
  ] as const)
    it(`is told: ${what}`, async () =>
      assert.deepEqual(await rulesIn(hygieneReviewer, newFile(path, text)), [`${at} hygiene/out-of-sight`]));

  for (const [what, path, text] of [
    ['a text', 'a.js', `go('a${wide}b', \`\n${wide}${wide}c\`);\n`],
    ['a text of Python', 'a.py', `"""a\n${far}b${wide}c\n"""\n`],
    ['an aligned comment', 'a.js', `go();${wide}// done\n`],
    ['the rest of a comment', 'a.js', `// go${wide}on\n`],
    ['the end of a call', 'a.js', `go(${wide});\n`],
    ['a macro of several lines', 'a.c', `#define GO${wide}\\\n  go()\n`],
    ['an aligned table', 'a.js', `go(1,${' '.repeat(60)}2);\n`],
    ['data', 'a.csv', `a,${wide}b\n`],
    ['the first line', 'a.js', `${far}go();\n`],
    ['the end of a file', 'a.js', `go();${wide}\n${far}`],
  ] as const)
    it(`is not told of ${what}`, async () => assert.deepEqual(await rulesIn(hygieneReviewer, newFile(path, text)), []));

  it('is not told where the file had some before', async () => {
    const { lines, ...file } = newFile('a.js', `a(${wide}1);\nb(${wide}2);\n`);
    assert.deepEqual(await rulesIn(hygieneReviewer, { ...file, lines, added: new Set([2]) }), []);
  });

  it('is quoted with what hides it', async () => {
    const [finding] = await findingsIn(hygieneReviewer, newFile('a.js', `go();${wide}steal();\n`));
    assert.equal(finding?.title, '`steal();` stands behind 200 blanks, where nobody sees it.');
  });

  it('is looked for in long lines in linear time', async () => {
    const started = performance.now();
    for (const line of [' '.repeat(1_000_000), `a${wide}`.repeat(5_000), 'a '.repeat(500_000)])
      await findingsIn(hygieneReviewer, newFile('a.go', `${line}\n`));
    assert.ok(performance.now() - started < 10_000);
  });
});
