import assert from 'node:assert/strict';
import { chmod, rename } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '../../../../src/git/run/git.ts';
import type { PlacedFindings } from '../../../../src/vscode/findings/placedFindings.ts';
import type { ReviewedText } from '../../../../src/vscode/findings/placement/reviewedText.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { openDocument, standInForEditor } from '../../security/shown/editor.ts';
import { openReviewsOf } from '../../security/shown/openReviews.ts';

const text = 'one\ntwo\nthree\n';

describe('findings of files that other programs change while they are closed', () => {
  let repository: TestRepository;
  let placed: PlacedFindings;
  let reviewedText: ReviewedText;
  let ran: string[];
  let workChanged: (root: string) => void;
  let told: string[];

  beforeEach(async () => {
    standInForEditor();
    repository = await TestRepository.create({ 'a.ts': 'zero\n', 'b.ts': text });
    const headCommit = await repository.commit({ 'a.ts': text });
    const { PlacedFindings: Placed } = await import('../../../../src/vscode/findings/placedFindings.ts');
    const { ReviewedText: Text } = await import('../../../../src/vscode/findings/placement/reviewedText.ts');
    ran = [];
    told = [];
    const git = new Git({ executable: 'git', log: line => ran.push(line) });
    reviewedText = new Text(git, assert.ifError);
    const range = { startLine: 2, endLine: 2 };
    const comments = ['a.ts', 'b.ts'].map(file => aComment({ title: file, path: file, range }));
    const review = aReview({ comments });
    const subject = aSubject({ root: repository.folder, headCommit });
    const times = { triggeredAt: 0, settledAt: 1 };
    const open = openReviewsOf(repository.folder, [
      { state: 'completed', reviewId: review.id, review, subject, ...times },
    ]);
    const nothing = { dispose: () => undefined };
    let change = (): void => assert.fail('nobody listens');
    placed = new Placed(
      {
        repositories: open.repositories,
        settled: () => open.settled(),
        onDidChange: listener => ((change = listener), nothing),
      },
      reviewedText,
      () => nothing,
      assert.ifError,
      () => [],
      undefined,
      listener => ((workChanged = listener), nothing),
    );
    change();
    await placed.settled();
    placed.onDidChange(uris => told.push(...uris.map(({ fsPath }) => path.basename(fsPath))));
    ran = [];
  });

  afterEach(async () => {
    placed.dispose();
    reviewedText.dispose();
    await repository.dispose();
  });

  /** State and line of each finding after what has changed is told, and the files that were told of. */
  async function after(...changes: (() => Promise<unknown>)[]): Promise<string[]> {
    for (const each of changes) await each();
    told = [];
    workChanged(repository.folder);
    await placed.settled();
    const inFiles = placed.uris.flatMap(uri => placed.of(uri).flatMap(({ file }) => file.findings));
    return [...inFiles, ...placed.general]
      .map(({ comment, state, range }) => `${comment.title} ${state} ${range === undefined ? '' : range.startLine + 1}`)
      .sort();
  }
  const write = (content: string | undefined) => () => repository.write({ 'a.ts': content });
  const git =
    (...args: string[]) =>
    () =>
      repository.git(...args);
  const whole = ['a.ts current 2', 'b.ts current 2'];

  it('are back once a stash that took their lines away is popped', async () => {
    const shorter = write('one\n');
    assert.deepEqual(await after(shorter), ['a.ts outdated 2', 'b.ts current 2']);
    assert.deepEqual(told, ['a.ts']);
    assert.deepEqual(await after(git('stash', '--quiet')), whole);
    assert.deepEqual(await after(git('stash', 'pop', '--quiet')), ['a.ts outdated 2', 'b.ts current 2']);
    assert.deepEqual(await after(git('checkout', '--quiet', '--', 'a.ts')), whole);
  });

  it('move with their lines', async () => {
    assert.deepEqual(await after(write(`// A formatter.\n${text}`)), ['a.ts current 3', 'b.ts current 2']);
    assert.deepEqual(await after(write(text)), whole);
  });

  it('are in no file while theirs is deleted, and back in it afterwards', async () => {
    assert.deepEqual(await after(write(undefined)), ['a.ts unplaced ', 'b.ts current 2']);
    assert.deepEqual(
      placed.uris.map(({ fsPath }) => path.basename(fsPath)),
      ['b.ts'],
    );
    ran = [];
    assert.deepEqual(await after(), ['a.ts unplaced ', 'b.ts current 2']);
    assert.deepEqual([ran, told], [[], []], 'as long as it is not there, nothing is done');
    assert.deepEqual(await after(git('stash', '--quiet')), whole);
  });

  it('are left alone where nothing has changed but the times, without a run of git', async () => {
    const touched = () => chmod(path.join(repository.folder, 'a.ts'), 0o600);
    assert.deepEqual(await after(touched, write(text)), whole);
    assert.deepEqual([ran, told], [[], []]);
  });

  it('follow the document where it is open', async () => {
    openDocument(path.join(repository.folder, 'a.ts'));
    assert.deepEqual(await after(write('one\n')), whole, 'the editor tells of its text');
  });

  it('are those of other working copies as before', async () => {
    await write('one\n')();
    workChanged('/elsewhere');
    await placed.settled();
    assert.deepEqual(told, []);
  });

  it('are found again where another file was put in the place of theirs', async () => {
    const replaced = () => rename(path.join(repository.folder, 'new.ts'), path.join(repository.folder, 'a.ts'));
    assert.deepEqual(await after(() => repository.write({ 'new.ts': `\n${text}` }), replaced), [
      'a.ts current 3',
      'b.ts current 2',
    ]);
  });
});
