import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { noReviewedText } from '../../security/shown/noReviewedText.ts';
import { openReviewsOf } from '../../security/shown/openReviews.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

describe('the findings of a review', () => {
  let repository: TestRepository;

  before(async () => {
    standInForEditor();
    repository = await TestRepository.create({ 'a.ts': 'export {};\n' });
  });

  after(() => repository.dispose());

  it('are placed with the next change where that failed the first time', async () => {
    const { PlacedFindings } = await import('../../../../src/vscode/findings/placedFindings.ts');
    const range = { startLine: 1, endLine: 1 };
    const review = aReview({ comments: [aComment({ path: 'a.ts', range })] });
    const subject = aSubject({ root: repository.folder });
    const times = { triggeredAt: 0, settledAt: 1 };
    const open = openReviewsOf(repository.folder, [
      { state: 'completed', reviewId: review.id, review, subject, ...times },
    ]);
    let change = (): void => assert.fail('nobody listens');
    const listens = { dispose: () => undefined };
    const onDidChange = (listener: () => void): typeof listens => ((change = listener), listens);
    const failure = new Error('The module could not be loaded.');
    const answers = [() => Promise.reject(failure), noReviewedText.of];
    const errors: unknown[] = [];
    const placed = new PlacedFindings(
      { repositories: open.repositories, settled: () => open.settled(), onDidChange },
      { ...noReviewedText, of: (...about) => (answers.shift() ?? assert.fail('read a third time'))(...about) },
      () => listens,
      error => errors.push(error),
    );
    change();
    await placed.settled();
    assert.deepEqual([errors, placed.isComplete, placed.uris.length], [[failure], false, 0]);
    change();
    await placed.settled();
    assert.deepEqual([errors.length, placed.isComplete, placed.uris.length], [1, true, 1]);
    change();
    await placed.settled();
    placed.dispose();
  });

  it('are placed anew where the repository of their pull request is opened or closed', async () => {
    const { PlacedFindings } = await import('../../../../src/vscode/findings/placedFindings.ts');
    const review = aReview({ comments: [aComment({ path: 'a.ts' })] });
    const pullRequest = { repository: 'acme/app', number: 7 };
    const subject = aSubject({ pullRequest, root: undefined, branch: undefined, isOfBranch: false });
    const records = [
      { state: 'completed', reviewId: review.id, review, subject, triggeredAt: 0, settledAt: 0 } as const,
    ];
    const facts = { distance: () => undefined, holds: () => false };
    const closed = currentReviews({ roots: [], records, chosen: new Map(), now: 0, ...facts });
    const { repositories: opened } = openReviewsOf(repository.folder, records);
    let change = (): void => assert.fail('nobody listens');
    const listens = { dispose: () => undefined };
    const onDidChange = (listener: () => void): typeof listens => ((change = listener), listens);
    const open = { repositories: closed, settled: () => Promise.resolve(), onDidChange };
    const asked: string[] = [];
    const placed = new PlacedFindings(
      open,
      noReviewedText,
      () => listens,
      assert.ifError,
      () => [],
      (_, root) => {
        asked.push(root);
        return Promise.resolve({
          ...emptyPlacement,
          files: [new FilePlacement({ uri, path: 'a.ts' }, [], noTexts, '')],
        });
      },
    );
    const { emptyPlacement } = await import('../../../../src/vscode/findings/placement/placedReview.ts');
    const { FilePlacement, noTexts } = await import('../../../../src/vscode/findings/placement/filePlacement.ts');
    const uri = { toString: () => 'code-review-file:/app #7/a.ts' } as unknown as vscode.Uri;
    const counts: unknown[] = [];
    for (const repositories of [closed, opened, opened, closed]) {
      Object.assign(open, { repositories });
      change();
      const isComplete = placed.isComplete;
      await placed.settled();
      counts.push([isComplete, placed.isComplete, placed.uris.length, placed.general.length]);
    }
    assert.deepEqual(counts, [
      [false, true, 0, 1],
      [false, true, 1, 0],
      [true, true, 1, 0],
      [false, true, 0, 1],
    ]);
    assert.deepEqual(asked, [repository.folder]);
    placed.dispose();
  });
});
