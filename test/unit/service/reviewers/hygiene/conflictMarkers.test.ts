import assert from 'node:assert/strict';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { ruffReviewer } from '../../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { typescriptReviewer } from '../../../../../src/service/reviewers/typescriptReviewer.ts';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import { newFile, rulesIn } from '../../engine/newFile.ts';
import { places, review } from '../../engine/reviewing.ts';

function conflict(size = 7): string {
  const of = (character: string): string => character.repeat(size);
  return `${of('<')} HEAD\na\n${of('=')}\nb\n${of('>')} x\n`;
}

describe('conflict markers', () => {
  const told = (text: string): Promise<string[]> => rulesIn(hygieneReviewer, newFile('a.txt', text));

  it('are found of the usual size and of another that the repository may set', async () => {
    for (const size of [7, 8, 15]) assert.deepEqual(await told(conflict(size)), ['1 hygiene/conflict-in-text']);
  });

  it('are told with the marker and what follows, by whichever reviewer', async () => {
    const titles = async (path: string, before: string, text: string): Promise<string[]> => {
      const result = await review(
        [hygieneReviewer, typescriptReviewer, ruffReviewer],
        { [path]: before },
        { [path]: text },
      );
      assert.ok(result.status === 'completed');
      return result.comments.map(({ title }) => title);
    };
    const open = 'The merge conflict at `<<<<<<< HEAD` is not resolved: both sides are in the file.';
    assert.deepEqual(await titles('a.go', 'a\n', conflict()), [open]);
    assert.deepEqual(await titles('a.py', 'a\n', conflict()), [open]);
    assert.deepEqual(await titles('a.ts', 'a();\n', conflict()), [
      '`<<<<<<< HEAD` is left of a merge conflict, so the file does not compile.',
    ]);
    assert.deepEqual(await titles('a.go', 'a\n', 'a\n>>>>>>> x\n'), [
      'A merge left `>>>>>>> x` in the file, which is no part of it.',
    ]);
  });

  it('are of low severity in what a tool that merges leaves beside a file', async () => {
    const said = async (path: string): Promise<string[]> => {
      const result = await review([hygieneReviewer], { 'a.txt': '' }, { [path]: conflict() + conflict() });
      assert.ok(result.status === 'completed');
      return result.comments.map(({ severity, body }) => `${severity} ${body.split('.')[0] ?? ''}`);
    };
    for (const path of ['src/a.js.orig', 'a.txt.rej'])
      assert.deepEqual(await said(path), ['low Nothing loads it'], path);
    assert.deepEqual((await said('src/original.txt')).length, 2);
  });

  it('are of low severity in lists of what tools leave alone, and in what an editor keeps', async () => {
    const severity = async (path: string): Promise<string | undefined> => {
      const result = await review([hygieneReviewer], { 'a.txt': '' }, { [path]: conflict() });
      assert.ok(result.status === 'completed');
      return result.comments[0]?.severity;
    };
    for (const path of ['.gitignore', 'web/.dockerignore', '.idea/workspace.xml', 'app/.vscode/settings.json'])
      assert.equal(await severity(path), 'low', path);
    for (const path of ['.gitattributes', 'idea/workspace.xml', 'package-lock.json'])
      assert.equal(await severity(path), 'high', path);
  });

  it('are nothing in what a program writes while it runs or builds', async () => {
    const found = (path: string): Promise<string[]> => rulesIn(hygieneReviewer, newFile(path, conflict()));
    for (const path of [
      'log/app.log',
      'server.pid',
      'api/InternalLog.txt',
      'run-log.txt',
      'logs.txt',
      'api/Logs/log-20251211.txt',
      'app/obj/Debug/net5.0/a.editorconfig',
    ])
      assert.deepEqual(await found(path), [], path);
    for (const path of ['ChangeLog.txt', 'change-log.txt', 'blog.txt', 'log.md'])
      assert.deepEqual(await found(path), ['1 hygiene/conflict-in-text'], path);
    assert.deepEqual(await found('src/obj/a.cs'), ['1 hygiene/conflict-marker']);
  });

  it('are another thing in what people read than in what programs read', async () => {
    const said = async (path: string): Promise<string[]> => {
      const result = await review([hygieneReviewer], { 'x.txt': '' }, { [path]: conflict() });
      assert.ok(result.status === 'completed');
      return result.comments.map(({ severity, experimental, rule_id: rule }) =>
        [rule, severity, ...(experimental === true ? ['experimental'] : [])].join(' '),
      );
    };
    for (const path of ['a.txt', 'docs/a.md', 'CHANGELOG', 'src/notes/a.txt'])
      assert.deepEqual(await said(path), ['hygiene/conflict-in-text medium experimental'], path);
    for (const path of [
      'a.go',
      'Makefile',
      'yarn.lock',
      'requirements.txt',
      'requirements-dev.txt',
      'requirements/base.txt',
      'src/CMakeLists.txt',
    ])
      assert.deepEqual(await said(path), ['hygiene/conflict-marker high'], path);
  });

  it('are not lines that somebody drew or quoted', async () => {
    assert.deepEqual(await told(`${'<'.repeat(20)}\nTitle\n${'='.repeat(30)}\n${'>'.repeat(20)}\n`), []);
    assert.deepEqual(await told(`${'>'.repeat(9)} Hello\n`), []);
  });

  for (const [what, path, before, after, line] of [
    ['a code block', 'a.md', '```sh\nnpm start\n```\n', `\`\`\`sh\n${conflict()}\`\`\`\n`, 2],
    ['a block of AsciiDoc', 'a.adoc', '----\nnpm start\n----\n', `----\n${conflict()}----\n`, 2],
    ['a block that does not end', 'a.md', 'A\n', `A\n\`\`\`sh\n${conflict()}`, 3],
    [
      'what stands below a block with shorter fences in it',
      'a.md',
      '````md\n```js\n````\n',
      `\`\`\`\`md\n\`\`\`js\n\`\`\`\`\n\n${conflict()}`,
      5,
    ],
    ['a block comment', 'a.js', '/**\n * Helpers.\n */\nexport {};\n', `/**\n${conflict()} */\nexport {};\n`, 2],
    ['a block comment at the end', 'a.ts', 'export {};\n/*\nHelpers.\n*/\n', `export {};\n/*\n${conflict()}*/\n`, 3],
    ['a template', 'q.ts', 'export const q = `\na\n`;\n', `export const q = \`\n${conflict()}\`;\n`, 2],
    [
      'a template with values',
      'q.ts',
      'export const q = `\na\n${q}`;\n',
      `export const q = \`\n${conflict()}\${q}\`;\n`,
      2,
    ],
    ['a docstring', 'a.py', '"""\nHelpers.\n"""\n', `"""\n${conflict()}"""\n`, 2],
    ['a docstring of one line', 'a.py', '"""Helpers."""\n', `"""\n${conflict()}"""\n`, 2],
    ['settings among tests', 'tests/e2e/compose.yml', 'a: 1\n', `s:\n${conflict()}`, 2],
    ['data of tests', 'test/fixtures/a.json', '{ "a": 1 }\n', conflict(), 1],
    ['a script among the data of tests', 'test/fixtures/a.ts', 'export {};\n', conflict(), 1],
    ['a document below a folder for tests', 'spec/v1/api.yml', 'openapi: 3.0.0\n', conflict(), 1],
    ['a built script', 'dist/a.js', 'var a=1;\n', conflict(), 1],
    [
      'a file that shows the beginning of one',
      'notes.txt',
      'So:\n<<<<<<< HEAD\n',
      'So:\n<<<<<<< HEAD\n=======\nb\n>>>>>>> x\n',
      5,
    ],
  ] as const)
    it(`are found in ${what} that was there before`, async () => {
      const result = await review([hygieneReviewer, typescriptReviewer], { [path]: before }, { [path]: after });
      const rule = /\.(?:adoc|md|rst|txt)$/.test(path) ? 'conflict-in-text' : 'conflict-marker';
      assert.deepEqual(places(result), [`${path}:${line} hygiene/${rule}`]);
    });

  for (const [what, path, before, after] of [
    ['a new code block', 'a.md', '# A\n', `# A\n\n\`\`\`\n${conflict()}\`\`\`\n`],
    ['a new block with longer fences', 'a.md', '# A\n', `# A\n\n\`\`\`\`\n\`\`\`\n${conflict()}\`\`\`\n\`\`\`\`\n`],
    ['a new block of AsciiDoc', 'a.adoc', '= A\n', `= A\n\n----\n${conflict()}----\n`],
    [
      'a block that showed one before',
      'a.md',
      `\`\`\`\n${conflict()}\`\`\`\n`,
      `\`\`\`\n${conflict(7).replace('HEAD', 'ours')}\`\`\`\n`,
    ],
    ['a new template', 'test/merge.test.ts', "it('a');\n", `it('a');\nmerge(\`\n${conflict()}\`);\n`],
    ['a new comment', 'merge.ts', 'export {};\n', `/*\n${conflict()}*/\nexport {};\n`],
    ['a new text', 'merge.py', 'a = 1\n', `a = 1\nb = """\n${conflict()}"""\n`],
    ['a new text of a test', 'tests/test_merge.py', 'a = 1\n', `a = 1\nb = """\n${conflict()}"""\n`],
    ['a new file of the data of tests', 'test/fixtures/b.txt', '', conflict()],
    ['data that had one before', 'test/fixtures/b.txt', conflict(), `${conflict()}c\n${conflict()}`],
    ['quoted mail among the data of tests', 'test/fixtures/mail.txt', 'a\n', 'a\n>>>>>>> Hello\n'],
  ] as const)
    it(`are only quoted in ${what}, as the notes say`, async () => {
      const base = before === '' ? { 'test/fixtures/a.txt': 'a\n' } : { [path]: before };
      const result = await review([hygieneReviewer, typescriptReviewer], base, { [path]: after });
      assert.deepEqual(places(result), []);
      assert.ok(result.status === 'completed');
      assert.match(reviewNotes(result).join('\n'), new RegExp(`conflicts that files seem to quote: ${path}:\\d+\\.`));
    });
});
