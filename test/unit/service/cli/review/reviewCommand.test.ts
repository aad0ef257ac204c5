import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { needs } from '../../../../host/needs.ts';
import { engineProcesses } from '../../../../../src/service/jobs/engineProcess.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import {
  command,
  completed,
  engineOf,
  programWith,
  review,
  run,
  runProgram,
  samples,
  type Ended,
} from '../runCommand.ts';

const escape = '\u001b';

describe('review on the command line', () => {
  let repository: TestRepository;
  /** The service's program, whose engine finds one issue. */
  let program: string;
  before(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    for (const [name, files] of Object.entries(samples)) {
      await repository.git('switch', '--quiet', '--create', name, 'main');
      await repository.commit(files);
    }
    await repository.git('switch', '--quiet', 'bug');
    const comment = {
      severity: 'high',
      path: 'bug.ts',
      start_line: 2,
      end_line: 2,
      start_column: 61,
      title: 'Wrong.',
      body: '',
    };
    program = await programWith(
      engineOf({ ...completed, comments: [comment] }),
      path.join(repository.folder, '.git/stub'),
    );
  });
  after(() => repository.dispose());

  it('prints what the branch adds, for people, and ends with 1', async () => {
    const { code, stdout, stderr } = await runProgram(repository.folder, 'review');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^bug\.ts:2:61 {2}medium {2}.*itself.* {2}eslint\/no-self-compare \(experimental\)\n {4}Was another name meant.*\n\n/,
    );
    assert.match(stdout, /^bug against main: 1 issue \(1 medium\)\.$/m);
    assert.match(stdout, /^Checked 2 new lines in 1 file .*ESLint/m);
    assert.deepEqual([stdout.includes(escape), stderr], [false, '']);
  });

  it('ends with 0 where nothing is found, and says what was looked at', async () => {
    const { code, stdout } = await review(repository.folder, '--head', 'clean');
    assert.equal(code, 0);
    assert.match(stdout, /^clean against main: No issues\.\n[^]*^Checked 1 new line in 1 file/m);
  });

  for (const [severity, args, code] of [
    ['medium', [], 1],
    ['low', [], 0],
    ['low', ['--fail-on', 'low'], 1],
    ['info', ['--fail-on', 'low'], 0],
    ['high', ['--fail-on', 'critical'], 0],
    ['critical', ['--fail-on', 'none'], 0],
  ] as const) {
    it(`ends with ${code} for an issue of severity ${severity} and “${args.join(' ')}”`, async () => {
      const comments = [{ severity, path: 'bug.ts', start_line: 1, title: 'Wrong.', rule_id: 'rule', body: '' }];
      const ended = await reviewWith(engineOf({ ...completed, comments }), ...args);
      assert.equal(ended.code, code);
      assert.match(ended.stdout, new RegExp(`^bug\\.ts:1:1 {2}${severity} {2}Wrong\\. {2}rule\\n`));
    });
  }

  it('ends with 0 and says so where there is nothing to review', async () => {
    const merged = await review(repository.folder, '--head', 'main');
    assert.deepEqual([merged.code, merged.stdout.includes('Nothing to review: main has all commits')], [0, true]);
    const staged = await review(repository.folder, '--staged', '--format', 'json');
    assert.equal(staged.code, 0);
    assert.deepEqual((JSON.parse(staged.stdout) as { comments: unknown[] }).comments, []);
    assert.match(staged.stderr, /there are no staged changes/);
  });

  it('compares any two revisions, from where they parted', async () => {
    await repository.git('switch', '--quiet', '--detach', 'clean');
    const { code, stdout } = await review(path.join(repository.folder), '--base', 'cleanup', '--head', 'bug');
    await repository.git('switch', '--quiet', 'bug');
    assert.equal(code, 1);
    assert.match(stdout, /bug against cleanup: 1 issue/);
  });

  it('reads a bare repository, but for what is not committed', async () => {
    const folder = path.join(repository.folder, '..', `${path.basename(repository.folder)}-bare`, 'orders.git');
    try {
      await repository.git('clone', '--quiet', '--bare', '.', folder);
      const { code, stdout } = await review(repository.folder, '--repo', folder, '--head', 'bug', '--format', 'json');
      assert.equal(code, 1);
      assert.deepEqual(
        (JSON.parse(stdout) as { comments: { path: string }[] }).comments.map(each => each.path),
        ['bug.ts'],
      );
      const staged = await review(folder, '--staged');
      assert.deepEqual([staged.code, staged.stdout], [2, '']);
      assert.match(staged.stderr, /bare repository/);
      assert.deepEqual(
        (await readdir(tmpdir())).filter(name => name.startsWith('code-review-bare-')),
        [],
      );
    } finally {
      await rm(path.dirname(folder), { recursive: true, force: true });
    }
  });

  it('colours what goes to a terminal, unless NO_COLOR is set', async function () {
    needs(this, 'util-linux');
    const line = `'${process.execPath}' '${program}' review`;
    const inTerminal = (env: Record<string, string>): ReturnType<typeof run> =>
      run(repository.folder, 'script', ['--quiet', '--return', '--command', line, '/dev/null'], {
        TERM: 'xterm-256color',
        ...env,
      });
    const coloured = await inTerminal({});
    assert.equal(coloured.code, 1);
    assert.ok(coloured.stdout.includes(`${escape}[31mhigh${escape}[39m`));
    assert.ok(!(await inTerminal({ NO_COLOR: '1' })).stdout.includes(escape));
  });

  it('writes to a file instead, and tells the build log how it went', async () => {
    const file = path.join(repository.folder, '.git/review.txt');
    const { code, stdout, stderr } = await run(
      repository.folder,
      process.execPath,
      [program, 'review', '--output', file],
      { FORCE_COLOR: '1' },
    );
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^1 issue \(1 high\)\.\n/);
    const text = await readFile(file, 'utf8');
    assert.match(text, /^bug\.ts:2:61 /);
    assert.ok(!text.includes(escape));
  });

  it('names files by names that mean something else on another system', async function () {
    needs(this, 'any file name');
    await repository.git('switch', '--quiet', '--create', 'names', 'main');
    const names = ['aux.ts', 'back\\slash.ts', 'clock 10:30.ts', 'line\nbreak.ts'];
    await repository.commit(Object.fromEntries(names.map(name => [name, samples.bug['bug.ts']])));
    const { stdout } = await review(repository.folder);
    const markdown = await review(repository.folder, '--format', 'markdown');
    const sarif = await review(repository.folder, '--format', 'sarif');
    await repository.git('switch', '--quiet', 'bug');
    assert.match(stdout, /^aux\.ts:2:61 .*\n {4}Was another name meant.*\n {4}back\\slash\.ts:2:61 /m);
    assert.match(stdout, /^ {4}clock 10:30\.ts:2:61 .*\n {4}line break\.ts:2:61 /m);
    assert.match(markdown.stdout, /^- `clock 10:30\.ts:2` .*\n- `line break\.ts:2` /m);
    assert.match(sarif.stdout, /"clock%2010%3A30\.ts"[^]*"line%0Abreak\.ts"/);
  });

  it('is not upset by a reader who has seen enough, and says where it cannot write', async function () {
    needs(this, '/proc');
    const line = `'${process.execPath}' '${program}' review`;
    const ended = await run(repository.folder, 'bash', ['-c', `${line} | true; echo "code \${PIPESTATUS[0]}"`]);
    assert.deepEqual([ended.stdout, ended.stderr], ['code 1\n', '']);
    const full = await run(repository.folder, 'bash', ['-c', `${line} > /dev/full`]);
    assert.equal(full.code, 2);
    assert.equal(full.stderr, 'The review cannot be written to standard output: no space left on device.\n');
  });

  it('lets nothing of a file name or a commit steer the terminal', async function () {
    needs(this, 'any file name');
    await repository.git('switch', '--quiet', '--create', 'hostile', 'main');
    await repository.commit({ [`${escape}[2J\u202e.ts`]: samples.bug['bug.ts'] });
    const { code, stdout } = await review(repository.folder);
    const { stderr } = await review(repository.folder, '--format', 'json');
    await repository.git('switch', '--quiet', 'bug');
    assert.equal(code, 1);
    assert.match(stdout, /no-self-compare/);
    for (const text of [stdout, stderr]) assert.ok(!text.includes(escape) && !text.includes('\u202e'));
  });

  for (const [what, args, reason] of [
    ['a revision that is not there', ['--base', 'nope'], /no commit nope here/],
    ['a revision that looks like an option', ['--base=--all'], /no commit --all here/],
    ['a folder that is no repository', ['--repo', '/'], /not in a git repository/],
    ['a folder that is not there', ['--repo', 'gone'], /does not exist/],
    [
      'a file that cannot be written',
      ['--output', 'gone/report.txt'],
      /^The review cannot be written to gone\/report\.txt: no such file or directory\.$/m,
    ],
    ['a folder for the report', ['--output', '.'], /^The review cannot be written to \.: /m],
  ] as const) {
    it(`ends with 2 and the reason for ${what}`, async () => {
      const { code, stdout, stderr } = await review(repository.folder, ...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, reason);
    });
  }

  for (const args of [
    ['--nope'],
    ['--format', 'xml'],
    ['--fail-on', 'severe'],
    ['--staged', '--uncommitted'],
    ['--staged', '--head', 'bug'],
    ['main'],
    ['--base', ''],
  ]) {
    it(`ends with 2, one line and a hint for “${args.join(' ')}”`, async () => {
      const { code, stderr } = await review(repository.folder, ...args);
      assert.equal(code, 2);
      assert.match(stderr, /^\S.*[.?] See code-review review --help\.\n$/);
    });
  }

  for (const [what, engine, reason] of [
    ['crashes', 'process.on("message", () => process.exit(3));', /ended early \(code 3\)/],
    ['fails', engineOf({ status: 'failed', reason: 'Broken.', reports: [] }), /The review failed: Broken\./],
  ] as const) {
    it(`ends with 2 and writes nothing where the engine ${what}`, async () => {
      const { code, stdout, stderr } = await reviewWith(engine);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, reason);
      await assert.rejects(stat(path.join(repository.folder, 'report.json')));
    });
  }

  it('ends with 2 where a part failed and the rest found nothing grave, and says so in every format that can', async () => {
    const reports = [{ reviewer: 'ruff', status: 'failed', reason: 'it broke', files: 0, milliseconds: 1 }];
    const engine = engineOf({ ...completed, reports });
    const text = await reviewWith(engine);
    assert.equal(text.code, 2);
    assert.match(text.stdout, /No issues, but ruff \(Python\) failed\.\n.*it broke/);
    const json = JSON.parse((await reviewWith(engine, '--format', 'json')).stdout) as { complete: boolean };
    assert.equal(json.complete, false);
    const sarif = await reviewWith(engine, '--format', 'sarif');
    assert.match(sarif.stdout, /"executionSuccessful": false/);
  });

  for (const [what, unanswered, expected] of [
    ['had no room for a file: it is told, and nothing went wrong', 0, [0, true]],
    ['got no answer about a file: that is no clean review', 1, [2, false]],
  ] as const) {
    it(`says of a model that it ${what}`, async () => {
      const model = { reviewer: 'model', status: 'ok', files: 1, read: ['bug.ts'], unanswered, milliseconds: 1 };
      const engine = engineOf({ ...completed, reports: [model], reviewed: ['bug.ts', 'clean.ts'] });
      const { code, stdout } = await reviewWith(engine, '--format', 'sarif');
      assert.deepEqual([code, stdout.includes('"executionSuccessful": true')], expected);
      assert.match(stdout, /No issues, but the language model read only 1 of 2 files in full\./);
      const json = await reviewWith(engine, '--format', 'json');
      assert.equal((JSON.parse(json.stdout) as { complete: boolean }).complete, false);
    });
  }

  /** Runs the command with an engine whose program is `code`. */
  async function reviewWith(code: string, ...args: string[]): Promise<Ended> {
    const engine = path.join(repository.folder, '.git/engine.cjs');
    await writeFile(engine, code);
    return command(repository.folder, ['review', ...args], { startEngine: engineProcesses(engine) });
  }
});
