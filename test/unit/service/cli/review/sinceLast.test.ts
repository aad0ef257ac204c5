import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findingFingerprint } from '../../../../../src/api/embedded/findingFingerprint.ts';
import type { EngineComment } from '../../../../../src/service/engine/engineComment.ts';
import type { CompletedResult } from '../../../../../src/service/engine/messages.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { assertDocumented } from './reviewSchema.ts';
import { command, samples, type Ended } from '../runCommand.ts';
import { commentOf, engineThat, resultOf } from './stubEngine.ts';

interface Json {
  readonly comments: (EngineComment & { state?: string })[];
  readonly issues_found: number;
  readonly summary: string;
  readonly notes: string[];
  readonly since_last?: {
    readonly reviewed_at?: string;
    readonly new: number;
    readonly still: number;
    readonly gone: { fingerprint: string }[];
    readonly unchecked: { fingerprint: string }[];
  };
}

const [a, b, c] = [commentOf('a'), commentOf('b', { severity: 'low' }), commentOf('c')];

describe('a review since the last one', () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.branch('change');
    await repository.commit(samples.bug);
  });
  afterEach(() => repository.dispose());

  const kept = (): string => path.join(repository.folder, '.git/code-review/last');

  function run(result: CompletedResult, ...args: string[]): Promise<Ended> {
    return command(repository.folder, ['review', ...args], { startEngine: engineThat(result) });
  }

  async function json(result: CompletedResult, ...args: string[]): Promise<Json> {
    const { stdout } = await run(result, '--format', 'json', ...args);
    const value = JSON.parse(stdout) as Json;
    assertDocumented(value);
    return value;
  }

  const ids = (list: readonly { fingerprint: string }[] = []): string[] => list.map(({ fingerprint }) => fingerprint);

  it('says of each finding whether it is new, and which are gone', async () => {
    const first = await json(resultOf([a, b]), '--since-last');
    assert.deepEqual(
      first.comments.map(({ state }) => state),
      ['new', 'new'],
    );
    assert.match(first.notes[0] ?? '', /^There is no earlier review/);
    assert.equal(first.since_last?.reviewed_at, undefined);

    const second = await json(resultOf([b, c]), '--since-last');
    assert.deepEqual(
      second.comments.map(({ fingerprint, state }) => [fingerprint, state]),
      [
        ['b', 'still'],
        ['c', 'new'],
      ],
    );
    assert.deepEqual([second.since_last?.new, second.since_last?.still, ids(second.since_last?.gone)], [1, 1, ['a']]);
    assert.equal(second.summary, '2 issues (1 high, 1 low), 1 new since the last review, 1 gone.');
  });

  it('has something new in a comment that tells more findings than before, and not in one that tells fewer', async () => {
    const told = (...members: string[]): EngineComment =>
      commentOf(members[0] ?? '', members.length < 2 ? {} : { member_fingerprints: members });
    await run(resultOf([told('a', 'b', 'c')]));
    assert.equal((await json(resultOf([told('a', 'b', 'c', 'd')]), '--since-last')).since_last?.new, 1);
    const fewer = await json(resultOf([told('b', 'c')]), '--since-last');
    assert.deepEqual([fewer.since_last?.still, ids(fewer.since_last?.gone)], [1, []]);
    assert.equal((await json(resultOf([told('c')]), '--since-last')).since_last?.still, 1);
  });

  it('compares with a review that did not ask for it, and is not told unless asked', async () => {
    const first = await json(resultOf([a]));
    assert.ok(first.comments.every(comment => !('state' in comment)) && first.since_last === undefined);
    assert.equal((await json(resultOf([a]), '--since-last')).since_last?.still, 1);
    const { stdout } = await run(resultOf([a, c]), '--since-last');
    assert.match(stdout, /^bug\.ts:1:1 {2}high {2}still {2}Wrong a\..*\n\n^bug\.ts:1:1 {2}high {2}new {2}Wrong c\./m);
  });

  for (const [what, more] of [
    ['its reviewer failed', { reports: [{ reviewer: 'eslint', status: 'failed', reason: 'it broke', files: 0 }] }],
    ['its reviewer did not run', { reports: [] }],
    ['its reviewer did not read the file', { reports: [{ reviewer: 'eslint', status: 'ok', files: 1, read: [] }] }],
    ['the file could not be read', { unreviewed: [{ path: 'bug.ts', why: 'not readable', isGap: true }] }],
  ] as const) {
    it(`does not take a finding for gone where ${what}, and knows it again`, async () => {
      await run(resultOf([a]));
      const unread = await json(resultOf([], more as unknown as Partial<CompletedResult>), '--since-last');
      assert.deepEqual([ids(unread.since_last?.gone), ids(unread.since_last?.unchecked)], [[], ['a']]);
      assert.match(unread.summary, /1 not looked for again/);
      assert.equal((await json(resultOf([a]), '--since-last')).since_last?.still, 1);
    });
  }

  it('counts what is new alone with --only new, for the exit code too', async () => {
    await run(resultOf([a]));
    const old = await run(resultOf([a]), '--only', 'new');
    assert.deepEqual([old.code, old.stdout.split('\n')[0]], [0, 'change against main: No new issues, 1 still there.']);
    const fresh = await run(resultOf([a, c]), '--only', 'new');
    assert.equal(fresh.code, 1);
    assert.ok(fresh.stdout.includes('Wrong c.') && !fresh.stdout.includes('Wrong a.'));
  });

  it('lists the most severe with --max-findings, but counts and keeps all', async () => {
    const many = await json(resultOf([b, a, c]), '--max-findings', '1', '--fail-on', 'low');
    assert.deepEqual([ids(many.comments), many.issues_found], [['a'], 3]);
    const all = await json(resultOf([b, a, c]), '--since-last');
    assert.equal(all.since_last?.still, 3);
  });

  it('knows findings again where their file was renamed, and not in a copy', async () => {
    const { 'bug.ts': text } = samples.bug;
    const [, line = ''] = text.split('\n');
    const inFile = (file: string): EngineComment => {
      const fingerprint = findingFingerprint('eslint/no-self-compare', file, line, 0);
      return commentOf(fingerprint, { path: file, member_fingerprints: [fingerprint, 'of another file'] });
    };
    await run(resultOf([inFile('bug.ts')]));
    await repository.commit({ 'bug.ts': undefined, 'renamed.ts': text });
    for (const turn of ['next', 'third']) {
      const { since_last: since } = await json(resultOf([inFile('renamed.ts')]), '--since-last');
      assert.deepEqual([since?.new, since?.still, since?.gone], [0, 1, []], turn);
    }
    await repository.commit({ 'copy.ts': text });
    const { since_last: since } = await json(resultOf([inFile('renamed.ts'), inFile('copy.ts')]), '--since-last');
    assert.deepEqual([since?.new, since?.still], [1, 1]);
  });

  it('is SARIF with baseline states', async () => {
    await run(resultOf([a]));
    const { stdout } = await run(resultOf([a, c]), '--since-last', '--format', 'sarif');
    const { runs } = JSON.parse(stdout) as { runs: { results: { baselineState: string }[] }[] };
    assert.deepEqual(
      runs[0]?.results.map(({ baselineState }) => baselineState),
      ['unchanged', 'new'],
    );
  });

  it('keeps branches, uncommitted and staged changes apart', async () => {
    await run(resultOf([a]));
    await repository.write({ 'bug.ts': 'let b = 1;\n' });
    assert.equal((await json(resultOf([a]), '--uncommitted', '--since-last')).since_last?.new, 1);
    await repository.git('add', '.');
    assert.equal((await json(resultOf([a]), '--staged', '--since-last')).since_last?.new, 1);
    assert.equal((await json(resultOf([a]), '--uncommitted', '--since-last')).since_last?.still, 1);
    await repository.branch('other');
    assert.equal((await json(resultOf([a]), '--since-last')).since_last?.new, 1);
    assert.equal((await readdir(kept())).length, 4);
  });

  it('takes all for gone where there is nothing to review any more', async () => {
    await repository.write({ 'bug.ts': 'let b = 1;\n' });
    await run(resultOf([a]), '--uncommitted');
    await repository.git('checkout', '--quiet', '.');
    const nothing = await json(resultOf([]), '--uncommitted', '--since-last');
    assert.deepEqual([ids(nothing.since_last?.gone), nothing.notes], [['a'], ['Gone since the last review: 1 issue.']]);
  });

  it('survives two at once, a file that somebody has changed, and a folder that cannot be written', async () => {
    await Promise.all([run(resultOf([a]), '--since-last'), run(resultOf([a]), '--since-last')]);
    const [file = ''] = await readdir(kept());
    assert.equal((await json(resultOf([a]), '--since-last')).since_last?.still, 1);
    await writeFile(path.join(kept(), file), '{"findings": 1}');
    assert.equal((await json(resultOf([a]), '--since-last')).since_last?.new, 1);
    await rm(path.join(repository.folder, '.git/code-review'), { recursive: true });
    await writeFile(path.join(repository.folder, '.git/code-review'), '');
    assert.equal((await run(resultOf([a]))).code, 1);
    assert.match((await run(resultOf([a]), '--since-last')).stdout, /^This review could not be kept/m);
  });
});
