import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import type { Review } from '../../../../src/core/review/review.ts';
import type { ReviewSubject, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type { ReviewRuns } from '../../../../src/reviews/reviewRuns.ts';
import type { Reviews } from '../../../../src/reviews/reviews.ts';
import type { Connection } from '../../../../src/vscode/connection/connections.ts';
import type { ReviewWatch } from '../../../../src/vscode/review/reviewWatch.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { completed, running, ScriptedService, Windows } from '../../reviews/scriptedService.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { overviewWith } from '../views/workItems.ts';

const hostedName = 'https://review.example.com';

describe('watching a review', () => {
  let windows: Windows;
  let revealed: string[];
  let isRowVisible: boolean;
  /** How many commits the pull request does not have, and how many of its own are not checked out. */
  let [unpushed, ahead]: [number | undefined, number] = [undefined, 0];
  /** The branch that is checked out; undefined for a detached HEAD. */
  let branch: string | undefined;
  /** The hosted service that is configured, and those that there is a key for. */
  let inUse: string;
  let keys: Set<string>;
  /** Whether a key that is not there was lost. */
  let hasVanished: boolean;

  before(() => standInForEditor());

  beforeEach(async () => {
    windows = await Windows.create();
    [revealed, isRowVisible, inUse, keys] = [[], false, hostedName, new Set([hostedName])];
    [branch, hasVanished] = ['feature', false];
    [unpushed, ahead] = [undefined, 0];
    editor.commandsOfOthers = ['git.push'];
    editor.told = [];
    editor.ran = [];
    editor.press = undefined;
  });

  afterEach(async () => {
    mock.timers.reset();
    await windows.dispose();
  });

  const connect = (service: ScriptedService): Connection =>
    Object.assign(service, {
      label: service.name === 'embedded' ? 'the embedded service' : new URL(service.name).host,
    }) as unknown as Connection;

  /** The watch of a window, and its reviews. */
  async function open(service?: ScriptedService): Promise<{ watch: ReviewWatch; reviews: Reviews; runs: ReviewRuns }> {
    const { ReviewWatch } = await import('../../../../src/vscode/review/reviewWatch.ts');
    const { reviews, runs } = windows.open();
    const parts = {
      reviews,
      runs,
      connections: {
        open: () => Promise.resolve(service && connect(service)),
        isInUse: (name: string) => name === 'embedded' || name === inUse,
        hasKey: (name: string) => Promise.resolve(name === 'embedded' || keys.has(name)),
        isSignedOut: (name: string) => Promise.resolve(name !== 'embedded' && !keys.has(name) && !hasVanished),
      },
      worklist: {
        informed: () => Promise.resolve(),
        get overview() {
          const root = { root: '/work/orders', repository: 'acme/orders', branch, head: 'b'.repeat(40) };
          const distance = () => (unpushed === undefined ? undefined : { unread: unpushed, ahead });
          const facts = { distance, holds: () => false, unpushed: () => unpushed };
          const state = { roots: [root], records: reviews.records, chosen: new Map(), now: Date.now(), ...facts };
          return overviewWith(currentReviews(state));
        },
      },
      reviewers: { addable: () => Promise.resolve([]) },
      log: { info: () => undefined },
      tree: {
        reveal: ({ reviewId }: SettledRecord) => (revealed.push(reviewId), Promise.resolve(isRowVisible)),
      },
    };
    return { watch: new ReviewWatch(parts as never), reviews, runs };
  }

  async function begin(service: ScriptedService, subject: ReviewSubject = aSubject({ service: service.name })) {
    const { watch, reviews, runs } = await open();
    const { ended } = await windows.watching(() => watch.run(subject, connect(service)));
    return { watch, reviews, runs, ended };
  }

  it('tells stage, share and time, which goes on by itself, and what Cancel does', async () => {
    const service = new ScriptedService('embedded');
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.now() });
    const { ended } = await begin(service);
    service.become({ ...running, stage: 'reading 12 of 40 files', progress: 0.3 });
    const latest = (): string | undefined => editor.told.at(-1);
    while (latest()?.startsWith('reading') !== true) await turn();
    assert.match(latest() ?? '', /^reading 12 of 40 files, 30 %, 0 s\. Cancel stops the review\.$/);
    service.become(completed);
    await ended;
  });

  it('says that the service is not reached, fails or answers something else, until it answers again', async () => {
    const service = new ScriptedService(hostedName);
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_700_000_000_000 });
    const { ended } = await begin(service);
    const told = async (words: string): Promise<void> => {
      while (editor.told.at(-1)?.startsWith(words) !== true) await turn();
    };
    const answer = service.getReview;
    service.getReview = () => Promise.reject(new CodeReviewError('network', 'Nothing answers.'));
    service.become({ ...running, stage: 'reading' });
    await told('service not reached, 0 s. ');
    service.getReview = () => Promise.reject(new CodeReviewError('service', 'It failed.', '', { status: 500 }));
    service.become(service.now);
    await told('service failing, 0 s. ');
    const unread = (how: 'page' | 'malformed') => () =>
      Promise.reject(new CodeReviewError('service', 'It cannot be read.', '', { unread: how }));
    service.getReview = unread('page');
    service.become(service.now);
    await told('service answers a web page: check its address, 0 s. ');
    service.getReview = unread('malformed');
    service.become(service.now);
    await told('service answers no review: check its address, 0 s. ');
    service.getReview = answer;
    service.become(service.now);
    await told('reading, 0 s. ');
    service.become(completed);
    await ended;
  });

  it('goes on with the time while nothing is heard', async () => {
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_700_000_000_000 });
    const { ended } = await begin(new ScriptedService(hostedName));
    mock.timers.tick(7_000);
    const hint = 'Cancel stops watching; the review goes on at review.example.com.';
    assert.equal(editor.told.at(-1), `reviewing, 7 s. ${hint}`);
    assert.ok(editor.told.includes(`starting, 0 s. ${hint}`), editor.told.join('\n'));
    editor.cancel();
    await ended;
    const { length } = editor.told;
    mock.timers.tick(7_000);
    assert.equal(editor.told.length, length, 'the timer ends with the watch');
  });

  it('tells nothing of another review in its progress', async () => {
    const [one, two] = [new ScriptedService(hostedName), new ScriptedService('embedded')];
    const { watch, ended } = await begin(one);
    const other = aSubject({ service: 'embedded', pullRequest: { repository: 'acme/app', number: 8 } });
    two.triggerReview = () => Promise.resolve({ ...running, id: 'rev_2', stage: 'of the other' });
    two.now = { ...running, id: 'rev_2', stage: 'of the other' };
    const { ended: otherEnded } = await windows.watching(() => watch.run(other, connect(two)));
    const told = editor.told.filter(message => message.includes('of the other'));
    assert.ok(told.length > 0);
    assert.ok(
      told.every(message => message.includes('Cancel stops the review.')),
      told.join('\n'),
    );
    two.become({ ...completed, id: 'rev_2' });
    one.become(completed);
    await Promise.all([ended, otherEnded]);
  });

  it('is begun by one of several windows, and told by that one alone, where a setting asks for it', async () => {
    const service = new ScriptedService(hostedName);
    const asked: ((review: Review) => void)[] = [];
    service.triggerReview = () => new Promise(answer => asked.push(answer));
    const subject = aSubject({ service: hostedName, headCommit: 'c'.repeat(40) });
    const all = await Promise.all([open(service), open(service), open(service)]);
    const run = ({ watch }: (typeof all)[number]): Promise<void> =>
      watch.run(subject, connect(service), { isAutomatic: true });
    const { ended } = await windows.watching(async () => {
      const runs = all.map(run);
      // All but the one that asks.
      let left = runs.length;
      await new Promise<void>(resolve => runs.forEach(each => void each.then(() => --left === 1 && resolve())));
      assert.equal(asked.length, 1);
      asked[0]?.(running);
      await Promise.all(runs);
    });
    await Promise.all(all.map(run));
    assert.equal(asked.length, 1);
    assert.ok(!editor.told.some(message => message.includes('is still running')), editor.told.join('\n'));
    service.become(completed);
    await ended;
  });

  it('is asked about by one of several windows where an earlier request was never answered and a setting asks for it', async () => {
    const service = new ScriptedService(hostedName);
    const subject = aSubject({ service: hostedName, headCommit: 'c'.repeat(40) });
    const all = await Promise.all([open(service), open(service)]);
    await Promise.all(
      all.map(({ watch, runs }) => {
        mock.method(runs, 'unclearSince', () => 1);
        return watch.run(subject, connect(service), { isAutomatic: true });
      }),
    );
    assert.equal(editor.told.filter(message => message.includes('may count twice')).length, 1);
  });

  describe('where another one is asked for meanwhile', () => {
    const still = 'The review of acme/orders #7 is still running.';

    /** What the service is asked to review when `second` is asked for within the same moment as the first. */
    async function triggered(second: Partial<ReviewSubject>): Promise<number> {
      const service = new ScriptedService(hostedName);
      let count = 0;
      const trigger = service.triggerReview.bind(service);
      service.triggerReview = (...about) => (count++, trigger(...about));
      const { watch } = await open();
      const ask = (given: Partial<ReviewSubject>): Promise<void> =>
        watch.run(aSubject({ service: hostedName, ...given }), connect(service));
      const both = windows.watching(() => Promise.all([ask({}), ask(second)]).then(() => undefined));
      const { ended } = await both;
      // The second may begin to wait after the first has heard of it.
      windows.onWait(() => setImmediate(() => service.become(completed)));
      service.become(completed);
      await ended;
      return count;
    }

    it('starts no second one of the same commit', async () => {
      assert.equal(await triggered({}), 1);
      assert.deepEqual(
        editor.told.filter(message => message === still),
        [still],
      );
      assert.equal(await triggered({ pullRequest: { repository: 'Acme/Orders', number: 7 } }), 1);
    });

    it('starts one of a newer commit, of another pull request, by another service, or of work that is not committed', async () => {
      for (const other of [
        { headCommit: 'b'.repeat(40) },
        { pullRequest: { repository: 'acme/orders', number: 8 } },
        { service: 'https://other.example.com' },
        { kind: 'uncommitted' },
      ] as const)
        assert.equal(await triggered(other), 2);
      assert.ok(!editor.told.includes(still));
    });
  });

  it('says that a hosted review goes on there, and resumes that one', async () => {
    const { ended, reviews } = await begin(new ScriptedService(hostedName));
    editor.press = 'Resume Watching';
    editor.cancel();
    await ended;
    await turn();
    assert.equal(
      editor.told.at(-1),
      'Stopped watching the review of acme/orders #7. It goes on at review.example.com.',
    );
    assert.deepEqual(editor.ran, [['codeReview.resumeReview', { record: reviews.resumable[0] }]]);
  });

  it('resumes one once where that is asked for twice at once', async () => {
    const service = new ScriptedService(hostedName);
    const { ended, reviews, watch } = await begin(service);
    editor.cancel();
    await ended;
    const [left = assert.fail()] = reviews.resumable;
    editor.told = [];
    const twice = [1, 2].map(() => () => watch.resume(left, connect(service)));
    const { ended: resumed } = await windows.watching(() => Promise.all(twice.map(resume => resume())));
    service.become(completed);
    await resumed;
    const told = editor.told.filter(message => !message.endsWith('goes on at review.example.com.'));
    assert.deepEqual(
      told.map(message => message.replace(/ (completed): .*/, ' $1')),
      [
        'Reviewing acme/orders #7',
        'The review of acme/orders #7 is already being watched.',
        'Review of acme/orders #7 completed',
      ],
    );
  });

  it('resumes one in the moment that it is stopped, which can be stopped again', async () => {
    const service = new ScriptedService(hostedName);
    const { ended, reviews, watch } = await begin(service);
    const stopped = new Promise<void>(resolve => {
      const listening = reviews.onDidChange(record => {
        if (record.state !== 'pending' || record.watched) return;
        listening.dispose();
        resolve(watch.resume(record, connect(service)));
      });
    });
    await windows.watching(() => {
      editor.cancel();
      return stopped;
    });
    await ended;
    const [record = assert.fail()] = reviews.records;
    assert.equal(record.state === 'pending' && record.watched, true, editor.told.join('\n'));
    await watch.cancel(record, () => assert.fail('its service is open'));
    await stopped;
    assert.equal(reviews.resumable.length, 1);
  });

  it('does not watch a second time what the user has resumed while its service was opened', async () => {
    const service = new ScriptedService(hostedName);
    const closing = await begin(service);
    closing.runs.dispose();
    await closing.ended;
    const { watch, reviews } = await open(service);
    await reviews.restore('/work/orders');
    const [left = assert.fail()] = reviews.resumable;
    editor.told = [];
    const { ended } = await windows.watching(() => Promise.all([watch.goOn(), watch.resume(left, connect(service))]));
    service.become(completed);
    await ended;
    assert.equal(editor.told.filter(message => message.includes('completed')).length, 1, editor.told.join('\n'));
  });

  it('cancels a review of the embedded service, by the notification and by its row', async () => {
    for (const press of [() => editor.cancel(), undefined]) {
      const service = new ScriptedService('embedded');
      const { watch, reviews, ended } = await begin(service);
      const [record] = reviews.records;
      assert.ok(record !== undefined);
      editor.told = [];
      if (press) press();
      else await watch.cancel(record, () => Promise.resolve(connect(service)));
      await ended;
      assert.deepEqual([service.cancelled, reviews.records], [['rev_1'], []]);
      assert.ok(
        editor.told.every(message => message.endsWith('Cancel stops the review.')),
        editor.told.join('\n'),
      );
    }
  });

  it('says that one is stopped once its service has answered, where that is still asked for it', async () => {
    for (const press of [() => editor.cancel(), undefined]) {
      const service = new ScriptedService(hostedName);
      const subject = aSubject({ service: service.name });
      let answer = (): void => undefined;
      const answered = new Promise<void>(resolve => (answer = resolve));
      const asked = new Promise<void>(resolve => {
        service.triggerReview = async () => {
          resolve();
          await answered;
          return running;
        };
      });
      const { watch, reviews } = await open();
      const ended = watch.run(subject, connect(service));
      await asked;
      const [record = assert.fail()] = reviews.records.filter(each => each.subject === subject);
      if (press) press();
      else await watch.cancel(record, () => Promise.resolve(connect(service)));
      assert.match(editor.told.at(-1) ?? '', /^cancelling, \d s\. It stops once the service has answered\.$/);
      answer();
      await ended;
      assert.match(editor.told.at(-1) ?? '', /^Stopped watching the review/);
    }
  });

  it('goes on once with what a closed window was watching, and tells only of its end', async () => {
    const service = new ScriptedService('embedded');
    const closing = await begin(service);
    closing.runs.dispose();
    await closing.ended;
    const { watch, reviews } = await open(service);
    await reviews.restore('/work/orders');
    editor.told = [];
    await windows.watching(() => {
      void watch.goOn();
      return watch.goOn();
    });
    assert.deepEqual([editor.told, reviews.hasInterrupted], [[], false]);
    service.become(completed);
    while (editor.told.length === 0) await turn();
    assert.deepEqual(
      reviews.records.map(({ state }) => state),
      ['completed'],
    );
    await turn();
    assert.equal(editor.told.length, 1);
  });

  it('goes on with what a refused key has ended once there is another one, and only once', async () => {
    const service = new ScriptedService(hostedName);
    const { watch, reviews } = await open(service);
    const { ended } = await windows.watching(() => watch.run(aSubject({ service: hostedName }), connect(service)));
    const answer = service.getReview;
    service.getReview = () => Promise.reject(new CodeReviewError('auth', 'The key was refused.', 'Sign in again.'));
    service.become(running);
    await assert.rejects(ended, { kind: 'auth' });
    keys.clear();
    await watch.followAccount();
    assert.equal(reviews.resumable.length, 1, 'without a key nothing can go on');
    keys.add(hostedName);
    service.getReview = answer;
    const { ended: again } = await windows.watching(() => watch.followAccount());
    await watch.followAccount();
    service.become(completed);
    await again;
    assert.deepEqual(
      reviews.records.map(({ state }) => state),
      ['completed'],
    );
  });

  describe('that asks its service once more during a sign-out', () => {
    async function askedAgain(): Promise<{ watch: ReviewWatch; service: ScriptedService; ended: Promise<void> }> {
      const service = new ScriptedService(hostedName);
      const { watch } = await open(service);
      const { ended } = await windows.watching(() => watch.run(aSubject({ service: hostedName }), connect(service)));
      keys.clear();
      service.getReview = () => Promise.reject(new CodeReviewError('auth', 'The API key is gone.', 'Sign in again.'));
      service.become(running);
      return { watch, service, ended };
    }

    it('says that it goes on there, as where it was stopped in time, and goes on with it after the next sign-in', async () => {
      const { watch, service, ended } = await askedAgain();
      await ended;
      assert.match(editor.told.at(-1) ?? '', /^Stopped watching the review of acme\/orders #7\./);
      keys.add(hostedName);
      service.getReview = () => Promise.resolve(service.now);
      const { ended: again } = await windows.watching(() => watch.followAccount());
      service.become(completed);
      await again;
      assert.match(editor.told.at(-1) ?? '', /^Review of acme\/orders #7 completed/);
    });

    it('says that the key is gone where that was lost', async () => {
      hasVanished = true;
      const { ended } = await askedAgain();
      await assert.rejects(ended, { kind: 'auth', message: /The API key is gone/ });
    });
  });

  it('leaves what a closed window was watching at another service alone until that is in use', async () => {
    const service = new ScriptedService(hostedName);
    const closing = await begin(service);
    closing.runs.dispose();
    await closing.ended;
    const { watch, reviews } = await open(service);
    await reviews.restore('/work/orders');
    editor.told = [];
    inUse = 'https://other.example.com';
    await watch.goOn();
    await watch.followAccount();
    assert.deepEqual([editor.told, reviews.resumable.length], [[], 1]);
    inUse = hostedName;
    const { ended } = await windows.watching(() => watch.followAccount());
    service.become(completed);
    await ended;
    assert.deepEqual(
      reviews.records.map(({ state }) => state),
      ['completed'],
    );
  });

  it('cancels a review that nobody watches', async () => {
    const service = new ScriptedService('embedded');
    const { reviews, runs } = await open();
    service.cancelReview = () => Promise.reject(new Error('not now'));
    await runs.run(aSubject({ service: 'embedded' }), service, AbortSignal.abort()).catch(() => undefined);
    const [record] = reviews.resumable;
    const { watch } = await open();
    assert.ok(record !== undefined);
    service.cancelReview = id => (
      service.cancelled.push(id),
      Promise.resolve(aReview({ status: 'cancelled', state: 'notRun' }))
    );
    await watch.cancel(record, () => Promise.resolve(connect(service)));
    assert.deepEqual(service.cancelled, ['rev_1']);
  });

  /** What is told at the end of a review that ends so. */
  async function told(end: typeof completed, subject?: ReviewSubject): Promise<string[]> {
    const service = new ScriptedService(subject?.service ?? 'embedded');
    const { ended } = await begin(service, subject);
    const { length } = editor.told;
    service.become(end);
    await ended;
    return editor.told.slice(length).filter(message => !message.includes('Cancel stops'));
  }

  it('tells of an end once, unless the row of this review shows it', async () => {
    assert.equal((await told(completed)).length, 1);
    assert.deepEqual(revealed, ['rev_1']);
    await windows.dispose();
    windows = await Windows.create();
    isRowVisible = true;
    assert.deepEqual(await told(completed), []);
  });

  it('tells what a row says too little of, also where it is in sight', async () => {
    isRowVisible = true;
    for (const end of [{ ...completed, gaps: ['ESLint failed'] }, aReview({ state: 'failed', status: 'failed' })]) {
      assert.equal((await told(end)).length, 1);
      await windows.dispose();
      windows = await Windows.create();
    }
  });

  it('tells of commits that the pull request does not have, also where its row is in sight, and what to do', async () => {
    [unpushed, isRowVisible, editor.press] = [1, true, 'Push'];
    assert.deepEqual(await told(completed), ['1 commit is not pushed, so #7 does not have it.']);
    await turn();
    const rootUri = { fsPath: '/work/orders' };
    assert.partialDeepStrictEqual(editor.ran, [['git.push', rootUri]]);
    await windows.dispose();
    windows = await Windows.create();
    [unpushed, isRowVisible, editor.press, editor.ran] = [2, false, 'Review All Commits of This Branch', []];
    assert.deepEqual(await told(completed), [
      'Review of acme/orders #7 completed: 1 issue. 2 commits are not pushed, so #7 does not have them.',
    ]);
    await turn();
    assert.partialDeepStrictEqual(editor.ran, [['codeReview.reviewChanges', { rootUri }, 'branch']]);
  });

  it('offers no push where the editor has none, or git would refuse it', async () => {
    [unpushed, isRowVisible, editor.press, editor.commandsOfOthers] = [1, true, 'Push', []];
    assert.equal((await told(completed)).length, 1);
    await windows.dispose();
    windows = await Windows.create();
    [ahead, editor.commandsOfOthers] = [1, ['git.push']];
    assert.equal((await told(completed)).length, 1);
    await turn();
    assert.deepEqual(editor.ran, []);
  });

  it('tells of an end in one of two windows that wait for it', async () => {
    const service = new ScriptedService('embedded');
    const { ended } = await begin(service);
    const { watch, reviews } = await open();
    await reviews.restore('/work/orders');
    const [{ record } = assert.fail()] = reviews.takeInterrupted();
    const { ended: other } = await windows.watching(() => watch.resume(record, connect(service)));
    const { length } = editor.told;
    service.become(completed);
    await Promise.all([ended, other]);
    assert.equal(editor.told.slice(length).filter(message => !message.includes('Cancel stops')).length, 1);
  });

  it('follows what another window watches without a word, and does not ask for it again', async () => {
    const service = new ScriptedService('embedded');
    const { watch, reviews } = await open(service);
    await reviews.restore('/work/orders');
    const met = new Promise(resolve => reviews.onDidChange(resolve));
    const { ended } = await begin(service);
    await met;
    const { length } = editor.told;
    const { ended: followed } = await windows.watching(() => watch.goOn());
    await watch.run(aSubject({ service: 'embedded' }), connect(service));
    assert.match(editor.told.slice(length).join('\n'), /is still running/);
    service.become(completed);
    await Promise.all([ended, followed]);
    assert.equal(editor.told.slice(length + 1).filter(message => !message.includes('Cancel stops')).length, 1);
    assert.deepEqual(
      reviews.records.map(({ state }) => state),
      ['completed'],
    );
  });

  it('shows the row of a review whose repository is not open', async () => {
    editor.press = 'Show Findings';
    const [sentence] = await told(completed, aSubject({ service: hostedName, root: undefined, branch: undefined }));
    assert.match(sentence ?? '', /acme\/orders #7.*\b1\b/);
    await turn();
    assert.deepEqual(editor.ran, [['codeReview.findings.focus']]);
    await turn();
    assert.deepEqual(revealed, ['rev_1', 'rev_1']);
  });

  it('shows the row of a review whose branch is not checked out any more, and says nothing of what is', async () => {
    editor.press = 'Show Findings';
    branch = undefined;
    assert.deepEqual(await told(completed), ['Review of acme/orders #7 completed: 1 issue.']);
    await turn();
    assert.deepEqual(editor.ran, [['codeReview.findings.focus']]);
  });

  describe('that ends after a later one', () => {
    /** What is told of its end, and what the button does. @param later what the later one is about, by the same service */
    async function toldAfter(service: string, subject: Partial<ReviewSubject>, later: Partial<ReviewSubject>) {
      const scripted = new ScriptedService(service);
      const { reviews, ended } = await begin(scripted, aSubject({ service, ...subject }));
      const at = (reviews.records[0]?.triggeredAt ?? 0) + 1;
      const review = aReview({ id: 'rev_2' });
      const times = { triggeredAt: at, settledAt: at };
      const about = aSubject({ service, headCommit: 'b'.repeat(40), ...later });
      reviews.put({ state: 'completed', subject: about, ...times, reviewId: 'rev_2', review });
      editor.press = service === 'embedded' ? 'Show Findings' : 'Show Report';
      scripted.become(completed);
      await ended;
      await turn();
      return [editor.told.at(-1), ...editor.ran.map(([command]) => command)];
    }

    it('says that the other one is shown, and offers its report', async () => {
      assert.deepEqual(await toldAfter(hostedName, {}, {}), [
        'Review of acme/orders #7 completed: 1 issue. It has read aaaaaaaa, which is not what is checked out now. Another review of it is shown.',
        'codeReview.showReport',
      ]);
    });

    it('shows its row where that has taken its place in the files', async () => {
      const local = { kind: 'branch', pullRequest: { repository: 'acme/orders', number: 1_000_001 } } as const;
      assert.deepEqual(await toldAfter('embedded', local, {}), [
        'Review of acme/orders #1000001 completed: 1 issue. It has read aaaaaaaa, which is not what is checked out now.',
        'codeReview.findings.focus',
      ]);
    });
  });
});
