import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { command, completed, engineOf, programWith, run, samples, type Ended } from './runCommand.ts';
import { commentOf, engineThat, resultOf } from './review/stubEngine.ts';

const escape = '\u001b';

describe('a review in a build and on a terminal', () => {
  let repository: TestRepository;
  let summary: string;
  before(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.branch('change');
    await repository.commit(samples.bug);
    summary = path.join(repository.folder, '.git/summary.md');
  });
  after(() => repository.dispose());

  function inActions(comments: Parameters<typeof resultOf>[0], ...args: string[]): Promise<Ended> {
    return command(repository.folder, ['review', ...args], {
      startEngine: engineThat(resultOf(comments)),
      env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
    });
  }

  it('annotates lines in GitHub Actions and adds to the summary, whatever the format', async () => {
    const comments = [
      commentOf('a', { path: 'a,b:%.ts', end_line: 3, title: 'Wrong: 100 %', body: 'One.\n\nTwo.' }),
      commentOf('b', { severity: 'medium' }),
      commentOf('c', { severity: 'info' }),
    ];
    for (const format of ['text', 'ndjson']) {
      const { code, stderr } = await inActions(comments, '--format', format);
      assert.equal(code, 1);
      assert.deepEqual(stderr.trimEnd().split('\n'), [
        '::error file=a%2Cb%3A%25.ts,line=1,endLine=3,title=eslint/no-self-compare::Wrong: 100 %25%0A%0AOne.%0A%0ATwo.',
        '::warning file=bug.ts,line=1,endLine=1,title=eslint/no-self-compare::Wrong b.',
        '::notice file=bug.ts,line=1,endLine=1,title=eslint/no-self-compare::Wrong c.',
      ]);
    }
    const text = await readFile(summary, 'utf8');
    assert.equal(text.match(/^# Review of change against main$/gm)?.length, 2);
  });

  it('annotates no more than is shown, and lets no quoted code command the build', async () => {
    const comments = Array.from({ length: 12 }, (_, at) =>
      commentOf(`${at}`, { title: `::add-mask::x ##[group]`, body: '::set-output name=x::y' }),
    );
    const { stdout, stderr } = await inActions(comments);
    assert.equal(stderr.match(/^::error /gm)?.length, 10);
    assert.doesNotMatch(stdout, /^\s*::|##\[/m);
    assert.match(stdout, /set-output/);
  });

  for (const [where, env, quoted] of [
    ['GitHub Actions', { GITHUB_ACTIONS: 'true' }, '##[add-mask]x'],
    ['Azure Pipelines', { TF_BUILD: 'True' }, '##vso[task.setvariable variable=PATH]x'],
    ['TeamCity', { TEAMCITY_VERSION: '2026.1' }, "##teamcity[buildStatus text='x']"],
  ] as const)
    it(`lets no quoted code command ${where} in any format, and JSON says what it said`, async () => {
      const tool = { reviewer: `tool:${quoted}`, status: 'failed', files: 0, milliseconds: 1, reason: 'x' } as const;
      const result = { ...resultOf([commentOf('a', { title: quoted })]), reports: [tool] };
      const written = async (format: string, surroundings: object): Promise<Ended> =>
        command(repository.folder, ['review', '--format', format], {
          startEngine: engineThat(result),
          env: { ...surroundings },
        });
      for (const format of ['text', 'markdown', 'json', 'ndjson', 'sarif', 'rdjson', 'gitlab']) {
        const { stdout, stderr } = await written(format, env);
        assert.doesNotMatch(stdout + stderr.replace(/^::.*$/gm, ''), /##\w*\[/, format);
        const elsewhere = await written(format, {});
        assert.ok(elsewhere.stdout.includes(quoted.slice(0, 6)), format);
        if (['json', 'sarif', 'rdjson', 'gitlab'].includes(format))
          assert.deepEqual(JSON.parse(stdout), JSON.parse(elsewhere.stdout), format);
      }
    });

  it('lists the first other places of a comment, and says that there are more without a number of its own', async () => {
    const listed = async (count: number): Promise<string[]> => {
      const place = { path: 'bug.ts', start_column: 1, end_column: 2, message: 'Here too.' };
      const related_locations = Array.from({ length: count }, (_, at) => ({ ...place, start_line: at + 2 }));
      const startEngine = engineThat(resultOf([commentOf('a', { related_locations })]));
      const { stdout } = await command(repository.folder, ['review'], { startEngine });
      return [...stdout.matchAll(/^ {4}(bug\.ts:\d+|.*more.*)/gm)].map(([, each = '']) => each);
    };
    const five = [2, 3, 4, 5, 6].map(line => `bug.ts:${line}`);
    assert.deepEqual(await listed(5), five);
    assert.deepEqual(await listed(6), [...five, 'and more places']);
  });

  it('tells a build nothing where there is none', async () => {
    const startEngine = engineThat(resultOf([commentOf('a')]));
    const { stderr } = await command(repository.folder, ['review'], { startEngine, env: {} });
    assert.equal(stderr, '');
  });

  it('is a report for Code Quality of GitLab', async () => {
    const comments = [commentOf('a', { severity: 'critical' }), commentOf('b', { severity: 'low', end_line: 2 })];
    const startEngine = engineThat(resultOf(comments));
    const { stdout } = await command(repository.folder, ['review', '--format', 'gitlab'], { startEngine });
    assert.deepEqual(JSON.parse(stdout), [
      {
        description: 'Wrong a.',
        check_name: 'eslint/no-self-compare',
        fingerprint: 'a',
        severity: 'blocker',
        location: { path: 'bug.ts', lines: { begin: 1, end: 1 } },
      },
      {
        description: 'Wrong b.',
        check_name: 'eslint/no-self-compare',
        fingerprint: 'b',
        severity: 'minor',
        location: { path: 'bug.ts', lines: { begin: 1, end: 2 } },
      },
    ]);
  });

  it('shows its progress in one line of a terminal, which is gone in the end, and none in a pipe', async function () {
    needs(this, 'util-linux');
    const progress = { type: 'progress', progress: { stage: `reading ${escape}[2J files`, progress: 0.4 } };
    const code = `process.on("message", () => { process.send(${JSON.stringify(progress)}); process.send(${JSON.stringify(completed)}); });`;
    const program = await programWith(code, path.join(repository.folder, '.git/stub'));
    const line = `'${process.execPath}' '${program}' review`;
    const args = ['--quiet', '--return', '--command', line, '/dev/null'];
    const shown = await run(repository.folder, 'script', args, { TERM: 'xterm' });
    assert.equal(shown.code, 0, shown.stdout);
    assert.ok(shown.stdout.includes(`\r${escape}[K40 % reading [2J files\r${escape}[K`), JSON.stringify(shown.stdout));
    assert.ok(!shown.stdout.slice(shown.stdout.lastIndexOf(`${escape}[K`)).includes('40 %'));
    const dumb = await run(repository.folder, 'script', args, { TERM: 'dumb' });
    assert.ok(!dumb.stdout.includes('40 %'));
    const piped = await run(repository.folder, process.execPath, [program, 'review']);
    assert.ok(!`${piped.stdout}${piped.stderr}`.includes('40 %'));
  });

  it('writes events to a file too', async () => {
    const file = path.join(repository.folder, '.git/events.ndjson');
    const program = await programWith(engineOf(completed), path.join(repository.folder, '.git/stub'));
    const args = [program, 'review', '--format', 'ndjson', '--output', file];
    const { code, stdout } = await run(repository.folder, process.execPath, args);
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(await readFile(file, 'utf8'), /^\{"event":"start",[^]*\n\{"event":"end",[^\n]*\n$/);
  });
});
