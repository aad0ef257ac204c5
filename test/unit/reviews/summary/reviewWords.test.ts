import assert from 'node:assert/strict';
import type { CurrentReview } from '../../../../src/reviews/current/repositoryReviews.ts';
import type { FindingCounts } from '../../../../src/reviews/current/findingCounts.ts';
import type { ReviewRecord, ReviewSubject, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { ago, reviewWords, sinceWords } from '../../../../src/reviews/summary/reviewWords.ts';
import { aComment, aReview, aSubject } from '../builders.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const now = 100 * 24 * hour;
const nothing: FindingCounts = {
  open: 0,
  new: 0,
  outdated: 0,
  hidden: 0,
  closed: 0,
  worst: undefined,
};

function settled(
  state: SettledRecord['state'] = 'completed',
  review: Parameters<typeof aReview>[0] = {},
  subject: Partial<ReviewSubject> = {},
): SettledRecord {
  const times = { triggeredAt: 0, settledAt: now - 5 * minute };
  return { state, subject: aSubject(subject), ...times, reviewId: 'r', review: aReview(review) };
}

function current(latest: ReviewRecord, given: Partial<CurrentReview> = {}): CurrentReview {
  return {
    key: 'k',
    subject: latest.subject,
    records: [latest],
    shown: 'settledAt' in latest ? latest : undefined,
    pending: undefined,
    isEarlier: false,
    previous: undefined,
    earlier: [],
    isElsewhere: false,
    isCommitted: false,
    isChanged: undefined,
    unread: undefined,
    ahead: undefined,
    unpushed: undefined,
    superseded: undefined,
    ...given,
  };
}

describe('what a row says of a review that runs', () => {
  const triggeredAt = now - 42 * second;
  const pending = { state: 'pending', subject: aSubject({}), triggeredAt, reviewId: 'r' } as const;
  const words = (latest: ReviewRecord, at?: number): string[] => reviewWords(current(latest), nothing, at);

  it('is its stage, its share and how long it has run', () => {
    const review = aReview({ stage: 'reading files', progress: 0.4 });
    assert.deepEqual(words({ ...pending, review, watched: true }, now), ['reading files, 40 %, 42 s']);
    assert.deepEqual(words({ state: 'triggered', subject: aSubject({}), triggeredAt }, now), ['starting, 42 s']);
  });

  it('is no time where it does not go on: of one that nobody watches, and in the status bar', () => {
    const review = aReview({});
    assert.deepEqual(words({ ...pending, review, watched: false }, now), ['pending']);
    assert.deepEqual(words({ ...pending, review, watched: true }), ['reviewing']);
  });
});

describe('what a row says of the time since its review', () => {
  const since = (given: Partial<CurrentReview>, subject: Partial<ReviewSubject> = {}): string[] =>
    sinceWords(current(settled('completed', {}, subject), given), now);

  it('is how old it is', () => {
    assert.deepEqual(since({}), ['5 min ago']);
    assert.deepEqual(since({ shown: undefined }), []);
    for (const [age, words] of [
      [59 * second, 'just now'],
      [minute, '1 min ago'],
      [59 * minute, '59 min ago'],
      [hour, '1 h ago'],
      [47 * hour, '47 h ago'],
      [48 * hour, '2 days ago'],
      // Clocks of several machines differ a little.
      [-minute, 'just now'],
      [-48 * hour, 'before the clock was set back'],
    ] as const)
      assert.equal(ago(age), words);
  });

  it('is how many commits it has not read, of a branch or its pull request that is current', () => {
    assert.deepEqual(since({ unread: 1 }), ['1 commit behind', '5 min ago']);
    assert.deepEqual(since({ unread: 3 }, { kind: 'branch' }), ['3 commits behind', '5 min ago']);
    assert.deepEqual(since({ unread: 0, ahead: 1 }), ['1 commit ahead', '5 min ago']);
    assert.deepEqual(since({ unread: 1, ahead: 2 }), ['1 commit behind', '2 commits ahead', '5 min ago']);
    assert.deepEqual(since({ unread: 0, ahead: 2 }, { kind: 'staged' }), ['5 min ago']);
    for (const given of [{ unread: 0 }, { unread: undefined }]) assert.deepEqual(since(given), ['5 min ago']);
    assert.deepEqual(since({ unread: 3 }, { kind: 'uncommitted' }), ['5 min ago']);
    assert.doesNotMatch(since({ unread: 3, superseded: 'otherBranch' }).join(), /behind/);
  });

  it('is that the work was committed, whether that was read since or not', () => {
    for (const given of [{ isCommitted: true }, { superseded: 'committed' }] as const)
      assert.deepEqual(since(given, { kind: 'uncommitted' }), ['committed since', '5 min ago']);
  });

  it('is that the work was thrown away', () => {
    const said = since({ superseded: 'discarded', isChanged: undefined }, { kind: 'uncommitted' });
    assert.deepEqual(said, ['discarded since', '5 min ago']);
  });

  it('is that the work was changed, as long as that is known and it is current', () => {
    assert.deepEqual(since({ isChanged: true }, { kind: 'uncommitted' }), ['changed since', '5 min ago']);
    for (const given of [{ isChanged: false }, { isChanged: undefined }])
      assert.deepEqual(since(given, { kind: 'staged' }), ['5 min ago']);
    const elsewhere = { isChanged: true, superseded: 'otherBranch' } as const;
    assert.deepEqual(since(elsewhere, { kind: 'uncommitted' }), ['on feature', '5 min ago']);
  });

  it('is why it is not current', () => {
    assert.deepEqual(since({ superseded: 'otherBranch' }), ['on feature', '5 min ago']);
    assert.deepEqual(since({ superseded: 'otherBranch' }, { branch: undefined }), ['5 min ago']);
    assert.deepEqual(since({ superseded: 'newerPullRequest' }), ['another pull request since', '5 min ago']);
    assert.deepEqual(since({ isEarlier: true }), ['earlier review', '5 min ago']);
  });
});

describe('what a row says of how its review stands', () => {
  const words = (latest: ReviewRecord, counts: Partial<FindingCounts> = {}, given: Partial<CurrentReview> = {}) =>
    reviewWords(current(latest, given), { ...nothing, ...counts });

  it('is what is left of one that completed', () => {
    assert.deepEqual(words(settled()), ['no issues']);
    assert.deepEqual(words(settled('completed', { comments: [aComment({})] }), { closed: 1 }), ['all done']);
    assert.deepEqual(words(settled(), { open: 3, new: 1, outdated: 2, hidden: 4 }), [
      '3 open, 1 new, 2 outdated, 4 hidden',
    ]);
  });

  it('is what it lacks, before anything is called clear', () => {
    assert.deepEqual(words(settled('completed', { gaps: ['ESLint failed'] })), ['incomplete']);
    assert.deepEqual(words(settled('completed', { gaps: ['ESLint failed'] }), { open: 1 }), ['1 open', 'incomplete']);
    assert.deepEqual(words(settled('completed', { comments: undefined })), ['no comments sent']);
  });

  it('is how one without a result ended, or how far it is, beside what the one before found', () => {
    const asked = { subject: aSubject({}), triggeredAt: 0 };
    const running = aReview({ state: 'running', stage: 'reading files', progress: 0.4 });
    const pending = { state: 'pending', ...asked, reviewId: 'r', review: running } as const;
    for (const [latest, said] of [
      [{ state: 'triggered', ...asked }, 'starting'],
      [{ ...pending, watched: true }, 'reading files, 40 %'],
      [{ ...pending, watched: true, review: aReview({ state: 'running' }) }, 'reviewing'],
      [{ ...pending, watched: false }, 'pending'],
      [settled('failed'), 'failed'],
      [settled('notRun'), 'not reviewed'],
      [settled('unknown', { status: 'odd' }), 'ended as “odd”'],
      [settled('gaveUp'), 'still running'],
    ] as const) {
      assert.equal(words(latest, {}, { shown: undefined })[0], said);
      assert.deepEqual(words(latest, { open: 2 }, { shown: settled() }), [said, '2 open']);
    }
  });
});
