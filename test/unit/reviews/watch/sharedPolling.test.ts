import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PolledReview } from '../../../../src/reviews/watch/polledReview.ts';
import { SharedPolling } from '../../../../src/reviews/watch/sharedPolling.ts';
import { ManualClock } from '../../api/rateLimit/manualClock.ts';
import { aComment, aReview } from '../builders.ts';
import { needs } from '../../../host/needs.ts';

const service = 'https://review.example.com';

describe('looks at a running review', () => {
  let folder: string;
  let clock: ManualClock;
  let errors: unknown[];
  const opened: SharedPolling[] = [];
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'code-review-looks-')), 'looks');
    clock = new ManualClock(Date.now());
    errors = [];
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const looks of opened.splice(0)) looks.dispose();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });

  /** A window's own. */
  function open(): SharedPolling {
    const looks = new SharedPolling({ folder, onError: error => errors.push(error), clock });
    opened.push(looks);
    return looks;
  }

  async function claimingProcess(): Promise<ChildProcess> {
    const program = path.join(import.meta.dirname, 'claimLooks.ts');
    const child = fork(program, [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children.push(child);
    await once(child, 'message');
    return child;
  }

  async function claimsOf(child: ChildProcess, looks: number): Promise<boolean[]> {
    child.send(looks);
    const [claimed] = (await once(child, 'message')) as [boolean[]];
    return claimed;
  }

  it('are claimed by exactly one of several processes', async () => {
    const started = await Promise.all(Array.from({ length: 4 }, claimingProcess));
    const claims = await Promise.all(started.map(child => claimsOf(child, 50)));
    for (let look = 0; look < 50; look++) {
      assert.equal(claims.filter(each => each[look] === true).length, 1, `look ${look}`);
    }
  });

  it('are claimed apart for each look, review and service', async () => {
    const looks = open();
    for (const [name, id, look] of [
      [service, 'rev_1', 1],
      [service, 'rev_1', 2],
      [service, 'rev_2', 1],
      ['embedded', 'rev_1', 1],
      [service, '../../rev', 1],
      [service, `${'x'.repeat(5_000)}\0/`, 1],
    ] as const) {
      assert.equal(await looks.claim(name, id, look), true);
      assert.equal(await open().claim(name, id, look), false);
    }
    for (const name of await readdir(folder)) assert.match(name, /^[0-9a-f]{32}-\d+-\d+\.claim$/);
    assert.deepEqual(errors, []);
  });

  it('are made by one other as soon as who had claimed them has ended', async () => {
    const child = await claimingProcess();
    assert.deepEqual(await claimsOf(child, 1), [true]);
    assert.equal(await open().claim(service, 'rev_1', 0), false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const claims = await Promise.all(Array.from({ length: 20 }, () => open().claim(service, 'rev_1', 0)));
    assert.equal(claims.filter(Boolean).length, 1);
  });

  const changes: Record<string, ((claim: string) => string) | undefined> = {
    'is stopped': undefined,
    'has ended on another machine': claim => `${claim} of another`,
    'has ended before it wrote its name': () => '',
  };
  for (const [who, change] of Object.entries(changes)) {
    it(`are made by another two minutes after they were claimed by who ${who}`, async function () {
      if (change === undefined) needs(this, 'POSIX signals');
      const child = await claimingProcess();
      assert.deepEqual(await claimsOf(child, 1), [true]);
      if (change === undefined) child.kill('SIGSTOP');
      else {
        child.kill('SIGKILL');
        await once(child, 'exit');
        const file = path.join(folder, (await readdir(folder))[0] ?? '');
        await writeFile(file, change(await readFile(file, 'utf8')));
      }
      clock.moment = Date.now() + 110_000;
      assert.equal(await open().claim(service, 'rev_1', 0), false);
      clock.moment = Date.now() + 120_001;
      assert.equal(await open().claim(service, 'rev_1', 0), true);
    });
  }

  it('stay with who has claimed them and failed, unless another was quicker after two minutes', async () => {
    const [one, two] = [open(), open()];
    const start = clock.moment;
    const claimsAt = async (seconds: number, looks: SharedPolling): Promise<boolean> => {
      clock.moment = start + seconds * 1_000;
      const before = new Set<string>(await readdir(folder).catch(() => []));
      const isGranted = await looks.claim(service, 'rev_1', 0);
      // Made at the moment of this clock, not of the disk's.
      const made = new Date(clock.moment);
      for (const name of await readdir(folder))
        if (!before.has(name)) await utimes(path.join(folder, name), made, made);
      return isGranted;
    };
    for (const seconds of [0, 90, 200, 310]) {
      assert.equal(await claimsAt(seconds, one), true, `${seconds} s`);
      assert.equal(await claimsAt(seconds, two), false, `${seconds} s`);
    }
    assert.equal(await claimsAt(431, two), true);
    assert.equal(await claimsAt(431, one), false);
  });

  it('have one heir of a void claim', async () => {
    const looks = open();
    await looks.claim(service, 'rev_1', 0);
    const [claim = ''] = await readdir(folder);
    const old = new Date(clock.moment - 121_000);
    await utimes(path.join(folder, claim), old, old);
    const claims = await Promise.all(Array.from({ length: 20 }, () => open().claim(service, 'rev_1', 0)));
    assert.equal(claims.filter(Boolean).length, 1);
    // One that seems to be from the time to come is void too.
    const ahead = new Date(clock.moment + 3_600_000);
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), ahead, ahead);
    assert.equal(await looks.claim(service, 'rev_1', 0), true);
  });

  it('are seen by other windows at once, and not by the own', async () => {
    const [one, two] = [open(), open()];
    const events = new EventEmitter();
    one.onDidPublish(published => events.emit('answered', published));
    two.onDidPublish(published => events.emit('published', published));
    const review = aReview({ comments: [aComment({ suggestion: { text: 'better();' } })], progress: 0.5 });
    const answered = once(events, 'answered');
    const told = once(events, 'published');
    await one.publish(service, 'rev_1', review);
    const [published] = (await told) as [PolledReview];
    assert.deepEqual([published.service, published.reviewId, published.at], [service, 'rev_1', clock.moment]);
    assert.deepEqual(published.review, JSON.parse(JSON.stringify(review)));
    assert.deepEqual((await two.latest(service, 'rev_1'))?.review, JSON.parse(JSON.stringify(review)));
    assert.equal(await two.latest('embedded', 'rev_1'), undefined);
    await two.publish(service, 'rev_2', aReview({}));
    const [first] = (await answered) as [PolledReview];
    assert.equal(first.reviewId, 'rev_2');
  });

  it('are seen half a minute later where the disk does not tell', async () => {
    const [one, two] = [open(), open()];
    const events = new EventEmitter();
    await one.publish(service, 'rev_1', aReview({ state: 'running' }));
    two.onDidPublish(published => events.emit('published', published));
    // A watch stays with the folder that it was begun for.
    await rename(folder, `${folder}.old`);
    await one.publish(service, 'rev_1', aReview({ status: 'finished' }));
    const told = once(events, 'published');
    clock.advance(30_000);
    const [published] = (await told) as [PolledReview];
    assert.equal(published.review.status, 'finished');
  });

  it('are told to nobody who does not listen any more, and nothing is watched then', async () => {
    const [one, two, three] = [open(), open(), open()];
    const events = new EventEmitter();
    const gone = two.onDidPublish(() => assert.fail('it does not listen'));
    const kept = three.onDidPublish(() => events.emit('published'));
    assert.equal(clock.waiting, 2);
    gone.dispose();
    gone.dispose();
    assert.equal(clock.waiting, 1);
    const told = once(events, 'published');
    await one.publish(service, 'rev_1', aReview({}));
    await told;
    three.dispose();
    kept.dispose();
    assert.equal(clock.waiting, 0);
    assert.deepEqual(errors, []);
  });

  it('are passed over where the file holds something else', async () => {
    const looks = open();
    const events = new EventEmitter();
    await looks.publish(service, 'rev_1', aReview({ comments: [aComment({})] }));
    const [file = ''] = await readdir(folder);
    const whole = JSON.parse(JSON.stringify(await looks.latest(service, 'rev_1'))) as Record<string, object>;
    const broken = [
      '',
      'null',
      '[]',
      '{}',
      JSON.stringify({ ...whole, version: 0 }),
      ...Object.keys(whole).map(name => JSON.stringify({ ...whole, version: 1, [name]: null })),
      ...[
        { id: 7 },
        { state: 'fine' },
        { comments: {} },
        { comments: [null] },
        { comments: [{ ...aComment({}), title: undefined }] },
        { comments: [{ ...aComment({}), severity: 'constructor' }] },
        { comments: [{ ...aComment({}), range: { startLine: '1', endLine: 2 } }] },
        { comments: [{ ...aComment({}), suggestion: 'x' }] },
        { undecoded: undefined },
        { notes: [1] },
        { gaps: [1] },
        { progress: 'half' },
      ].map(each => JSON.stringify({ ...whole, version: 1, review: { ...whole['review'], ...each } })),
    ];
    open().onDidPublish(published => events.emit('published', published));
    const first = once(events, 'published');
    for (const text of broken) {
      await writeFile(path.join(folder, file), text);
      assert.equal(await looks.latest(service, 'rev_1'), undefined, text);
    }
    await looks.publish(service, 'rev_2', aReview({}));
    const [published] = (await first) as [PolledReview];
    assert.equal(published.reviewId, 'rev_2');
    assert.deepEqual(errors, []);
  });

  it('leave no files behind for long', async () => {
    const looks = open();
    await looks.claim(service, 'rev_1', 0);
    await looks.publish(service, 'rev_1', aReview({}));
    await writeFile(path.join(folder, 'x.json.1.partial'), '');
    const old = new Date(clock.moment - 7_200_001);
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), old, old);
    await open().publish(service, 'rev_2', aReview({}));
    assert.equal((await readdir(folder)).length, 1);
  });

  it('go on in every window for itself when the disk fails', async () => {
    await writeFile(folder, 'in the way');
    const [one, two] = [open(), open()];
    assert.deepEqual([await one.claim(service, 'rev_1', 0), await two.claim(service, 'rev_1', 0)], [true, true]);
    one.onDidPublish(() => assert.fail('there is nothing'));
    await one.publish(service, 'rev_1', aReview({}));
    assert.equal(await one.latest(service, 'rev_1'), undefined);
    assert.ok(errors.length > 0);
  });

  it('are paced by what any window learned of the service, however long ago', async () => {
    const [one, two] = [open(), open()];
    for (let turn = 1; turn <= 25; turn++) await one.noteDuration(service, turn * 1_000);
    assert.deepEqual((await two.durations(service)).slice(0, 3), [25_000, 24_000, 23_000]);
    assert.equal((await two.durations(service)).length, 20);
    assert.deepEqual(await two.durations('https://other.example.com'), []);
  });
});
