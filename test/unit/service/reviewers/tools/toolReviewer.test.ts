import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Git } from '../../../../../src/git/run/git.ts';
import { readDiff } from '../../../../../src/service/engine/diff/diffModel.ts';
import type { EngineResult } from '../../../../../src/service/engine/messages.ts';
import type { ReviewerOutcome } from '../../../../../src/service/engine/reviewer.ts';
import { reviewRange } from '../../../../../src/service/engine/reviewRange.ts';
import { parseToolSettings } from '../../../../../src/service/reviewers/tools/parseToolSettings.ts';
import { reviewGaps } from '../../../../../src/service/engine/result/reviewGaps.ts';
import { configurationHash } from '../../../../../src/service/reviewers/configurationHash.ts';
import { configuredReviewers } from '../../../../../src/service/reviewers/configured.ts';
import { toolReviewer } from '../../../../../src/service/reviewers/tools/toolReviewer.ts';
import { needs } from '../../../../host/needs.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { assertEnded, written } from './processes.ts';

const git = new Git({ executable: 'git', log: () => undefined });
const emit = path.join(import.meta.dirname, 'data/emit.ts');
const never = new AbortController().signal;

describe('a tool of the project as a reviewer', () => {
  let original: TestRepository;
  let repository: TestRepository;
  let temporaryFolder: string;
  let base: string;

  before(async () => {
    original = await TestRepository.create();
    base = await original.commit({ 'src/a.ts': 'old bad\n', 'src/b.ts': 'old\n' });
    await original.branch('change');
  });
  after(() => original.dispose());

  beforeEach(async () => {
    temporaryFolder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-tools-')));
    repository = await original.copy();
  });

  afterEach(async () => {
    await repository.dispose();
    // Whatever it did, it left no copy.
    assert.deepEqual(
      (await readdir(temporaryFolder)).filter(name => name.startsWith('code-review-tool-')),
      [],
    );
    await rm(temporaryFolder, { recursive: true, force: true });
  });

  const reviewerOf = (setting: object, head: string, env: NodeJS.ProcessEnv = process.env) => {
    const { tools, problems } = parseToolSettings([{ name: 'emit', format: 'sarif', ...setting }]);
    assert.deepEqual(problems, []);
    assert.ok(tools[0] !== undefined);
    return toolReviewer(tools[0], { git, root: repository.folder, head, temporaryFolder, env });
  };

  const command = (mode: string, ...more: string[]): string[] => ['node', emit, mode, ...more];

  async function answerOf(
    setting: object,
    { head, signal = never, env }: { head?: string; signal?: AbortSignal; env?: NodeJS.ProcessEnv } = {},
  ): Promise<ReviewerOutcome> {
    const reviewed = head ?? (await repository.git('rev-parse', 'HEAD'));
    const diff = await readDiff(git, { root: repository.folder, base, head: reviewed }, never);
    return reviewerOf(setting, reviewed, env).review(diff, signal);
  }

  async function reviewed(setting: object): Promise<EngineResult> {
    const head = await repository.git('rev-parse', 'HEAD');
    const job = { root: repository.folder, base, head };
    return reviewRange({ git, reviewers: [reviewerOf(setting, head)], now: () => performance.now() }, job, never);
  }

  async function places(setting: object): Promise<string[]> {
    const result = await reviewed(setting);
    assert.ok(result.status === 'completed', result.status === 'failed' ? result.reason : '');
    return result.comments.map(each => `${each.path}:${each.start_line} ${each.rule_id}`);
  }

  const change: Files = {
    'src/a.ts': 'old bad\nnew bad line\n',
    'src/c d.ts': 'bad\n',
    '-x.ts': 'bad\n',
    'e.md': 'bad\n',
  };
  const inNewLines = ['-x.ts:1 emit/no-bad', 'src/a.ts:2 emit/no-bad', 'src/c d.ts:1 emit/no-bad'];
  const files = ['**/*.ts'];

  for (const format of ['sarif', 'rdjson', 'rdjsonl']) {
    it(`says in new lines what it writes as ${format}`, async () => {
      await repository.commit(change);
      const setting = { command: command(format, '{files}'), format, files };
      assert.deepEqual((await places(setting)).sort(), inNewLines);
    });
  }

  it('may need another program to write the format', async () => {
    await repository.commit(change);
    const setting = { command: command('words', '{files}'), convertWith: command('from-words'), files };
    assert.deepEqual((await places(setting)).sort(), inNewLines);
  });

  it('is skipped where nothing that it is for was changed', async () => {
    await repository.commit({ 'e.md': 'bad\n' });
    const answer = await answerOf({ command: command('sarif', '{files}'), files });
    const reason = 'no file that it is for was changed';
    assert.deepEqual(answer, { status: 'skipped', reason, nothingToRead: true });
  });

  it('is not run in a repository that is outside of the folders of the window, which the review lacks then', async () => {
    await repository.commit(change);
    const head = await repository.git('rev-parse', 'HEAD');
    const job = { root: repository.folder, base, head };
    const tools = [{ name: 'lint', command: command('sarif', '{files}'), format: 'sarif' }];
    const settings = { model: undefined, tools, isOutside: true } as const;
    const ask = (): Promise<never> => assert.fail('no model is asked');
    const reviewers = await configuredReviewers(settings, { git, reader: git, job, builtIn: [], ask });
    const result = await reviewRange({ git, reviewers, now: () => performance.now() }, job, never);
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      reviewGaps(result).map(({ message }) => message),
      ['lint did not run'],
    );
    assert.match(result.reports[0]?.reason ?? '', /outside of the folders of this window/);
    assert.notEqual(configurationHash(settings), configurationHash({ model: undefined, tools }));
  });

  it('is skipped where its program is missing', async () => {
    await repository.commit(change);
    for (const name of ['no-such-program', './no/such/program', '/no/such/program']) {
      const answer = await answerOf({ command: [name, '{files}'] });
      assert.deepEqual(answer, { status: 'skipped', reason: `${name} was not found` });
    }
    const answer = await answerOf({ command: command('words'), convertWith: ['no-such-program'] });
    assert.deepEqual(answer, { status: 'skipped', reason: 'no-such-program was not found' });
  });

  it('is found where the project installed it', async () => {
    await repository.commit({ ...change, '.gitignore': 'node_modules\n' });
    await mkdir(path.join(repository.folder, 'node_modules/.bin'), { recursive: true });
    await symlink(process.execPath, path.join(repository.folder, 'node_modules/.bin/my-lint'));
    const setting = { command: ['my-lint', emit, 'sarif', '{files}'], files };
    assert.deepEqual((await places(setting)).sort(), inNewLines);
    await writeFile(path.join(repository.folder, 'src/b.ts'), 'unsaved\n');
    assert.deepEqual((await places(setting)).sort(), inNewLines);
  });

  const failures: readonly [what: string, setting: object, reason: RegExp][] = [
    [
      'an exit code that means neither',
      { command: command('crash') },
      /^it ended with code 2 \(Configuration error: no such rule "no-bed"\)$/,
    ],
    [
      'a crash with the code for findings',
      { command: ['node', '--eval', 'null.x'] },
      /^it wrote nothing where SARIF was promised, and ended with code 1 \(.*TypeError: Cannot read/,
    ],
    ['nothing written', { command: command('silent') }, /^it wrote nothing where SARIF was promised$/],
    ['prose', { command: command('prose') }, /^it wrote something that is no JSON \(Everything is fine!\)$/],
    [
      'findings by exit code, none by name',
      { command: command('clean-but-1') },
      /^it ended with code 1 and named no finding$/,
    ],
    ['more output than can be taken', { command: command('flood') }, /^it wrote more than 32 MB$/],
    [
      'a converter that fails',
      { command: command('words', '{files}'), convertWith: command('crash') },
      /^node ended with code 2/,
    ],
    [
      'a converter that says nothing',
      { command: command('words', '{files}'), convertWith: command('silent') },
      /^it wrote nothing/,
    ],
  ];
  for (const [what, setting, reason] of failures) {
    it(`has failed, and is not clean, with ${what}`, async () => {
      await repository.commit(change);
      const answer = await answerOf(setting);
      assert.equal(answer.status, 'failed');
      assert.match(answer.reason, reason);
      assert.equal((await reviewed(setting)).status, 'failed');
    });
  }

  it('has failed, and is not clean, with paths of another folder than the top one', async () => {
    await repository.commit(change);
    const script = `console.log(JSON.stringify({ message: 'Bad', location: { path: 'a.ts', range: { start: { line: 2 } } } }))`;
    const answer = await answerOf({ command: ['node', '--eval', script], format: 'rdjsonl' });
    const reason = 'all that it found is in files that are not here (a.ts)';
    assert.deepEqual(answer, { status: 'failed', reason });
  });

  it('has failed, and is not clean, where the system ended it', async function () {
    needs(this, 'POSIX signals');
    await repository.commit(change);
    const answer = await answerOf({ command: ['node', '--eval', 'process.kill(process.pid, "SIGKILL")'] });
    assert.deepEqual(answer, { status: 'failed', reason: 'it was stopped from outside' });
  });

  it('takes other exit codes where they are named', async () => {
    await repository.commit(change);
    const answer = await answerOf({ command: command('prose'), exitCodes: [3] });
    assert.match(answer.reason ?? '', /^it ended with code 0/);
  });

  it('is ended with all that it started when it takes too long', async () => {
    await repository.commit(change);
    const told = path.join(temporaryFolder, 'pids');
    const answer = await answerOf({ command: command('hang', told), timeoutSeconds: 1 });
    assert.deepEqual(answer, { status: 'failed', reason: 'it took longer than 1 s and was stopped' });
    await assertEnded(await readFile(told, 'utf8'));
  });

  it('is ended with all that it started when the review is cancelled', async () => {
    await repository.commit(change);
    const told = path.join(temporaryFolder, 'pids');
    const stop = new AbortController();
    const answer = answerOf({ command: command('hang', told) }, { signal: stop.signal });
    const pids = await written(told);
    stop.abort();
    await assert.rejects(answer, { name: 'CodeReviewError', kind: 'cancelled' });
    await assertEnded(pids);
  });

  it('leaves nothing running that it left behind', async () => {
    await repository.commit(change);
    const told = path.join(temporaryFolder, 'pids');
    const answer = await answerOf({ command: command('leave-child', told) });
    assert.equal(answer.status, 'ok');
    await assertEnded(await readFile(told, 'utf8'));
  });

  it('inherits what the user has set, and none of our secrets', async () => {
    await repository.commit(change);
    const ours = {
      CODE_REVIEW_MODEL_KEY: 'x',
      code_review_other: 'x',
      VSCODE_IPC_HOOK_CLI: 'x',
      GIT_DIR: 'x',
      ELECTRON_RUN_AS_NODE: '1',
    };
    const env = { PATH: process.env['PATH'], MY_TOKEN: 'x', ...ours };
    const asked = Object.keys(env).map(name => `--${name}`);
    const answer = await answerOf({ command: command('environment', ...asked) }, { env });
    assert.deepEqual([answer.status, answer.reason], ['ok', 'has PATH MY_TOKEN']);
  });

  describe('is run', () => {
    const where = { command: command('place', '{files}'), files };

    it('in the working tree where the changed files are those of the head', async () => {
      await repository.commit(change);
      await repository.write({ 'untracked.txt': '' });
      const answer = await answerOf(where);
      const paths = './-x.ts src/a.ts src/c d.ts';
      assert.equal(answer.reason, `${path.basename(repository.folder)} untracked.txt ${paths}`);
    });

    it('in a copy of the head where they are not, with what is installed', async () => {
      const before = { ...change, 'run.sh': '#!/bin/sh\n', 'package.json': '{}', '.gitignore': 'node_modules\n' };
      await repository.write(before);
      await repository.git('add', '--all');
      await repository.git('add', '--chmod=+x', 'run.sh');
      await symlink('src/a.ts', path.join(repository.folder, 'link.ts'));
      await symlink('/', path.join(repository.folder, 'out'));
      await repository.git('add', 'link.ts', 'out');
      await repository.git('commit', '--quiet', '--message=Change');
      await repository.write({ 'untracked.txt': '', 'src/a.ts': 'not reviewed\n', 'node_modules/pkg/index.js': '' });
      const answer = await answerOf(where);
      assert.match(
        answer.reason ?? '',
        /^code-review-tool-\w+ node_modules\/pkg\/index\.js run\.sh link\.ts \.\/-x\.ts/,
      );
      const setting = { command: command('sarif', '{files}'), files };
      assert.deepEqual((await places(setting)).sort(), inNewLines);
      assert.equal(await readFile(path.join(repository.folder, 'src/a.ts'), 'utf8'), 'not reviewed\n');
    });

    it('in a copy of what is staged', async () => {
      const head = await repository.git('rev-parse', 'HEAD');
      await repository.write(change);
      await repository.git('add', '--all');
      const staged = await repository.git(
        'commit-tree',
        '-p',
        head,
        '-m',
        'staged',
        await repository.git('write-tree'),
      );
      await repository.write({ 'src/a.ts': 'not staged\n' });
      const answer = await answerOf(where, { head: staged });
      assert.match(answer.reason ?? '', /^code-review-tool-/);
    });

    it('not at all on a commit that is not checked out: its configuration would be run', async () => {
      const foreign = await repository.commit(change);
      await repository.git('switch', '--quiet', 'main');
      const answer = await answerOf(where, { head: foreign });
      assert.equal(answer.status, 'skipped');
      assert.match(answer.reason, /not checked out/);
    });
  });

  describe('makes fixes', () => {
    const setting = { command: command('sarif', '{files}'), files: ['**/*.ts'], fix: true };
    const changed = { 'src/a.ts': 'old bad\nnew\nnew bad line\nbad // keep\n' };

    async function fixesOf(result: Promise<EngineResult>): Promise<unknown[]> {
      const settled = await result;
      assert.ok(settled.status === 'completed');
      return settled.comments.map(({ start_line, suggested_code }) => [start_line, suggested_code]);
    }

    it('from a repair of a copy, for what the repair did away with', async () => {
      await repository.commit(changed);
      assert.deepEqual(await fixesOf(reviewed(setting)), [
        [3, 'new good line'],
        [4, undefined],
      ]);
      assert.equal(await readFile(path.join(repository.folder, 'src/a.ts'), 'utf8'), changed['src/a.ts']);
      assert.equal(await repository.git('status', '--porcelain'), '');
    });

    it('by a command of its own, whatever that writes', async () => {
      await repository.commit(changed);
      const own = { ...setting, fix: command('words', '--fix', '{files}') };
      assert.deepEqual(await fixesOf(reviewed(own)), [
        [3, 'new good line'],
        [4, undefined],
      ]);
    });

    it('also for work that is not committed', async () => {
      const head = await repository.git('rev-parse', 'HEAD');
      await repository.write(changed);
      await repository.git('add', '--all');
      const snapshot = await repository.git('commit-tree', '-p', head, '-m', 'all', await repository.git('write-tree'));
      await repository.git('reset', '--quiet');
      const answer = await answerOf(setting, { head: snapshot });
      assert.ok(answer.status === 'ok');
      assert.deepEqual(
        answer.findings.map(({ fix }) => fix?.map(({ text }) => text)),
        [undefined, ['new good line\n'], undefined],
      );
    });

    it('or says why not, and keeps what it found', async () => {
      await repository.commit(changed);
      const answer = await answerOf({ ...setting, command: command('broken-fix', '{files}') });
      assert.ok(answer.status === 'ok');
      assert.equal(answer.findings.length, 3);
      assert.equal(answer.reason, 'no fixes: it ended with code 7');
    });
  });
});
