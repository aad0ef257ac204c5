import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Slices } from '../../../../src/core/base/slices.ts';
import { pathOf, type Finding } from '../../../../src/core/review/finding.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aComment, aRecord, aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

const long = Array.from({ length: 60 }, (_, at) => `line ${at}\n`).join('');

describe('findings of files that are no longer here', () => {
  let repository: TestRepository;
  let reviewed: string;
  /** Commands of git that were run, without their arguments. */
  let ran: string[];

  beforeEach(async () => {
    standInForEditor();
    repository = await TestRepository.create({ 'old.ts': 'old\n' });
    reviewed = await repository.commit({ 'old.ts': undefined, 'a.ts': long, 'b.ts': 'b\n' });
    ran = [];
  });
  afterEach(() => repository.dispose());

  async function placed(): Promise<readonly Finding[]> {
    const { placeReview } = await import('../../../../src/vscode/findings/placement/placeReview.ts');
    const { ReviewedText } = await import('../../../../src/vscode/findings/placement/reviewedText.ts');
    const git = new Git({ executable: 'git', log: line => ran.push(line) });
    const reviewedText = new ReviewedText(git, assert.ifError);
    const range = { startLine: 1, endLine: 1 };
    const comments = [
      aComment({ title: 'line', path: 'a.ts', range }),
      aComment({ title: 'file', path: 'a.ts', range: undefined }),
      aComment({ title: 'other', path: 'b.ts', range }),
      aComment({ title: 'removed by the review’s commit', path: 'old.ts', range, side: 'left' }),
      aComment({ title: 'whole review', path: undefined, range: undefined }),
    ];
    const subject = aSubject({ root: repository.folder, headCommit: reviewed });
    const record = aRecord({ subject, review: aReview({ comments }) });
    const parts = { reviewedText, opened: [], slices: new Slices(), onPart: () => undefined };
    const { files, general } = await placeReview(record, parts);
    return [...files.flatMap(file => file.findings), ...general];
  }

  /** The states of the findings, by the title of each. */
  async function states(): Promise<Record<string, string>> {
    return Object.fromEntries((await placed()).map(({ comment, state }) => [comment.title, state]));
  }

  /** The paths of the files of the findings, by the title of each. */
  async function paths(): Promise<Record<string, string | undefined>> {
    return Object.fromEntries((await placed()).map(finding => [finding.comment.title, pathOf(finding)]));
  }

  const elsewhere = { 'removed by the review’s commit': 'unplaced', 'whole review': 'unplaced' };

  it('are outdated once the deletion is committed, and back where it is taken back', async () => {
    await repository.commit({ 'a.ts': undefined });
    assert.deepEqual(await states(), { line: 'outdated', file: 'outdated', other: 'current', ...elsewhere });
    await repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    assert.deepEqual(await states(), { line: 'current', file: 'unplaced', other: 'current', ...elsewhere });
  });

  it('stay as they are while the file is only missing on disk', async () => {
    await rm(path.join(repository.folder, 'a.ts'));
    assert.deepEqual(await states(), { line: 'unplaced', file: 'unplaced', other: 'current', ...elsewhere });
  });

  it('are followed where the file is renamed on disk, as by the editor, until it is committed', async () => {
    await rename(path.join(repository.folder, 'a.ts'), path.join(repository.folder, 'c.ts'));
    assert.deepEqual(await states(), { line: 'current', file: 'unplaced', other: 'current', ...elsewhere });
    await repository.git('add', '--all');
    assert.deepEqual(await states(), { line: 'current', file: 'unplaced', other: 'current', ...elsewhere });
  });

  it('are followed where the file was renamed', async () => {
    await repository.commit({ 'a.ts': undefined, 'c.ts': long });
    assert.deepEqual(await states(), { line: 'current', file: 'unplaced', other: 'current', ...elsewhere });
  });

  it('have the path that their file has now, and the one that it had where it is not here', async () => {
    const others = { other: 'b.ts', 'removed by the review’s commit': 'old.ts', 'whole review': undefined };
    assert.deepEqual(await paths(), { line: 'a.ts', file: 'a.ts', ...others });
    await rename(path.join(repository.folder, 'a.ts'), path.join(repository.folder, 'c.ts'));
    assert.deepEqual(await paths(), { line: 'c.ts', file: 'c.ts', ...others });
    await rm(path.join(repository.folder, 'c.ts'));
    assert.deepEqual(await paths(), { line: 'a.ts', file: 'a.ts', ...others });
    await repository.commit({ 'a.ts': undefined, 'd/c.ts': long });
    assert.deepEqual(await paths(), { line: 'd/c.ts', file: 'd/c.ts', ...others });
  });

  it('are followed where a file that only names the new one has the old name', async () => {
    await repository.commit({ 'a.ts': "export * from './a/all.ts';\n", 'a/all.ts': `${long}more\n` });
    assert.deepEqual(await states(), { line: 'current', file: 'unplaced', other: 'current', ...elsewhere });
  });

  it('are not those of a file that is too large to be read', async () => {
    await repository.commit({ 'a.ts': 'a long line\n'.repeat(1_800_000) });
    assert.deepEqual(await states(), { line: 'unplaced', file: 'unplaced', other: 'current', ...elsewhere });
  });

  it('have git asked for deletions only where a file of the review is missing that it had', async () => {
    await states();
    assert.deepEqual(
      ran.filter(line => line.includes('diff-tree')),
      [],
    );
    assert.notEqual(ran.length, 0);
    await rm(path.join(repository.folder, 'a.ts'));
    await states();
    // For renames on disk alone, and for deletions.
    assert.equal(ran.filter(line => line.includes('diff-tree')).length, 2);
  });
});
