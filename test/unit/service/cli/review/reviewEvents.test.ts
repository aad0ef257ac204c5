import assert from 'node:assert/strict';
import type { EngineComment } from '../../../../../src/service/engine/engineComment.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { assertDocumented } from './reviewSchema.ts';
import { command, review, samples, type Ended } from '../runCommand.ts';
import { commentOf, engineThat, resultOf } from './stubEngine.ts';

interface Event {
  readonly event: string;
  readonly path?: string;
  readonly fingerprint?: string;
  readonly comment?: EngineComment;
  readonly review?: object;
  readonly exit_code?: number;
  readonly message?: string;
}

/** The events of a review, each as the schema says. */
function eventsOf({ stdout }: Pick<Ended, 'stdout'>): Event[] {
  assert.ok(stdout.endsWith('\n'));
  const events = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Event);
  for (const event of events) assertDocumented(event);
  return events;
}

const named = (events: readonly Event[], name: string): Event[] => events.filter(({ event }) => event === name);

describe('a review as events', () => {
  let repository: TestRepository;
  before(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.branch('change');
    await repository.commit({ ...samples.bug, ...samples.cleanup, 'yarn.lock': 'x\n' });
  });
  after(() => repository.dispose());

  it('tells the same as the JSON, in the order in which it becomes known', async () => {
    const streamed = await review(repository.folder, '--format', 'ndjson');
    assert.deepEqual([streamed.code, streamed.stderr], [1, '']);
    const events = eventsOf(streamed);
    assert.deepEqual([events[0]?.event, events.at(-1)?.event], ['start', 'end']);
    assert.deepEqual(
      named(events, 'file').map(({ path }) => path),
      ['bug.ts', 'cleanup.ts', 'yarn.lock'],
    );
    const last = events.findLastIndex(({ event }) => event === 'stage');
    assert.ok(
      events.findIndex(({ event }) => event === 'finding') < last,
      'the first finding waits for no later stage',
    );

    const { stdout } = await review(repository.folder, '--format', 'json');
    const json = JSON.parse(stdout) as { comments: EngineComment[]; notes: string[] };
    assertDocumented(json);
    const { comments, ...facts } = json;
    assert.deepEqual(
      named(events, 'finding').map(({ comment }) => comment),
      comments,
    );
    // The notes say how long it took.
    assert.partialDeepStrictEqual(facts, { ...events.at(-1)?.review, notes: [] });
    assert.equal(events.at(-1)?.exit_code, 1);
  });

  /** Runs the command with an engine that tells these comments in turn and ends with the last. */
  async function told(lists: readonly EngineComment[][], ...args: string[]): Promise<Ended> {
    const progress = lists.map(comments => ({ stage: 'reading', progress: 0.5, comments }));
    const startEngine = engineThat(resultOf(lists.at(-1) ?? []), progress);
    return command(repository.folder, ['review', '--format', 'ndjson', ...args], { startEngine });
  }

  it('tells each finding once, anew where it changes, and withdraws what does not stand', async () => {
    const [a, b] = [commentOf('a'), commentOf('b')];
    const worse = { ...a, severity: 'critical' } as const;
    const events = eventsOf(await told([[a], [a, b], [worse, b], [b], [b]]));
    assert.deepEqual(
      events.flatMap(({ event, comment, fingerprint }) =>
        event === 'finding' || event === 'withdrawn'
          ? [[event, comment?.fingerprint ?? fingerprint, comment?.severity]]
          : [],
      ),
      [
        ['finding', 'a', 'high'],
        ['finding', 'b', 'high'],
        ['finding', 'a', 'critical'],
        ['withdrawn', 'a', undefined],
      ],
    );
  });

  it('has no more findings standing than --max-findings at any time, the most severe ones', async () => {
    const [low, high, critical] = (['low', 'high', 'critical'] as const).map(severity =>
      commentOf(severity, { severity }),
    ) as [EngineComment, EngineComment, EngineComment];
    const ended = await told([[low], [high, low], [critical, high, low]], '--max-findings', '2');
    const standing = new Set<string | undefined>();
    const events = eventsOf(ended);
    for (const { event, comment, fingerprint } of events) {
      if (event === 'finding') standing.add(comment?.fingerprint);
      if (event === 'withdrawn') standing.delete(fingerprint);
      assert.ok(standing.size <= 2);
    }
    assert.deepEqual([...standing], ['high', 'critical']);
    const notes = ['3 issues, of which the most severe 2 are listed.'];
    assert.partialDeepStrictEqual(events.at(-1)?.review, { issues_found: 3, notes });
  });

  it('has written a finding before the review ends', async () => {
    let meanwhile = '';
    const sink: { text: string }[] = [];
    const startEngine = engineThat(
      resultOf([commentOf('a')]),
      [{ stage: 'reading', progress: 0.5, comments: [commentOf('a')] }],
      () => (meanwhile = sink[0]?.text ?? ''),
    );
    await command(repository.folder, ['review', '--format', 'ndjson'], { startEngine, onStart: out => sink.push(out) });
    assert.deepEqual(
      eventsOf({ stdout: meanwhile }).map(({ event }) => event),
      ['start', 'stage', 'finding'],
    );
  });

  it('ends with an event of its own where there is no review', async () => {
    const ended = await review(repository.folder, '--format', 'ndjson', '--base', 'nope');
    const events = eventsOf(ended);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['start', 'end'],
    );
    assert.equal(ended.code, 2);
    assert.equal(events[1]?.exit_code, 2);
    assert.equal(ended.stderr, `${events[1].message}\n`);
  });

  it('tells the parts that are missing, and the files that are in no commit', async () => {
    const reports = [{ reviewer: 'ruff', status: 'failed', reason: 'it broke', files: 0, milliseconds: 1 }] as const;
    const startEngine = engineThat(resultOf([], { reports }));
    const ended = await command(repository.folder, ['review', '--format', 'ndjson'], { startEngine });
    assert.partialDeepStrictEqual(eventsOf(ended).slice(-2), [
      { event: 'gap', message: 'ruff (Python) failed', files: [] },
      { event: 'end', exit_code: 2, review: { complete: false } },
    ]);
  });
});
