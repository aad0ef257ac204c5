import assert from 'node:assert/strict';
import { setDisplayLanguage } from '../../../../src/core/base/l10n.ts';
import type { Review } from '../../../../src/core/review/review.ts';
import { currentReviews, type WindowState } from '../../../../src/reviews/current/currentReviews.ts';
import { overviewOf, type RepositoryOverview, type ReviewFinding } from '../../../../src/reviews/current/overview.ts';
import { shownRecords } from '../../../../src/reviews/current/shownReviews.ts';
import type { ReviewRecord, ReviewSubject, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { statusText } from '../../../../src/reviews/summary/statusText.ts';
import { speak } from '../../../host/texts/displayLanguage.ts';
import { aComment, aReview, aSubject } from '../builders.ts';

const head = 'a'.repeat(40);
const root = { root: '/work/orders', repository: 'acme/orders', branch: 'feature', head };

function settled(
  review: Partial<Review>,
  subject: Partial<ReviewSubject> = {},
  state: SettledRecord['state'] = 'completed',
): SettledRecord {
  const times = { triggeredAt: 0, settledAt: 1 };
  return { state, subject: aSubject(subject), ...times, reviewId: 'rev_1', review: aReview(review) };
}

/** @param done how many findings of each review are done */
function overview(
  records: readonly ReviewRecord[],
  done: number,
  given: Partial<WindowState>,
  novelty?: ReviewFinding['novelty'],
): RepositoryOverview<ReviewFinding> {
  const facts = { distance: () => undefined, holds: () => false };
  const repositories = currentReviews({ roots: [root], records, chosen: new Map(), now: 1, ...facts, ...given });
  const {
    repositories: [found],
  } = overviewOf<ReviewFinding>(
    repositories,
    review =>
      shownRecords(review).flatMap(record =>
        (record.review.comments ?? []).map(({ severity }, index) => {
          const key = `${record.subject.kind} ${index}`;
          return { key, isOpen: index >= done, isShown: true, state: 'current', severity, novelty };
        }),
      ),
    ([first]) => first,
  );
  return found ?? assert.fail();
}

function text(record: ReviewRecord, done = 0, given: Partial<WindowState> = {}): string {
  return statusText(overview([record], done, given), 1).text;
}

const comments = [aComment({ severity: 'medium' }), aComment({ severity: 'critical' })];
const gaps = ['ESLint failed'];

describe('a repository in short', () => {
  it('passes only where there is nothing to do and nothing is missing', () => {
    assert.equal(text(settled({})), '$(pass) #7: no issues');
    assert.equal(text(settled({ comments }), 2), '$(pass) #7: all done');
    assert.equal(text(settled({ gaps })), '$(warning) #7: incomplete');
    assert.equal(text(settled({ comments, gaps }), 2), '$(warning) #7: incomplete');
    assert.equal(text(settled({ undecoded: ['?'] })), '$(warning) #7: incomplete');
    assert.equal(text(settled({ comments: undefined })), '$(warning) #7: no comments sent');
    assert.equal(text(settled({ issuesFound: 3 })), '$(warning) #7: incomplete');
    for (const state of ['failed', 'notRun', 'unknown', 'gaveUp'] as const)
      assert.doesNotMatch(text(settled({}, {}, state)), /pass/);
  });

  it('is named where other repositories are open too', () => {
    const { text: named, lines } = statusText(overview([settled({ comments })], 0, {}), 1, true);
    assert.equal(named, '$(comment-unresolved) orders #7: 2 open (critical)');
    assert.equal(lines[0], 'acme/orders');
  });

  it('is named with its folder where another working copy of it is open', () => {
    const roots = [root, { ...root, root: '/work/orders-hotfix' }];
    const { text: named, lines } = statusText(overview([settled({ comments })], 0, { roots }), 1, true);
    assert.equal(named, '$(comment-unresolved) orders (orders) #7: 2 open (critical)');
    assert.equal(lines[0], 'acme/orders (orders)');
  });

  it('has the colon of the display language', () => {
    speak('fr');
    const { text: shown, lines } = statusText(overview([settled({ comments })], 0, {}), 1);
    setDisplayLanguage(undefined);
    assert.match(shown, /^\$\(comment-unresolved\) #7 : 2 à traiter/);
    assert.match(lines[0] ?? '', /^#7 : 2 à traiter/);
  });

  it('says how much is left, and how bad it is', () => {
    assert.equal(text(settled({ comments })), '$(comment-unresolved) #7: 2 open (critical)');
    assert.equal(
      text(settled({ comments: comments.toReversed() }), 1),
      '$(comment-unresolved) #7: 1 of 2 open (medium)',
    );
    assert.equal(text(settled({ comments, gaps })), '$(warning) #7: incomplete · 2 open (critical)');
  });

  it('says that a review is incomplete also where some of its findings are new', () => {
    const { text: shown } = statusText(overview([settled({ comments, gaps })], 0, {}, 'new'), 1);
    assert.equal(shown, '$(warning) #7: incomplete · 2 open (critical)');
  });

  it('says that the review has not read what is checked out', () => {
    assert.equal(
      text(settled({}), 0, { roots: [{ ...root, head: 'b'.repeat(40) }], distance: () => ({ unread: 3, ahead: 0 }) }),
      '$(history) #7: no issues as of 3 commits ago',
    );
    assert.equal(
      text(settled({}), 0, { roots: [{ ...root, head: 'b'.repeat(40) }] }),
      '$(history) #7: no issues in what was reviewed',
    );
    for (const unread of [0, 1])
      assert.equal(
        text(settled({}), 0, { roots: [{ ...root, head: 'b'.repeat(40) }], distance: () => ({ unread, ahead: 1 }) }),
        '$(history) #7: no issues in a commit that is not checked out',
      );
  });

  it('says that all is done of what had findings, also where that is not what is checked out', () => {
    const roots = [{ ...root, head: 'b'.repeat(40) }];
    const done = settled({ comments });
    const at = (unread: number, ahead: number): string => text(done, 2, { roots, distance: () => ({ unread, ahead }) });
    assert.equal(at(1, 0), '$(history) #7: all done as of 1 commit ago');
    assert.equal(at(2, 0), '$(history) #7: all done as of 2 commits ago');
    assert.equal(at(0, 1), '$(history) #7: all done in a commit that is not checked out');
    assert.equal(text(done, 2, { roots }), '$(history) #7: all done in what was reviewed');
  });

  it('has no tick where work was changed after its review, and says so of the work', () => {
    const snapshot = 'c'.repeat(40);
    const branch = settled({});
    const work = (review: Partial<Review>, kind: 'uncommitted' | 'staged' = 'uncommitted'): SettledRecord =>
      settled(review, { kind, service: 'embedded', headCommit: snapshot });
    const said = (record: SettledRecord, isChanged: boolean | undefined, done = 0): readonly string[] => {
      const found = statusText(
        overview([branch, record], done, {
          workState: () => (isChanged === undefined ? undefined : isChanged ? 'changed' : 'same'),
        }),
        1,
      );
      return [found.text, ...found.lines.slice(1)];
    };
    assert.deepEqual(said(work({}), false), ['$(pass) Review: no issues', 'Uncommitted work: no issues · just now']);
    assert.deepEqual(said(work({}), true), [
      '$(history) Review: no issues, changed since',
      'Uncommitted work: no issues · changed since · just now',
    ]);
    assert.equal(said(work({}), undefined)[0], '$(history) Review: no issues in what was reviewed');
    assert.deepEqual(said(work({ comments }, 'staged'), true, 2), [
      '$(history) Review: all done, changed since',
      'Staged work: all done · changed since · just now',
    ]);
    assert.deepEqual(said(work({ comments }), true), [
      '$(comment-unresolved) Review: 2 open (critical)',
      'Uncommitted work: 2 open · changed since · just now',
    ]);
  });

  it('asks only of work on the branch that is checked out, and not once it is committed', () => {
    const asked: unknown[] = [];
    const workState = (_: string, work: unknown): undefined => void asked.push(work);
    const snapshot = 'c'.repeat(40);
    const work = settled({}, { kind: 'uncommitted', service: 'embedded', headCommit: snapshot });
    const other = settled({}, { kind: 'staged', service: 'embedded', headCommit: snapshot, branch: 'other' });
    overview([settled({}), other], 0, { workState });
    overview([work], 0, { workState, holds: () => true });
    assert.deepEqual(asked, []);
    overview([settled({}), work], 0, { workState });
    assert.deepEqual(asked, [{ kind: 'uncommitted', snapshot }]);
  });

  it('says of a branch without a review nothing, even where uncommitted work has no issues', () => {
    const work = settled({}, { kind: 'uncommitted', service: 'embedded', headCommit: 'c'.repeat(40) });
    assert.equal(text(work), '$(comment-discussion) Review');
  });

  it('counts the findings of all reviews, and lists each of them', () => {
    const work = settled({}, { kind: 'uncommitted', service: 'embedded' });
    const found = statusText(overview([settled({ comments }), work], 0, {}), 1);
    assert.equal(found.text, '$(comment-unresolved) Review: 2 open (critical)');
    assert.deepEqual(found.lines, ['#7: 2 open · just now', 'Uncommitted work: no issues · just now']);
  });

  it('tells the same pull request by two services apart', () => {
    const ofOther = settled({ gaps }, { service: 'https://other.example.com' });
    const { lines } = statusText(overview([settled({ comments }, { service: 'embedded' }), ofOther], 0, {}), 1);
    assert.deepEqual(lines.toSorted(), [
      '#7: 2 open · just now · the embedded service',
      '#7: incomplete · just now · other.example.com',
    ]);
  });

  it('says what is under way, with what is open meanwhile', () => {
    const review = aReview({
      id: 'rev_2',
      state: 'running',
      comments: undefined,
      stage: 'reading files',
      progress: 0.4,
    });
    const pending: ReviewRecord = {
      state: 'pending',
      subject: aSubject({}),
      triggeredAt: 2,
      reviewId: 'rev_2',
      review,
      watched: true,
    };
    assert.equal(text(pending), '$(sync~spin) #7: reading files, 40 %');
    const both = statusText(overview([settled({ comments }), pending], 0, {}), 1);
    assert.equal(both.text, '$(sync~spin) #7: reading files, 40 % · 2 open (critical)');
    assert.equal(text({ ...pending, watched: false }), '$(watch) #7: pending');
    assert.equal(text({ ...pending, isCancelling: true }), '$(sync~spin) #7: cancelling');
    const stage = `$(trash) ${'long '.repeat(50)}`;
    assert.equal(
      text({ ...pending, review: { ...review, stage } }),
      `$(sync~spin) #7: $ (trash) ${'long '.repeat(10)}…, 40 %`,
    );
  });
});
