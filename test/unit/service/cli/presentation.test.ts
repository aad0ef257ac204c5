import assert from 'node:assert/strict';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { suggestedEdit, splitOverlapping } from '../../../../src/core/review/suggestedEdit.ts';
import type { Files } from '../../../host/git/repository.ts';
import { TestService } from '../serving.ts';

describe('how a review is presented', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await TestService.start();
  });

  afterEach(async () => {
    await service.dispose();
  });

  async function reviewAfter(files: Files): Promise<{ comments: readonly ReviewComment[]; notes: string }> {
    await service.push({ 'a.ts': 'export const a = 1;\n', ...files });
    const { comments = [], notes } = decodeReview(await service.review(7));
    return { comments, notes: notes.join('\n') };
  }

  const strict = '{ "compilerOptions": { "noUnusedLocals": true } }\n';

  it('puts all unused names into one comment, with the fix of the place where most of them are', async () => {
    const others = Array.from({ length: 50 }, (_, at) => `export const value${at} = ${at};`);
    const text = [
      ...['os', 'sys', 'json'].map(name => `import { ${name} } from '${name}';`),
      '',
      ...others,
      "import { re } from 're';",
      '',
    ];
    const { comments } = await reviewAfter({ 'b.ts': text.join('\n'), 'tsconfig.json': strict });
    assert.deepEqual(
      comments.map(({ range, title, category }) => [range?.startLine, range?.endLine, title, category]),
      [[1, 3, '4 names are not used: `os`, `sys`, `json` and `re`.', 'maintainability']],
    );
    assert.match(comments[0]?.body ?? '', /- Line 1: `os`.*\n- Line 2: `sys`.*\n- Line 3: `json`.*\n- Line 55: `re`/);
    const fixed = applyAll(text.join('\n'), comments);
    const left = (await reviewAfter({ 'b.ts': fixed })).comments;
    assert.deepEqual(
      left.map(({ title }) => title),
      ['`re` is imported and not used, which the compiler refuses.'],
    );
    assert.deepEqual((await reviewAfter({ 'b.ts': applyAll(fixed, left) })).comments, []);
  });

  it('shows each defect where it is, also several of one rule', async () => {
    const { comments } = await reviewAfter({ 'b.ts': 'if (x !== x) go();\nif (y !== y) go();\n' });
    assert.deepEqual(
      comments.map(({ range, rule }) => [range?.startLine, rule]),
      [
        [1, 'eslint/no-self-compare'],
        [2, 'eslint/no-self-compare'],
      ],
    );
  });

  it('tells of a clean review what was checked and what was not', async () => {
    const { comments, notes } = await reviewAfter({ 'b.py': 'b = 1\n', 'c.go': 'package c\n', 'yarn.lock': 'x\n' });
    assert.deepEqual(comments, []);
    assert.match(notes, /^No language model was used, so /m);
    assert.match(notes, /^Not read: yarn\.lock \(lock file\)\.$/m);
    assert.match(notes, /reviewers for secrets and diff hygiene only: c\.go\.$/m);
    assert.match(
      notes,
      /^Checked 2 new lines in 2 files for .*ruff \(Python\), secrets, checks across files in \d+\.\d s\.$/m,
    );
    assert.doesNotMatch(notes, /ESLint|did not run/);
  });

  it('says of a second review what was read and what is as before', async () => {
    await reviewAfter({ 'b.ts': 'if (x !== x) go();\n', 'c.py': 'raise NotImplemented\n', 'd.py': 'd = 1\n' });
    const earlier = (await service.repository.git('rev-parse', 'HEAD')).slice(0, 7);
    const { comments, notes } = await reviewAfter({ 'd.py': 'd = 2\n' });
    assert.match(
      notes,
      new RegExp(
        `^1 file read, 2 as they were when ${earlier} was reviewed: what was said of those still stands\\.$`,
        'm',
      ),
    );
    assert.match(notes, /^Checked 3 new lines in 3 files for .*ESLint, ruff/m);
    assert.deepEqual(
      comments.map(({ path, rule }) => [path, rule]),
      [
        ['b.ts', 'eslint/no-self-compare'],
        ['c.py', 'ruff/F901'],
      ],
    );
  });
});

/** The file after every suggestion that fits, as “Apply All” makes it. */
function applyAll(text: string, comments: readonly ReviewComment[]): string {
  const lines = text.split('\n');
  const edits = comments.flatMap((comment, index) => {
    assert.ok(comment.range);
    const { startLine, endLine } = comment.range;
    const range = { startLine: startLine - 1, startColumn: 0, endLine: endLine - 1, endColumn: 0 };
    const found = suggestedEdit({ id: `${index}`, comment, state: 'current', range }, lines, lines);
    return 'edit' in found ? [found] : assert.fail(found.problem);
  });
  const { kept, overlapping } = splitOverlapping(edits);
  assert.deepEqual(overlapping, []);
  for (const { edit } of kept.reverse()) lines.splice(edit.startLine, edit.endLine - edit.startLine, ...edit.lines);
  return lines.join('\n');
}
