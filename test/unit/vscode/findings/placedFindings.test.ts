import assert from 'node:assert/strict';
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
});
