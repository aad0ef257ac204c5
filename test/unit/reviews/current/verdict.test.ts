import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CurrentReview } from '../../../../src/reviews/current/repositoryReviews.ts';
import {
  overviewOf,
  sameFindingKey,
  type ReviewFinding,
  type WindowOverview,
} from '../../../../src/reviews/current/overview.ts';
import type { ReviewRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { tries } from '../../../host/seed.ts';
import { isOfBranch, SimulatedWindow, steps, type Step } from './window.ts';

interface SimulatedFinding extends ReviewFinding {
  readonly title: string;
  readonly repository: string;
}

function overview(window: SimulatedWindow): WindowOverview<SimulatedFinding> {
  return overviewOf(
    window.repositories,
    review => findingsOf(window, review),
    ([first]) => first,
  );
}

function findingsOf({ decided }: SimulatedWindow, { subject, shown, pending }: CurrentReview): SimulatedFinding[] {
  const { repository } = subject.pullRequest;
  const records = [shown, pending].filter(record => record !== undefined);
  const comments = records.flatMap(record => ('review' in record ? (record.review.comments ?? []) : []));
  const titles = new Map(comments.map(comment => [comment.title, comment]));
  return [...titles.values()].map(({ title, path, severity }) => ({
    title,
    repository,
    key: sameFindingKey({ fingerprint: title, file: `${repository}/${path ?? ''}`, lines: undefined, subject: '' }),
    isOpen: !decided.has(`${repository} ${title}`),
    isShown: true,
    state: 'current',
    severity,
    novelty: undefined,
  }));
}

/** Whether a tick is allowed, by its definition alone: no part of the model is used. */
function mayTick(window: SimulatedWindow, copy: SimulatedWindow['copies'][number]): boolean {
  const ofCopy = window.records.filter(({ subject }) => subject.root === copy.root);
  const latest = [
    ...Map.groupBy(ofCopy, ({ subject }) => `${subject.service} ${subject.pullRequest.number}`).values(),
  ].map(same => same.toSorted((a, b) => a.triggeredAt - b.triggeredAt).at(-1) ?? assert.fail());
  const isThere = ({ subject }: ReviewRecord): boolean =>
    subject.isOfBranch === false || subject.branch === copy.branch;
  const reads = (record: ReviewRecord): boolean => record.state === 'completed' && record.review.comments !== undefined;
  const isReadSince = (record: ReviewRecord): boolean =>
    ofCopy.some(
      other =>
        isOfBranch(other.subject) &&
        isThere(other) &&
        reads(other) &&
        other.triggeredAt > record.triggeredAt &&
        (record.subject.kind === 'branch'
          ? other.subject.kind === 'pullRequest' && other.subject.service === record.subject.service
          : window.holds(other.subject.headCommit ?? '', record.subject.headCommit ?? '')),
    );
  const current = latest.filter(record => {
    if (!isThere(record)) return false;
    return record.subject.kind === 'pullRequest' || !isReadSince(record);
  });
  const isClean = (record: ReviewRecord): boolean => {
    if (record.state !== 'completed') return false;
    const { comments, undecoded, gaps = [] } = record.review;
    const isDecided = ({ title }: { readonly title: string }): boolean =>
      window.decided.has(`${copy.repository} ${title}`);
    return undecoded.length + gaps.length === 0 && comments?.every(isDecided) === true;
  };
  const ofBranch = current.filter(({ subject }) => isOfBranch(subject));
  const hasReadAll = ({ subject }: ReviewRecord): boolean => subject.headCommit === window.head(copy).id;
  const isAsRead = ({ subject: { kind, headCommit = '' } }: ReviewRecord): boolean =>
    (kind !== 'uncommitted' && kind !== 'staged') ||
    window.holds(window.head(copy).id, headCommit) ||
    window.isOnDisk(copy, headCommit);
  return current.every(each => isClean(each) && isAsRead(each)) && ofBranch.length > 0 && ofBranch.every(hasReadAll);
}

describe('the verdict on a repository, whatever happens in the window', () => {
  it('has a tick exactly where all that is current was read, is complete and has nothing open', () => {
    let [ticks, others] = [0, 0];
    fc.assert(
      fc.property(steps, taken => {
        const window = new SimulatedWindow();
        for (const step of taken) {
          window.take(step);
          const { repositories } = overview(window);
          for (const copy of window.copies) {
            const found = repositories.find(({ open }) => open?.root === copy.root) ?? assert.fail('no repository');
            const isClear = found.verdict.kind === 'clear';
            const allowed = mayTick(window, copy);
            assert.ok(allowed || !isClear, `a tick over ${JSON.stringify(found.current)}`);
            // An earlier review that the user chose takes the tick away until it is put back.
            if (!found.current.some(({ isEarlier }) => isEarlier)) assert.equal(isClear, allowed, found.verdict.kind);
            if (isClear) ticks++;
            else others++;
          }
        }
      }),
      { numRuns: tries(20_000) },
    );
    assert.ok(ticks > 0 && others > 0, `${ticks} ticks, ${others} others`);
  });

  it('has no tick where the commit that was reviewed was taken back or replaced', () => {
    const window = new SimulatedWindow();
    const verdictAfter = (...taken: readonly Step[]): string | undefined => {
      for (const step of taken) window.take(step);
      return overview(window).repositories[0]?.verdict.kind;
    };
    const commit: Step = { do: 'commit', root: 0 };
    const asked: Step = { do: 'trigger', kind: 'branch', root: 0, service: 0, comments: 0 };
    const ended: Step = { do: 'settle', which: 0, outcome: 'clean', comments: [] };
    assert.equal(verdictAfter(commit, asked, ended), 'clear');
    assert.equal(verdictAfter({ do: 'reset', root: 0 }), 'behind');
    assert.equal(verdictAfter(commit), 'behind');
  });

  it('has no tick where work was changed after its review, and has it again where that is taken back', () => {
    const window = new SimulatedWindow();
    const verdictAfter = (...taken: readonly Step[]): string | undefined => {
      for (const step of taken) window.take(step);
      return overview(window).repositories[0]?.verdict.kind;
    };
    const ended: Step = { do: 'settle', which: 0, outcome: 'clean', comments: [] };
    const asked = (kind: 'branch' | 'uncommitted'): Step => ({ do: 'trigger', kind, root: 0, service: 0, comments: 0 });
    assert.equal(verdictAfter(asked('branch'), ended, asked('uncommitted'), ended), 'clear');
    const [copy] = window.copies;
    const before = new Set(copy?.work);
    assert.equal(verdictAfter({ do: 'edit', root: 0 }), 'behind');
    if (copy !== undefined) copy.work = before;
    assert.equal(verdictAfter(), 'clear');
  });

  it('comes with numbers that are those of the findings, each finding counted once', () => {
    fc.assert(
      fc.property(steps, taken => {
        const window = new SimulatedWindow();
        for (const step of taken) window.take(step);
        const { repositories, counts, findings } = overview(window);
        const isOpen = ({ repository, title }: SimulatedFinding): boolean =>
          !window.decided.has(`${repository} ${title}`);
        for (const { reviews, counts: own } of repositories) {
          const open = reviews.flatMap(each => each.findings).filter(isOpen);
          assert.equal(own.open, new Set(open.map(({ repository, title }) => `${repository} ${title}`)).size);
          for (const { findings: ofReview, counts: ofRow } of reviews)
            assert.equal(ofRow.open, ofReview.filter(isOpen).length);
        }
        assert.equal(counts.open, findings.filter(isOpen).length);
        assert.equal(
          counts.open,
          repositories.reduce((sum, { counts: own }) => sum + own.open, 0),
        );
      }),
      { numRuns: tries(5_000) },
    );
  });

  it('has every review of an open repository in one place: current, superseded or earlier', () => {
    fc.assert(
      fc.property(steps, taken => {
        const window = new SimulatedWindow();
        for (const step of taken) window.take(step);
        const rows = window.repositories.flatMap(({ current, superseded }) => [...current, ...superseded]);
        const placed = rows.flatMap(({ shown, pending, earlier }) => [shown, pending, ...earlier]);
        const known = placed.filter(record => record !== undefined);
        assert.equal(new Set(known).size, known.length, 'none twice');
        const ended = window.records.filter(({ state }) => state !== 'pending');
        assert.deepEqual(
          ended.filter(record => !known.includes(record)),
          [],
        );
      }),
      { numRuns: tries(5_000) },
    );
  });
});
