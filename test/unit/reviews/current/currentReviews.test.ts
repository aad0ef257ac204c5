import assert from 'node:assert/strict';
import { currentReviews, type WindowState } from '../../../../src/reviews/current/currentReviews.ts';
import type { CurrentReview, RepositoryReviews } from '../../../../src/reviews/current/repositoryReviews.ts';
import type { ReviewRecord, ReviewSubject, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { keptElsewhere } from '../../../../src/reviews/store/reviewStore.ts';
import { aComment, aReview, aSubject } from '../builders.ts';

const head = 'a'.repeat(40);
const open = { root: '/work/orders', repository: 'acme/orders', branch: 'feature', head };

function ended(
  triggeredAt: number,
  given: Partial<ReviewSubject> = {},
  state: SettledRecord['state'] = 'completed',
): SettledRecord {
  const reviewId = `r${triggeredAt}`;
  const comments = state === 'completed' ? [aComment({})] : [];
  return {
    state,
    subject: aSubject(given),
    triggeredAt,
    settledAt: triggeredAt,
    reviewId,
    review: aReview({ id: reviewId, comments }),
  };
}

const uncommitted = { kind: 'uncommitted', service: 'embedded', headCommit: 'b'.repeat(40) } as const;

function reviews(records: readonly ReviewRecord[], given: Partial<WindowState> = {}): RepositoryReviews[] {
  const facts = { distance: () => undefined, holds: () => false };
  return currentReviews({ roots: [open], records, chosen: new Map(), now: 10, ...facts, ...given });
}

function idsOf(some: readonly CurrentReview[] | undefined): (string | undefined)[] | undefined {
  return some?.map(({ shown }) => shown?.reviewId);
}

describe('the reviews that are current', () => {
  it('are those of the branch, of what is not committed and of each service, each in a row of its own', () => {
    const records = [
      ended(1),
      ended(2, uncommitted),
      ended(3, { service: 'embedded' }),
      ended(4, { ...uncommitted, kind: 'staged' }),
    ];
    const [orders] = reviews(records);
    assert.deepEqual(idsOf(orders?.current), ['r3', 'r1', 'r2', 'r4']);
  });

  it('are asked for what is not pushed only where they are of a pull request that is checked out, and have not read all', () => {
    const branch = { kind: 'branch', pullRequest: { repository: 'acme/orders', number: 1_000_001 } } as const;
    const byNumber = { pullRequest: { repository: 'acme/orders', number: 12 }, isOfBranch: false } as const;
    const records = [
      ended(1),
      ended(2, branch),
      ended(3, byNumber),
      ended(4, uncommitted),
      ended(5, { branch: 'other' }),
    ];
    const unpushedWhere = (unread: number): unknown => {
      const facts = { distance: () => ({ unread, ahead: 0 }), unpushed: () => 1 };
      const [{ current, superseded } = assert.fail()] = reviews(records, {
        ...facts,
        roots: [{ ...open, head: 'c'.repeat(40) }],
      });
      return [...current, ...superseded].flatMap(each => (each.unpushed === undefined ? [] : [each.shown?.reviewId]));
    };
    assert.deepEqual([unpushedWhere(2), unpushedWhere(0)], [['r1'], []]);
  });

  it('are the latest ones of their subject, with those before them below', () => {
    const [orders] = reviews([ended(1), ended(3), ended(2)]);
    const [review] = orders?.current ?? [];
    assert.deepEqual([review?.shown?.reviewId, review?.previous?.reviewId], ['r3', 'r2']);
    assert.deepEqual(
      review?.earlier.map(({ reviewId }) => reviewId),
      ['r2', 'r1'],
    );
  });

  it('are compared with the latest before them of which all came, and with the latest where there is none', () => {
    const unsent = (triggeredAt: number): SettledRecord => {
      const record = ended(triggeredAt);
      return { ...record, review: { ...record.review, issuesFound: 3 } };
    };
    const comparedWith = (...records: SettledRecord[]): string | undefined =>
      reviews(records)[0]?.current[0]?.previous?.reviewId;
    assert.equal(comparedWith(ended(1), unsent(2), unsent(3), ended(4)), 'r1');
    assert.equal(comparedWith(unsent(1), unsent(2), ended(3)), 'r2');
    // What one did not read says nothing of what it found.
    const unread = { ...ended(2), review: { ...ended(2).review, gaps: ['a.bin was not read'] } };
    assert.equal(comparedWith(ended(1), unread, ended(3)), 'r2');
  });

  it('stay when a review that was asked for before them ends after them', () => {
    const [orders] = reviews([{ ...ended(1), settledAt: 9 }, ended(2)]);
    const [review] = orders?.current ?? [];
    assert.equal(review?.shown?.reviewId, 'r2');
    assert.deepEqual(
      review.earlier.map(({ reviewId }) => reviewId),
      ['r1'],
    );
  });

  it('keep their findings when the next review of the same fails', () => {
    const [orders] = reviews([ended(1), ended(2, {}, 'failed')]);
    assert.deepEqual(idsOf(orders?.current), ['r1']);
    assert.equal(orders?.current[0]?.records[0]?.state, 'failed');
  });

  it('fold away with their branch and come back with it', () => {
    const records = [ended(1), ended(2, uncommitted)];
    const [away] = reviews(records, { roots: [{ ...open, branch: 'main' }] });
    assert.deepEqual(
      [away?.current, away?.superseded.map(({ superseded }) => superseded)],
      [[], ['otherBranch', 'otherBranch']],
    );
    assert.deepEqual(idsOf(reviews(records)[0]?.current), ['r1', 'r2']);
  });

  it('say of work that is committed that it is, and leave once a later review has read that', () => {
    const holds = (_: string, commit: string, snapshot: string): boolean =>
      commit === head && snapshot === uncommitted.headCommit;
    const [committed] = reviews([ended(2, uncommitted)], { holds });
    assert.deepEqual(
      committed?.current.map(({ isCommitted }) => isCommitted),
      [true],
    );
    assert.deepEqual(idsOf(reviews([ended(1), ended(2, uncommitted)], { holds })[0]?.current), ['r1', 'r2']);
    const [read] = reviews([ended(3), ended(2, uncommitted)], { holds });
    assert.deepEqual([idsOf(read?.current), read?.superseded[0]?.superseded], [['r3'], 'committed']);
    const other = { headCommit: 'c'.repeat(40) };
    assert.deepEqual(idsOf(reviews([ended(3, other), ended(2, uncommitted)], { holds })[0]?.current), ['r3', 'r2']);
  });

  it('leave with work that was thrown away, also where its review failed, and come back with it', () => {
    const discarded: Pick<WindowState, 'workState'> = { workState: () => 'discarded' };
    for (const outcome of ['completed', 'failed'] as const) {
      const records = [ended(1), ended(2, uncommitted, outcome)];
      const [orders] = reviews(records, discarded);
      assert.deepEqual(idsOf(orders?.current), ['r1']);
      assert.deepEqual(
        orders?.superseded.map(({ superseded }) => superseded),
        ['discarded'],
      );
      assert.equal(reviews(records, { workState: () => 'same' })[0]?.current.length, 2);
      assert.equal(reviews(records, { workState: () => undefined })[0]?.current.length, 2);
    }
  });

  it('stay while one of work is under way, whatever is thrown away meanwhile', () => {
    const { subject, triggeredAt, reviewId, review } = ended(2, uncommitted);
    const pending = { state: 'pending', subject, triggeredAt, reviewId, review, watched: true } as const;
    const [orders] = reviews([ended(1, uncommitted), pending], { workState: () => 'discarded' });
    assert.deepEqual(idsOf(orders?.current), ['r1']);
  });

  it('say of work of which a part was committed that it is, and leave once what is checked out was read', () => {
    const partly: Pick<WindowState, 'workState'> = { workState: () => 'partlyCommitted' };
    const [committed] = reviews([ended(1), ended(2, uncommitted)], partly);
    assert.deepEqual(
      committed?.current.map(({ isCommitted }) => isCommitted),
      [false, true],
    );
    const [read] = reviews([ended(3), ended(2, uncommitted)], partly);
    assert.deepEqual([idsOf(read?.current), read?.superseded[0]?.superseded], [['r3'], 'committed']);
    const other = { headCommit: 'c'.repeat(40) };
    assert.deepEqual(idsOf(reviews([ended(3, other), ended(2, uncommitted)], partly)[0]?.current), ['r3', 'r2']);
  });

  it('stay where only work from before the last one is committed and read, also while that is under way', () => {
    const holds = (_: string, commit: string, snapshot: string): boolean =>
      commit === head && snapshot === uncommitted.headCommit;
    const newer = ended(2, { ...uncommitted, headCommit: 'c'.repeat(40) }, 'failed');
    const { subject, triggeredAt, reviewId, review } = newer;
    const pending = { state: 'pending', subject, triggeredAt, reviewId, review, watched: true } as const;
    for (const latest of [newer, pending]) {
      const [orders] = reviews([ended(1, uncommitted), latest, ended(3)], { holds });
      assert.deepEqual([idsOf(orders?.current), orders?.superseded], [['r3', 'r1'], []]);
    }
  });

  it('leave when a later review has read the pull request that the branch has now', () => {
    const local = { kind: 'branch', service: 'embedded' } as const;
    const [orders] = reviews([ended(1, local), ended(2, { service: 'embedded' })]);
    assert.deepEqual([idsOf(orders?.current), orders?.superseded[0]?.superseded], [['r2'], 'newerPullRequest']);
    assert.deepEqual(idsOf(reviews([ended(1, local), ended(2)])[0]?.current), ['r2', 'r1'], 'another service');
  });

  it('of pull requests by number belong to no branch, and to their repository where it is not open', () => {
    const byNumber = { pullRequest: { repository: 'acme/orders', number: 12 }, isOfBranch: false } as const;
    const closed = { pullRequest: { repository: 'acme/closed', number: 3 }, root: undefined, branch: undefined };
    const records = [ended(1, byNumber), ended(2, closed)];
    for (const branch of ['feature', 'main', undefined]) {
      const [orders, elsewhere] = reviews(records, { roots: [{ ...open, branch }] });
      assert.deepEqual([idsOf(orders?.current), idsOf(elsewhere?.current)], [['r1'], ['r2']]);
      assert.deepEqual([elsewhere?.repository, elsewhere?.open], ['acme/closed', undefined]);
    }
    assert.deepEqual(idsOf(reviews(records, { now: 3 + keptElsewhere })[0]?.current), []);
  });

  it('are earlier ones only while they are chosen', () => {
    const records = [ended(1), ended(2)];
    const key = reviews(records)[0]?.current[0]?.key ?? '';
    const [review] = reviews(records, { chosen: new Map([[key, 'r1']]) })[0]?.current ?? [];
    assert.deepEqual([review?.shown?.reviewId, review?.isEarlier], ['r1', true]);
    assert.deepEqual(idsOf(reviews(records, { chosen: new Map([[key, 'gone']]) })[0]?.current), ['r2']);
  });
});
