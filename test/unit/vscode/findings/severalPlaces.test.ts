import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { DiskReview } from '../../../../src/reviews/onDisk/diskReview.ts';
import type { PlacedFindings } from '../../../../src/vscode/findings/placedFindings.ts';
import type { ReviewedText } from '../../../../src/vscode/findings/placement/reviewedText.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { aComment, aRecord, aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';
import { openReviewsOf } from '../../security/shown/openReviews.ts';

const names = ['a.ts', 'b.ts', 'c.ts'];
const range = { startLine: 2, endLine: 2 };
const textOf = (name: string): string => `export const in_${name[0]} = 1;\nif (v === v) start();\nend();\n`;
const mended = (name: string): string => textOf(name).replace('if (v === v) start();\n', '');
const places = names.map(name => ({ path: name, range }));
const related = places.slice(1).map(place => ({ ...place, message: 'The same.' }));
const suggestion = { text: 'start();' };

describe('a comment on several places', () => {
  const git = new Git({ executable: 'git', log: () => undefined });
  let repository: TestRepository;
  let headCommit: string;
  let placed: PlacedFindings | undefined;
  let reviewedText: ReviewedText | undefined;
  let workChanged: (root: string) => void;
  let agents: () => Promise<string[]>;

  beforeEach(async () => {
    standInForEditor();
    repository = await TestRepository.create({ 'z.ts': 'zero\n' });
    headCommit = await repository.commit(Object.fromEntries(names.map(name => [name, textOf(name)])));
  });
  afterEach(async () => {
    placed?.dispose();
    reviewedText?.dispose();
    await repository.dispose();
  });

  /** Shows a review with one comment. */
  async function show(given: Partial<ReviewComment> = { memberPlaces: places.slice(1), related }): Promise<void> {
    const { PlacedFindings: Placed } = await import('../../../../src/vscode/findings/placedFindings.ts');
    const { ReviewedText: Text } = await import('../../../../src/vscode/findings/placement/reviewedText.ts');
    reviewedText = new Text(git, assert.ifError);
    const review = aReview({ comments: [aComment({ path: 'a.ts', range, suggestion, ...given })] });
    const subject = aSubject({ root: repository.folder, headCommit });
    const record = aRecord({ subject, review });
    const nothing = { dispose: () => undefined };
    let change = (): void => assert.fail('nobody listens');
    const open = openReviewsOf(repository.folder, [record]);
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
    const shown = { key: '', series: '', record, isHere: true, elsewhereIn: undefined };
    const onDisk = await DiskReview.open(git, shown, new AbortController().signal);
    agents = async () => {
      await onDisk.refresh();
      return onDisk.places().map(({ finding, file }) => {
        const isNowhere = file === undefined || finding.range === undefined;
        const at = isNowhere ? 'nowhere' : `${path.basename(file)}:${finding.range.startLine + 1}`;
        return `${at} ${finding.state}`;
      });
    };
  }

  /** Where the comment is in the editor, after it has noticed what changed on disk; the same as for agents. */
  async function standing(): Promise<string> {
    assert.ok(placed);
    workChanged(repository.folder);
    await placed.settled();
    const found = inEditor();
    assert.deepEqual(await agents(), found, 'agents are told the same');
    return found.join(', ');
  }

  function inEditor(): string[] {
    const files = (placed?.uris ?? []).flatMap(uri => placed?.of(uri) ?? []);
    return [
      ...files.flatMap(({ file }) =>
        file.findings.map(
          ({ state, range: at }) => `${path.basename(file.uri.fsPath)}:${(at?.startLine ?? -1) + 1} ${state}`,
        ),
      ),
      ...(placed?.general ?? []).map(({ state }) => `nowhere ${state}`),
    ];
  }

  it('is at the first that is left, and outdated once none is', async () => {
    await show();
    assert.equal(await standing(), 'a.ts:2 current');
    await repository.write({ 'a.ts': mended('a.ts') });
    assert.equal(await standing(), 'b.ts:2 current');
    await repository.write({ 'b.ts': `// Above.\n${textOf('b.ts')}` });
    assert.equal(await standing(), 'b.ts:3 current');
    await repository.write({ 'b.ts': mended('b.ts') });
    assert.equal(await standing(), 'c.ts:2 current');
    await repository.write({ 'c.ts': mended('c.ts') });
    assert.equal(await standing(), 'a.ts:2 outdated');
    await repository.write({ 'c.ts': textOf('c.ts') });
    assert.equal(await standing(), 'c.ts:2 current');
    await repository.write({ 'a.ts': textOf('a.ts') });
    assert.equal(await standing(), 'a.ts:2 current');
  });

  it('is not on a line that was mended while others are as they were', async () => {
    await show();
    const rewritten = (name: string): string => textOf(name).replace('v === v', 'v > 0');
    await repository.write({ 'a.ts': rewritten('a.ts') });
    assert.equal(await standing(), 'b.ts:2 current');
    await repository.write({ 'b.ts': rewritten('b.ts'), 'c.ts': mended('c.ts') });
    assert.equal(await standing(), 'a.ts:2 changed');
  });

  it('is elsewhere once the file of the first is gone, deleted only on disk or in a commit', async () => {
    await show();
    await rm(path.join(repository.folder, 'a.ts'));
    assert.equal(await standing(), 'b.ts:2 current');
    await repository.write({ 'b.ts': mended('b.ts'), 'c.ts': mended('c.ts') });
    assert.equal(await standing(), 'nowhere unplaced', 'of a file that is only missing nothing is known');
    await repository.write({ 'b.ts': textOf('b.ts') });
    assert.equal(await standing(), 'b.ts:2 current');
    await repository.commit({ 'a.ts': undefined });
    assert.equal(await standing(), 'b.ts:2 current');
  });

  it('follows at once what is typed, in each of its files', async () => {
    await show();
    const [uri] = placed?.uris ?? [];
    const [first] = uri === undefined ? [] : (placed?.of(uri) ?? []);
    const position = (line: number): object => ({ line, character: 0 });
    const deleted = { range: { start: position(1), end: position(2) }, text: '' };
    const changed = first?.file.shift([deleted as never]).map(({ fsPath }) => path.basename(fsPath));
    assert.deepEqual(new Set(changed), new Set(['a.ts', 'b.ts']));
    assert.deepEqual(inEditor(), ['b.ts:2 current']);
  });

  it('offers its suggestion at the place that this is for alone, and lists the others as related', async () => {
    await show();
    await repository.write({ 'a.ts': mended('a.ts') });
    await standing();
    const [shown] = (placed?.uris ?? []).flatMap(uri => placed?.of(uri) ?? []).flatMap(({ file }) => file.findings);
    assert.equal(shown?.comment.suggestion, undefined);
    assert.deepEqual(
      shown?.comment.related?.map(each => each.path),
      ['c.ts'],
    );
  });

  it('may be several of one file', async () => {
    await show({ memberPlaces: [{ path: 'a.ts', range: { startLine: 3, endLine: 3 } }] });
    await repository.write({ 'a.ts': mended('a.ts') });
    assert.equal(await standing(), 'a.ts:2 current');
  });

  it('is not a comment with explanations elsewhere: that is outdated once its own place is', async () => {
    await show({ related });
    await repository.write({ 'a.ts': mended('a.ts') });
    assert.equal(await standing(), 'a.ts:2 outdated');
  });
});
