import assert from 'node:assert/strict';
import { Reviews } from '../../../../src/reviews/reviews.ts';
import { ReviewStore } from '../../../../src/reviews/store/reviewStore.ts';
import type { ReviewRecord, ReviewSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import type * as Commands from '../../../../src/vscode/commands/pendingReviews.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const hosted = 'https://review.example.com';
const review = aReview({ state: 'running' });
const name = 'acme/orders #7';

/** A pull request of its own, or the same one by another service. */
function subjectOf(number: number, service = 'embedded'): ReviewSubject {
  return aSubject({ service, pullRequest: { repository: 'acme/orders', number } });
}

function pending(subject: ReviewSubject, watched: boolean): ReviewRecord {
  const id = `${subject.service} ${subject.pullRequest.number}`;
  return { state: 'pending', subject, triggeredAt: Date.now(), reviewId: id, review, watched };
}

function ended(subject: ReviewSubject, state: 'completed' | 'gaveUp' = 'completed'): ReviewRecord {
  const { reviewId } = pending(subject, true) as { reviewId: string };
  return { state, subject, triggeredAt: 1, settledAt: 2, reviewId, review };
}

describe('a command about a review that has not ended', () => {
  let commands: typeof Commands;
  let reviews: Reviews;
  let acted: ReviewRecord[];

  before(async () => {
    standInForEditor();
    commands = await import('../../../../src/vscode/commands/pendingReviews.ts');
  });

  beforeEach(() => {
    reviews = new Reviews({
      store: () => Promise.resolve(new ReviewStore('nowhere')),
      onError: error => assert.fail(String(error)),
    });
    acted = [];
    editor.told = [];
  });

  afterEach(() => {
    editor.pick = undefined;
    reviews.dispose();
  });

  async function run(command: 'cancelReview' | 'resumeReview', record?: ReviewRecord): Promise<void> {
    const act = (about: ReviewRecord): unknown => acted.push(about);
    const parts = { reviews, watch: { cancel: act, resume: act }, open: () => Promise.resolve({}) };
    await commands[command](parts as never, record && { record });
  }

  it('is about the review of the row, whatever else runs', async () => {
    const one = pending(subjectOf(7), true);
    reviews.put(one);
    reviews.put(pending(subjectOf(8), true));
    await run('cancelReview', one);
    assert.deepEqual(acted, [one]);
    const two = pending(subjectOf(9, hosted), false);
    reviews.put(two);
    reviews.put(pending(subjectOf(10, hosted), false));
    await run('resumeReview', two);
    assert.deepEqual(acted, [one, two]);
  });

  it('is about it as it is now', async () => {
    const drawn = pending(subjectOf(7), true);
    const now = { ...drawn, review: aReview({ state: 'running', stage: 'reading' }) };
    reviews.put(now);
    await run('cancelReview', drawn);
    assert.deepEqual(acted, [now]);
  });

  it('takes no other review for one that has ended, is gone, or goes on otherwise', async () => {
    const subject = subjectOf(7, hosted);
    const watched = pending(subject, true);
    const left = pending(subject, false);
    const others = [pending(subjectOf(8), true), pending(subjectOf(9), false), ended(subjectOf(10), 'gaveUp')];
    const cases = [
      ['cancelReview', watched, ended(subject), 'has ended.'],
      ['resumeReview', left, ended(subject), 'has ended.'],
      ['cancelReview', watched, undefined, 'is no longer there.'],
      ['resumeReview', left, undefined, 'is no longer there.'],
      ['resumeReview', left, watched, 'is already being watched.'],
      ['cancelReview', watched, left, 'is not being watched.'],
      ['cancelReview', watched, ended(subject, 'gaveUp'), 'is not being watched.'],
    ] as const;
    for (const [command, drawn, now, how] of cases) {
      for (const record of reviews.records) reviews.drop(record);
      for (const record of [...others, ...(now === undefined ? [] : [now])]) reviews.put(record);
      editor.told = [];
      await run(command, drawn);
      assert.deepEqual([acted, editor.told], [[], [`The review of ${name} ${how}`]], `${command} ${how}`);
    }
  });

  it('is about it as it is once its service is open', async () => {
    const left = pending(subjectOf(7, hosted), false);
    reviews.put(left);
    const act = (about: ReviewRecord): unknown => acted.push(about);
    const parts = {
      reviews,
      watch: { resume: act },
      // Another window has watched it to its end while the user signed in.
      open: () => (reviews.put(ended(left.subject)), Promise.resolve({})),
    };
    await commands.resumeReview(parts as never, { record: left });
    assert.deepEqual([acted, editor.told], [[], [`The review of ${name} has ended.`]]);
  });

  it('is about the only one where no row has it', async () => {
    const running = pending(subjectOf(7), true);
    reviews.put(ended(subjectOf(6)));
    await run('cancelReview');
    await run('resumeReview');
    assert.deepEqual(editor.told, ['No review is running.', 'No review is waiting to be watched.']);
    reviews.put(running);
    await run('cancelReview');
    assert.deepEqual(acted, [running]);
    const triggered: ReviewRecord = { state: 'triggered', subject: subjectOf(7), triggeredAt: 1 };
    reviews.drop(running);
    reviews.put(triggered);
    await run('cancelReview');
    assert.deepEqual(acted, [running, triggered]);
  });

  it('names the clone where two are reviewed', async () => {
    for (const root of ['/work/orders', '/work/clone'])
      reviews.put(pending(aSubject({ service: `https://${root.length}.example.com`, root }), true));
    let offered: readonly (string | undefined)[] = [];
    editor.pick = items => void (offered = items.map(({ description }) => description?.split(' · ')[0]));
    await run('cancelReview');
    assert.deepEqual(
      offered.toSorted((a = '', b = '') => a.localeCompare(b)),
      ['acme/orders (clone)', 'acme/orders (orders)'],
    );
  });

  it('asks which of several, and does nothing where nobody answers', async () => {
    const [seven, eight] = [7, 8].map(number => pending(subjectOf(number), true)) as [ReviewRecord, ReviewRecord];
    const records = [{ ...seven, triggeredAt: eight.triggeredAt + 1 }, eight];
    for (const record of records.toReversed()) reviews.put(record);
    const asked: unknown[] = [];
    editor.pick = (items, title) => (asked.push(title, ...items.map(({ label }) => label)), items[1]);
    await run('cancelReview');
    assert.deepEqual(asked, ['Code Review: Cancel Review', 'acme/orders #7', 'acme/orders #8']);
    [editor.pick, editor.typed] = [([first]) => first, 'other.example.com'];
    const other = pending(subjectOf(7, 'https://other.example.com'), true);
    reviews.put(other);
    await run('cancelReview');
    assert.deepEqual(acted, [records[1], other], 'found by its service');
    [editor.pick, editor.typed] = [() => undefined, ''];
    await run('cancelReview');
    assert.deepEqual(acted, [records[1], other]);
  });
});
