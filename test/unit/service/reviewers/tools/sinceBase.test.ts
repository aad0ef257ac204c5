import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Git } from '../../../../../src/git/run/git.ts';
import type { EngineResult } from '../../../../../src/service/engine/messages.ts';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import { reviewRange } from '../../../../../src/service/engine/reviewRange.ts';
import { parseToolSettings } from '../../../../../src/service/reviewers/tools/parseToolSettings.ts';
import { toolReviewer } from '../../../../../src/service/reviewers/tools/toolReviewer.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';

const git = new Git({ executable: 'git', log: () => undefined });
/** Prints what the commit says that a compiler wrote, which may name the folder, and ends with the code in its first line. */
const stub = `
  const [code, ...lines] = require('node:fs').readFileSync('told.txt', 'utf8').split('\\n');
  process.stdout.write(lines.join('\\n').replaceAll('{folder}', process.cwd()));
  process.exitCode = Number(code);`;

describe('what a compiler finds is compared with the base', () => {
  let repository: TestRepository;
  let temporaryFolder: string;

  beforeEach(async () => {
    temporaryFolder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-base-')));
    repository = await TestRepository.create();
  });
  afterEach(async () => {
    await repository.dispose();
    assert.deepEqual(await readdir(temporaryFolder), []);
    await rm(temporaryFolder, { recursive: true, force: true });
  });

  async function reviewed(
    base: Files,
    head: Files,
    setting: object = {},
    afterwards: (base: string) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<EngineResult & { places: string[] }> {
    const from = await repository.commit(base);
    const to = await repository.commit(head);
    await afterwards(from);
    const command = ['node', '--eval', stub];
    const entry = { name: 'tool', command, format: 'tsc', scope: 'project', exitCodes: [0, 1, 2], ...setting };
    const { tools, problems } = parseToolSettings([entry]);
    assert.deepEqual(problems, []);
    const context = { git, root: repository.folder, head: to, temporaryFolder, env: process.env };
    const result = await reviewRange(
      { git, reviewers: tools.map(tool => toolReviewer(tool, context)), now: () => performance.now() },
      { root: repository.folder, base: from, head: to },
      new AbortController().signal,
    );
    if (result.status !== 'completed') assert.fail(result.reason);
    return { ...result, places: result.comments.map(each => `${each.path}:${each.start_line} ${each.rule_id}`).sort() };
  }

  const wrong = "export const wrong: number = 'old';\n";
  const mistake = "error TS2322: Type 'string' is not assignable to type 'number'.";

  it('with no difference where a message names a file by its folder, and tells nobody the folder', async () => {
    const old = `error TS2322: Type 'typeof import("{folder}/src/pay")' is not assignable to type 'string'.`;
    const use = "import * as pay from './pay';\nexport const text: string = pay;\n";
    const added = `export const a = 1;\n${use}`;
    const base = { 'src/a.ts': use, 'src/b.ts': 'export const a = 1;\n', 'told.txt': `2\nsrc/a.ts(2,14): ${old}\n` };
    const head = { 'src/b.ts': added, 'told.txt': `2\nsrc/a.ts(2,14): ${old}\nsrc/b.ts(3,14): ${old}\n` };
    const result = await reviewed(base, head);
    assert.deepEqual(result.places, ['src/b.ts:3 tool/TS2322']);
    const told = JSON.stringify(result.status === 'completed' ? result.comments : '');
    assert.match(told, /import\(\\*"src\/pay\\*"\)/);
    assert.ok(!told.includes(repository.folder));
  });

  it('and is old where its line was moved, and where only the number that it quotes is another one', async () => {
    const old = 'def f() -> int:\n    return 1\n\n\ndef f() -> str:\n    return "a"\n';
    const base = {
      'old.py': old,
      'told.txt': '1\nold.py:5:1: error: Name "f" already defined on line 1  [no-redef]\n',
    };
    const head = {
      'old.py': `# One\n${old}`,
      'told.txt': '1\nold.py:6:1: error: Name "f" already defined on line 2  [no-redef]\n',
    };
    assert.deepEqual((await reviewed(base, head, { format: 'mypy' })).places, []);
    const [before, after] = [
      { 'src/a.ts': wrong, 'src/b.ts': '// Here\n', 'told.txt': `2\nsrc/a.ts(1,14): ${mistake}\n` },
      { 'src/a.ts': 'export {};\n', 'src/b.ts': `// Here\n${wrong}`, 'told.txt': `2\nsrc/b.ts(2,14): ${mistake}\n` },
    ];
    assert.deepEqual((await reviewed(before, after)).places, []);
  });

  it('line by line, so that a new one on a line like an old one is told where it is new', async () => {
    const line = 'pay(1);\n';
    const error = "error TS2345: Argument of type 'number' is not assignable to parameter of type 'string'.";
    const base = { 'b.ts': `// 1\n${line}`, 'told.txt': `2\nb.ts(2,5): ${error}\n` };
    const head = { 'b.ts': `${line}// 1\n${line}`, 'told.txt': `2\nb.ts(1,5): ${error}\nb.ts(3,5): ${error}\n` };
    assert.deepEqual((await reviewed(base, head)).places, ['b.ts:1 tool/TS2345']);
    const untouched = { 'a.ts': line, 'z.ts': line, 'told.txt': `2\nz.ts(1,5): ${error}\n` };
    const broken = { 'b.ts': '// 2\n', 'told.txt': `2\na.ts(1,5): ${error}\nz.ts(1,5): ${error}\n` };
    assert.deepEqual((await reviewed(untouched, broken)).places, ['a.ts:1 tool/TS2345']);
  });

  it('once where it reaches from a line that was there to one that is new', async () => {
    const told = (start: number, end: number): string =>
      `1\n${JSON.stringify({
        generalDiagnostics: [
          {
            file: '{folder}/pay.py',
            severity: 'error',
            message: 'Expected 1 positional argument',
            range: { start: { line: start, character: 0 }, end: { line: end, character: 1 } },
            rule: 'reportCallIssue',
          },
        ],
        summary: { filesAnalyzed: 1 },
      })}`;
    const base = {
      'pay.py': 'pay(\n  1,\n)\n',
      'told.txt': '0\n{"generalDiagnostics":[],"summary":{"filesAnalyzed":1}}',
    };
    const head = { 'pay.py': 'pay(\n  1,\n  2,\n)\n', 'told.txt': told(0, 3) };
    assert.deepEqual((await reviewed(base, head, { format: 'pyright' })).places, ['pay.py:3 tool/reportCallIssue']);
  });

  it('in any number of files, and says how many are not shown', async () => {
    const names = Array.from({ length: 60 }, (_each, index) => `src/use-${index}.ts`);
    const uses = Object.fromEntries(names.map(name => [name, 'pay(1);\n']));
    const told = names.map(name => `${name}(1,5): error TS2554: Expected 2 arguments, but got 1.`).join('\n');
    const result = await reviewed({ ...uses, 'told.txt': '0\n' }, { 'src/pay.ts': '// 2\n', 'told.txt': `2\n${told}` });
    assert.equal(result.places.length, 50);
    const notifications = result.status === 'completed' ? result.reports[0]?.notifications : [];
    assert.deepEqual(notifications, [{ reason: 'what it finds in 10 more files is left out' }]);
  });

  it('only where it checked the base', async () => {
    // As TypeScript 6.0 and mypy 1.0 write it: they check no types where a file does not parse.
    const stops: readonly (readonly [format: string, base: string, head: string, reason: RegExp])[] = [
      [
        'tsc',
        'src/b.ts(2,7): error TS1134: Variable declaration expected.\nsrc/b.ts(2,9): error TS1134: Variable declaration expected.\n',
        `src/a.ts(1,14): ${mistake}\n`,
        /it may not have checked all types: src\/b\.ts:2: Variable declaration expected$/,
      ],
      [
        'tsc',
        "tsconfig.json(1,43): error TS5107: Option 'moduleResolution=node10' is deprecated and will stop functioning in TypeScript 7.0.\n  Visit https://aka.ms/ts6 for migration information.\n",
        `src/a.ts(1,14): ${mistake}\n`,
        /it may not have checked all types: tsconfig\.json:1: Option 'moduleResolution=node10' is deprecated/,
      ],
      [
        'tsc',
        "src/a.ts(1,14): error TS2322: Other.\npackages/app/tsconfig.json(1,192): error TS6310: Referenced project '{folder}/packages/lib' may not disable emit.\n",
        `src/a.ts(1,14): ${mistake}\n`,
        /packages\/app\/tsconfig\.json:1: Referenced project 'packages\/lib' may not disable emit$/,
      ],
      [
        'tsc',
        "error TS2688: Cannot find type definition file for 'node'.\n  The file is in the program because:\n",
        `src/a.ts(1,14): ${mistake}\n`,
        /TS2688: Cannot find type definition file for 'node'$/,
      ],
      [
        'mypy',
        'src/b.ts:2:6: error: invalid syntax  [syntax]\n',
        'src/a.ts:1:14: error: Incompatible types in assignment  [assignment]\n',
        /it stopped before it had checked everything: invalid syntax$/,
      ],
    ];
    for (const [format, base, head, reason] of stops) {
      const before = {
        'src/a.ts': wrong,
        'src/b.ts': 'x;\nconst = 3;\n',
        'tsconfig.json': '{}',
        'told.txt': `2\n${base}`,
      };
      const result = await reviewed(
        before,
        { 'src/b.ts': 'x;\n', 'src/c.ts': `${format}\n`, 'told.txt': `1\n${head}` },
        { format },
      );
      assert.deepEqual(result.places, []);
      const [report] = result.status === 'completed' ? result.reports : [];
      assert.match(report?.reason ?? '', /since the base could not be checked: /);
      assert.match(report?.reason ?? '', reason);
      assert.ok(reviewNotes(result).some(note => note.startsWith('Tool (a tool of the project): only its findings ')));
    }
  });

  it('and is no clean one where it stopped in the head', async () => {
    const stop = 'app/tsconfig.json(1,9): error TS6310: Referenced project may not disable emit.\n';
    const base = { 'app/tsconfig.json': '{}', 'a.ts': '', 'told.txt': '0\n' };
    const result = await reviewed(base, { 'a.ts': 'a;\n', 'told.txt': `1\n${stop}` });
    const [report] = result.status === 'completed' ? result.reports : [];
    const reason = 'it may not have checked all types: app/tsconfig.json:1: Referenced project may not disable emit';
    assert.deepEqual(report?.notifications, [{ reason }]);
  });

  it('with the packages of the repository as they are there', async () => {
    const lib = 'packages/lib/index.ts';
    // It finds an error where the package, as it is installed, takes a text.
    const program = `
      const takesText = require('node:fs').readFileSync('node_modules/@acme/lib/index.ts', 'utf8').includes('string');
      require('node:fs').statSync('node_modules/other/index.js');
      if (takesText) console.log('app.ts(2,5): error TS2345: Argument of type number is wrong.');
      process.exitCode = takesText ? 1 : 0;`;
    const modules = path.join(repository.folder, 'node_modules');
    await mkdir(path.join(modules, '@acme'), { recursive: true });
    await symlink('../../packages/lib', path.join(modules, '@acme/lib'));
    await repository.write({ 'node_modules/other/index.js': '' });
    const base = {
      '.gitignore': 'node_modules\ndist\n',
      'package.json': '{}',
      'packages/lib/package.json': '{ "types": "index.ts" }',
      [lib]: 'export function pay(a: number): void;\n',
      'app.ts': "import { pay } from '@acme/lib';\npay(1);\n",
    };
    const head = { [lib]: 'export function pay(a: string): void;\n' };
    const command = ['node', '--eval', program];
    assert.deepEqual((await reviewed(base, head, { command })).places, ['app.ts:2 tool/TS2345']);
    // A package that is built first is only where it was built.
    await repository.write({ 'packages/lib/dist/index.d.ts': '' });
    const built = { ...base, 'packages/lib/package.json': '{ "exports": { ".": { "types": "./dist/index.d.ts" } } }' };
    assert.deepEqual((await reviewed(built, head, { command })).places, []);
  });

  it('with the programs of the project where the base says nothing of packages', async () => {
    await repository.write({ 'node_modules/tool/run.js': `eval(${JSON.stringify(stub)})` });
    const [old, fresh] = [`src/a.ts(1,14): ${mistake}\n`, `src/z.ts(1,14): ${mistake}\n`];
    const sources = { '.gitignore': 'node_modules\n', 'src/a.ts': wrong, 'src/z.ts': wrong };
    const head = { 'package.json': '{}', 'told.txt': `2\n${old}${fresh}` };
    const command = ['node', 'node_modules/tool/run.js'];
    const { places } = await reviewed({ ...sources, 'told.txt': `2\n${old}` }, head, { command });
    assert.deepEqual(places, ['src/z.ts:1 tool/TS2322']);
  });

  it('also where the change only deletes or renames files', async () => {
    const error = "error TS2307: Cannot find module './pay' or its corresponding type declarations.";
    const settings = { files: ['**/*.ts'] };
    const base = { 'src/pay.ts': 'export {};\n', 'src/a.ts': "import './pay';\n", 'told.txt': '0\n' };
    const told = { 'told.txt': `2\nsrc/a.ts(1,8): ${error}\n` };
    const deleted = await reviewed(base, { 'src/pay.ts': undefined, ...told }, settings);
    assert.deepEqual(deleted.places, ['src/a.ts:1 tool/TS2307']);
    const renamed = await reviewed(base, { 'src/pay.ts': undefined, 'src/pays.ts': 'export {};\n', ...told }, settings);
    assert.deepEqual(renamed.places, ['src/a.ts:1 tool/TS2307']);
    // As with work that is not committed: the head is a commit of what is in the working tree alone.
    const uncommitted = await reviewed(base, { 'src/pay.ts': undefined, ...told }, settings, async from => {
      await repository.git('reset', '--quiet', '--hard', from);
      await repository.write({ 'src/pay.ts': undefined, ...told });
    });
    assert.deepEqual(uncommitted.places, ['src/a.ts:1 tool/TS2307']);
    await repository.git('reset', '--quiet', '--hard');
    const other = await reviewed(base, { 'notes.md': 'A\n', ...told }, settings);
    assert.deepEqual(other.places, []);
  });

  it('without what it says of changed files that are not read', async () => {
    const base = {
      'src/a.ts': wrong,
      'src/built.min.ts': 'a;\n',
      '.gitattributes': 'src/built.* linguist-generated\n',
    };
    const head = { 'src/a.ts': `${wrong}// 2\n`, 'src/built.min.ts': 'b;\n' };
    const told = { 'told.txt': `2\nsrc/built.min.ts(1,1): ${mistake}\n` };
    const { places } = await reviewed({ ...base, 'told.txt': '0\n' }, { ...head, ...told });
    assert.deepEqual(places, []);
  });

  it('with the working tree itself where that has nothing more than the head but an empty folder', async () => {
    await mkdir(path.join(repository.folder, 'empty'));
    const program = `process.exitCode = process.cwd() === ${JSON.stringify(repository.folder)} ? 0 : 7`;
    const result = await reviewed({ 'a.ts': '' }, { 'a.ts': 'a;\n' }, { command: ['node', '--eval', program] });
    assert.equal(result.status === 'completed' && result.reports[0]?.status, 'ok');
  });
});
