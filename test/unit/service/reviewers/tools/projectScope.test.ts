import assert from 'node:assert/strict';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Git } from '../../../../../src/git/run/git.ts';
import type { EngineResult } from '../../../../../src/service/engine/messages.ts';
import { reviewRange } from '../../../../../src/service/engine/reviewRange.ts';
import { parseToolSettings } from '../../../../../src/service/reviewers/tools/parseToolSettings.ts';
import { toolReviewer } from '../../../../../src/service/reviewers/tools/toolReviewer.ts';
import { TestRepository } from '../../../../host/git/repository.ts';

const git = new Git({ executable: 'git', log: () => undefined });
const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const tsc = { command: ['node', compiler, '--noEmit', '--pretty', 'false'], format: 'tsc', exitCodes: [0, 1, 2] };

describe('a tool that checks the whole project', () => {
  let repository: TestRepository;
  let temporaryFolder: string;
  let base: string;

  before(async () => {
    temporaryFolder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-project-')));
    repository = await TestRepository.create();
    base = await repository.commit({
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es5"], "types": [] }, "include": ["src"] }',
      'src/pay.ts': 'export function pay(amount: number): number {\n  return amount;\n}\n',
      'src/order.ts': "import { pay } from './pay';\npay(1);\n",
      'src/old.ts': "export const wrong: number = 'old';\n",
      'src/notes.ts': 'export {};\n',
    });
    await repository.branch('change');
    await repository.commit({
      'src/pay.ts': 'export function pay(amount: string): number {\n  return amount;\n}\n',
      'src/notes.ts': "export {};\nexport const note: number = 'new';\n",
    });
  });
  after(async () => {
    await repository.dispose();
    assert.deepEqual(await readdir(temporaryFolder), []);
    await rm(temporaryFolder, { recursive: true, force: true });
  });

  async function reviewed(setting: object): Promise<EngineResult> {
    const head = await repository.git('rev-parse', 'HEAD');
    const { tools, problems } = parseToolSettings([{ name: 'tsc', scope: 'project', ...setting }]);
    assert.deepEqual(problems, []);
    const context = { git, root: repository.folder, head, temporaryFolder, env: process.env };
    const reviewers = tools.map(tool => toolReviewer(tool, context));
    return reviewRange(
      { git, reviewers, now: () => performance.now() },
      { root: repository.folder, base, head },
      new AbortController().signal,
    );
  }

  function placesOf(result: EngineResult): string[] {
    if (result.status !== 'completed') assert.fail(result.reason);
    return result.comments.map(each => `${each.path}:${each.start_line} ${each.rule_id}`).sort();
  }

  const onNewLines = ['src/notes.ts:2 tsc/TS2322'];
  const everywhere = [...onNewLines, 'src/order.ts:2 tsc/TS2345', 'src/pay.ts:2 tsc/TS2322'];

  it('is heard about all that is new against the base, in files that the change does not touch too, and reads the commit alone', async () => {
    const untracked = path.join(repository.folder, 'src/untracked.ts');
    await writeFile(untracked, "export const mine: number = 'mine';\n");
    const result = await reviewed(tsc);
    await rm(untracked);
    assert.deepEqual(placesOf(result), everywhere);
    const elsewhere =
      result.status === 'completed' ? result.comments.find(each => each.path === 'src/order.ts') : undefined;
    assert.match(elsewhere?.body ?? '', /had no such error before/);
  });

  it('is heard about new lines alone where it is not said to check the project', async () => {
    assert.deepEqual(placesOf(await reviewed({ ...tsc, scope: 'changes' })), onNewLines);
  });

  it('is heard about new lines, and says so, where it cannot check the base', async () => {
    // It fails where the change is not there.
    const fails = `require('node:fs').readFileSync('src/notes.ts', 'utf8').includes('note') || process.exit(7);`;
    const program = `${fails} require('node:child_process').spawnSync(process.execPath, ${JSON.stringify(tsc.command.slice(1))}, { stdio: 'inherit' }); process.exit(1);`;
    const result = await reviewed({ ...tsc, command: ['node', '--eval', program] });
    assert.deepEqual(placesOf(result), onNewLines);
    const reason = result.reports[0]?.reason ?? '';
    assert.match(
      reason,
      /^only its findings on added lines count, since the base could not be checked: it ended with code 7/,
    );
  });
});
