import assert from 'node:assert/strict';
import type { ReviewRecord, ReviewSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const settled = (subject: ReviewSubject): ReviewRecord => ({
  state: 'completed',
  subject,
  triggeredAt: 1,
  settledAt: 2,
  reviewId: 'rev_1',
  review: aReview({}),
});

describe('reviewing again', () => {
  const connection = { name: 'embedded' };
  let calls: unknown[][];

  before(() => standInForEditor());
  beforeEach(() => {
    editor.told = [];
    calls = [];
  });

  /** Reviews the record again in a window that has the branch checked out, and answers the subject. */
  async function again(record: ReviewRecord | undefined, branch = 'feature', root = '/work/orders') {
    const { reviewAgain } = await import('../../../../src/vscode/commands/reviewAgain.ts');
    let subject: ReviewSubject | undefined;
    let options: unknown;
    const open = { copy: { root, branch } };
    const subjects = {
      changes: (...[, , kind]: [unknown, unknown, string]) => {
        calls.push(['changes', kind]);
        const leftOut = [{ path: 'big.bin', why: 'too large' }];
        return Promise.resolve({ subject: aSubject({ kind: 'uncommitted', title: 'taken anew' }), leftOut });
      },
      ofNumber: (_: unknown, [copy]: readonly unknown[], service: string) => {
        calls.push(['ofNumber', copy === open]);
        return Promise.resolve(aSubject({ service, headCommit: 'b'.repeat(40) }));
      },
    };
    const parts = {
      copies: { forget: () => calls.push(['forget']), all: () => Promise.resolve([open]) },
      subjects: () => Promise.resolve(subjects),
      watch: {
        run: (...run: [ReviewSubject, unknown, unknown]) => {
          [subject, , options] = run;
          return Promise.resolve();
        },
      },
      log: { info: () => undefined },
      open: () => Promise.resolve(connection),
    };
    await reviewAgain(parts as never, record);
    if (subject !== undefined) assert.deepEqual(options, { fromScratch: true });
    return subject;
  }

  it('takes a new snapshot of work that is not committed', async () => {
    for (const kind of ['uncommitted', 'staged'] as const) {
      const subject = await again(settled(aSubject({ kind, service: 'embedded', branch: 'left since' })));
      assert.equal(subject?.title, 'taken anew');
      assert.deepEqual(calls.at(-1), ['changes', kind]);
      assert.equal(editor.told.at(-1), 'Not part of this review: big.bin (too large).');
    }
  });

  it('reads the branch as it is now', async () => {
    await again(settled(aSubject({ kind: 'branch', service: 'embedded' })));
    assert.deepEqual(calls.at(-1), ['changes', 'branch']);
  });

  it('is about the same pull request, whose commit is asked for where its branch is checked out', async () => {
    const known = aSubject({ service: 'embedded', title: 'Pay refunds back' });
    const here = await again(settled(known));
    assert.deepEqual([here?.title, here?.headCommit], ['Pay refunds back', 'b'.repeat(40)]);
    const left = await again(settled(known), 'main');
    assert.deepEqual(left, { ...known, headCommit: undefined });
    assert.notEqual(left, known, 'a subject of its own');
    await again(settled(aSubject({ root: undefined, branch: undefined })));
    assert.deepEqual(calls.at(-1), ['ofNumber', false]);
  });

  it('says what is to be done where it cannot be', async () => {
    const elsewhere = settled(aSubject({ kind: 'uncommitted', root: '/closed' }));
    await assert.rejects(again(elsewhere), /The folder \/closed is not open in this window/);
    const left = settled(aSubject({ kind: 'branch' }));
    await assert.rejects(again(left, 'main'), /feature is not checked out in this window/);
    assert.equal(await again(undefined), undefined);
    assert.equal(editor.told.at(-1), 'There is no review yet.');
    const review = aReview({ state: 'running' });
    const pending = { state: 'pending', subject: aSubject({}), triggeredAt: 1, reviewId: 'r', review } as const;
    assert.equal(await again({ ...pending, watched: true }), undefined);
    assert.equal(editor.told.at(-1), 'The review of acme/orders #7 is still running.');
    assert.ok(await again({ ...pending, watched: false }));
  });
});
