import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PlacedFindings } from '../../../../src/vscode/findings/placedFindings.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { editor, openDocument, standInForEditor } from '../../security/shown/editor.ts';
import { openReviewsOf } from '../../security/shown/openReviews.ts';

const text = 'one\ntwo\nthree\n';
const accented = Buffer.from(text.replace('three', 'trés'), 'latin1');

describe('findings of files that change while they are looked for', () => {
  let repository: TestRepository;
  let placed: PlacedFindings;
  let show: () => void;
  let workChanged: (root: string) => void;
  /** Happens when all files are found, and none is read. */
  let found: () => void;
  let errors: unknown[];

  beforeEach(async () => {
    standInForEditor();
    repository = await TestRepository.create({ 'a.ts': text, 'b.ts': text });
    const { PlacedFindings: Placed } = await import('../../../../src/vscode/findings/placedFindings.ts');
    [found, errors] = [() => undefined, []];
    const range = { startLine: 2, endLine: 2 };
    const review = aReview({ comments: ['a.ts', 'b.ts'].map(file => aComment({ title: file, path: file, range })) });
    const subject = aSubject({ root: repository.folder, headCommit: await repository.git('rev-parse', 'HEAD') });
    const times = { triggeredAt: 0, settledAt: 1 };
    const open = openReviewsOf(repository.folder, [
      { state: 'completed', reviewId: review.id, review, subject, ...times },
    ]);
    const nothing = { dispose: () => undefined };
    const lines = () => (found(), Promise.resolve(text.split('\n')));
    const reviewed = {
      nameOf: (file: string) => file,
      lines,
      removedLines: () => Promise.resolve(undefined),
      sizeOf: () => undefined,
      renames: () => Promise.resolve(new Map()),
      deleted: () => Promise.resolve(new Set<string>()),
    };
    placed = new Placed(
      {
        repositories: open.repositories,
        settled: () => open.settled(),
        onDidChange: listener => ((show = listener), nothing),
      },
      { of: () => Promise.resolve(reviewed), blobsOf: () => Promise.resolve(new Map()), expect: () => undefined },
      () => nothing,
      error => errors.push(error),
      () => [],
      undefined,
      listener => ((workChanged = listener), nothing),
    );
  });

  afterEach(async () => {
    placed.dispose();
    await repository.dispose();
  });

  const file = (name: string): string => path.join(repository.folder, name);

  /** State and line of each finding. */
  function shown(): string[] {
    const inFiles = placed.uris.flatMap(uri => placed.of(uri).flatMap(({ file: each }) => each.findings));
    return [...inFiles, ...placed.general]
      .map(({ comment, state, range }) => `${comment.title} ${state} ${range === undefined ? '' : range.startLine + 1}`)
      .sort();
  }

  /** Opens a file, in which a line is typed that is not saved, while another one is read. */
  function openWhileReading(name: string): void {
    editor.decode = bytes => {
      editor.unsaved[file(name)] = `// Typed.\n${text}`;
      if (!editor.documents.includes(file(name))) openDocument(file(name));
      return Promise.resolve(Buffer.from(bytes).toString('latin1'));
    };
  }

  it('are shown where the file of another one is deleted', async () => {
    found = () => rmSync(file('a.ts'), { force: true });
    show();
    await placed.settled();
    assert.deepEqual([shown(), placed.isComplete, errors], [['a.ts unplaced ', 'b.ts current 2'], true, []]);
    workChanged(repository.folder);
    await placed.settled();
    const files = placed.uris.map(({ fsPath }) => path.basename(fsPath));
    assert.deepEqual([shown(), files], [['a.ts unplaced ', 'b.ts current 2'], ['b.ts']]);
  });

  it('are where they are in the document that is opened then', async () => {
    writeFileSync(file('b.ts'), accented);
    openWhileReading('a.ts');
    show();
    await placed.settled();
    assert.deepEqual(shown(), ['a.ts current 3', 'b.ts current 2']);
  });

  it('are where they are in the document that is opened while its file is read again', async () => {
    show();
    await placed.settled();
    assert.deepEqual(shown(), ['a.ts current 2', 'b.ts current 2']);
    writeFileSync(file('a.ts'), accented);
    openWhileReading('a.ts');
    workChanged(repository.folder);
    await placed.settled();
    assert.deepEqual(shown(), ['a.ts current 3', 'b.ts current 2']);
    assert.deepEqual(readFileSync(file('a.ts')), accented, 'nothing was saved');
  });
});
