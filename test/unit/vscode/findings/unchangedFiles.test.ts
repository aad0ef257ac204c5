import assert from 'node:assert/strict';
import { rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '../../../../src/git/run/git.ts';
import type { ReviewRecord, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { git as runGit } from '../../../host/git/git.ts';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../../git/pullRequest/layouts.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { openReviewsOf } from '../../security/shown/openReviews.ts';

const textOf = (name: string): string => ['first();', '  second();', 'third();', `// ${name}`, ''].join('\n');
/** The same, two lines further down. */
const movedOf = (name: string): string => `// One\n// Two\n${textOf(name)}`;
const fail = (error: unknown): never => assert.fail(String(error));
const never = (): { dispose(): void } => ({ dispose: () => undefined });

describe('files that are as they were reviewed', () => {
  hermetic();
  let repository: TestRepository;
  let head: string;
  /** What git was run for. */
  let asked: string[];
  /** The files that were told of at once, and in which turn of the event loop. */
  let told: string[][];
  let toldAt: number[];
  let turns = 0;

  beforeEach(async () => {
    standInForEditor();
    const names = ['a', 'b', 'c', 'd', 'deep/e'].map(name => `${name}.ts`);
    repository = await TestRepository.create(Object.fromEntries(names.map(name => [name, textOf(name)])));
    head = await repository.git('rev-parse', 'HEAD');
    editor.folders = [repository.folder];
  });

  afterEach(() => repository.dispose());

  /**
   * Where the second line of each file is shown, and what has none.
   * @param between what happens after the review has begun, if that is known ahead
   */
  async function placesOf(files: readonly string[], between?: () => Promise<void>, side: 'left' | 'right' = 'right') {
    const { PlacedFindings } = await import('../../../../src/vscode/findings/placedFindings.ts');
    const { ReviewedText } = await import('../../../../src/vscode/findings/placement/reviewedText.ts');
    asked = [];
    const reviewedText = new ReviewedText(new Git({ executable: 'git', log: line => asked.push(line) }), fail);
    const range = { startLine: 2, endLine: 2 };
    const comments = files.map(file => aComment({ path: file, title: file, range, side }));
    const subject = aSubject({ root: repository.folder, headCommit: head });
    const pending: ReviewRecord = { state: 'triggered', subject, triggeredAt: 0 };
    const [reviewId, review] = ['r', aReview({ id: 'r', comments })];
    const ended: SettledRecord = { state: 'completed', subject, triggeredAt: 0, settledAt: 1, reviewId, review };
    const open = { ...openReviewsOf(repository.folder, between === undefined ? [] : [pending]), onDidChange };
    let change = (): void => assert.fail('nobody listens');
    function onDidChange(listener: () => void): { dispose(): void } {
      change = listener;
      return never();
    }
    const placed = new PlacedFindings(open, reviewedText, never, fail);
    [told, toldAt] = [[], []];
    placed.onDidChange(uris => {
      told.push(uris.map(uri => path.basename(uri.fsPath)));
      toldAt.push(turns);
    });
    if (between !== undefined) {
      change();
      await reviewedText.blobsOf(ended);
      await between();
      asked = [];
    }
    open.repositories = openReviewsOf(repository.folder, [ended]).repositories;
    change();
    await placed.settled();
    const places = placed.uris.flatMap(uri =>
      placed.of(uri).flatMap(({ file, review: { placed: of } }) =>
        file.findings.map(({ id, comment, state, range: at }) => {
          const isKnown = of.linesOf(id)?.[1] === '  second();';
          return { [comment.title]: [path.basename(uri.fsPath), state, at?.startLine, at?.startColumn, isKnown] };
        }),
      ),
    );
    const general = placed.general.map(({ comment }) => ({ [comment.title]: ['nowhere'] }));
    placed.dispose();
    reviewedText.dispose();
    return Object.assign({}, ...places, ...general) as Record<string, unknown>;
  }

  /** Where findings are is the same whether the files were known ahead or not. */
  async function sameEitherWay(
    files: readonly string[],
    between: () => Promise<void>,
  ): Promise<Record<string, unknown>> {
    const known = await placesOf(files, between);
    assert.deepEqual(known, await placesOf(files));
    return known;
  }

  it('are placed without git once the answer is there', async () => {
    const places = await placesOf(['a.ts', 'deep/e.ts', 'b/b.ts'], () => Promise.resolve());
    assert.deepEqual(asked, []);
    const place = (name: string): unknown[] => [name, 'current', 1, 2, true];
    assert.deepEqual(places, { 'a.ts': place('a.ts'), 'deep/e.ts': place('e.ts'), 'b/b.ts': place('b.ts') });
  });

  it('are placed in sight first, and the others in few parts', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `many/${index}.ts`);
    head = await repository.commit(Object.fromEntries(names.map(name => [name, textOf(name)])));
    editor.documents = [path.join(repository.folder, 'many/99.ts')];
    editor.visible = editor.documents;
    await placesOf([...names, ...names, ...names, ...names, ...names], () => Promise.resolve());
    const [first = [], ...others] = told.filter(uris => uris.length > 0);
    assert.ok(first.includes('99.ts') && first.length < 50, first.join());
    assert.equal(new Set([first, ...others].flat()).size, names.length);
    assert.ok(others.length <= 2, `${others.length} more parts`);
  });

  it('are told of early, where none is in sight', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `many/${index}.ts`);
    head = await repository.commit(Object.fromEntries(names.map(name => [name, textOf(name)])));
    const count = (): void => {
      turns++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await placesOf([...names, ...names, ...names, ...names, ...names], () => Promise.resolve());
    clearImmediate(immediate);
    const parts = toldAt.filter((_, index) => (told[index] ?? []).length > 0);
    const [first = [], ...others] = told.filter(uris => uris.length > 0);
    assert.ok(first.length < 50, `${first.length} files at first`);
    assert.ok(others.length <= 2, `${others.length} more parts`);
    assert.equal(new Set(parts).size, parts.length, 'each is shown before the next one is placed');
  });

  it('are told from those that were edited, deleted, renamed or typed into since', async () => {
    const file = (name: string): string => path.join(repository.folder, name);
    const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'gone/f.ts'];
    editor.documents = [file('d.ts')];
    const places = await sameEitherWay(files, async () => {
      await repository.write({ 'a.ts': movedOf('a.ts') });
      await rm(file('b.ts'));
      await rename(file('c.ts'), file('g.ts'));
      await repository.git('add', '--all');
      editor.unsaved[file('d.ts')] = movedOf('d.ts');
    });
    assert.deepEqual(places, {
      'a.ts': ['a.ts', 'current', 3, 2, true],
      'b.ts': ['nowhere'],
      'c.ts': ['g.ts', 'current', 1, 2, true],
      'd.ts': ['d.ts', 'current', 3, 2, true],
      'gone/f.ts': ['nowhere'],
    });
  });

  it('are told from those whose changes git does not look at', async () => {
    const places = await sameEitherWay(['a.ts', 'b.ts', 'c.ts'], async () => {
      await repository.git('update-index', '--assume-unchanged', 'a.ts');
      await repository.git('update-index', '--skip-worktree', 'b.ts');
      await repository.write({ 'a.ts': movedOf('a.ts'), 'b.ts': movedOf('b.ts') });
    });
    const place = (name: string, line: number): unknown[] => [name, 'current', line, 2, true];
    assert.deepEqual(places, { 'a.ts': place('a.ts', 3), 'b.ts': place('b.ts', 3), 'c.ts': place('c.ts', 1) });
  });

  it('are told from what a filter or an encoding makes of them', async () => {
    await repository.git('config', 'filter.two.smudge', `printf '// One\\n// Two\\n'; cat`);
    await repository.git('config', 'filter.two.clean', 'tail -n +3');
    await repository.write({ '.gitattributes': 'a.ts filter=two\nb.ts working-tree-encoding=UTF-16LE\n' });
    await rm(path.join(repository.folder, 'a.ts'));
    await rm(path.join(repository.folder, 'b.ts'));
    await repository.git('checkout', '--', 'a.ts', 'b.ts');
    const places = await sameEitherWay(['a.ts', 'b.ts'], () => Promise.resolve());
    assert.deepEqual(places['a.ts'], ['a.ts', 'current', 3, 2, true]);
  });

  it('may have other line ends', async () => {
    await repository.write({
      'a.ts': textOf('a.ts').replaceAll('\n', '\r\n'),
      'b.ts': movedOf('b.ts').replaceAll('\n', '\r\n'),
    });
    const places = await sameEitherWay(['a.ts', 'b.ts'], () => Promise.resolve());
    assert.deepEqual(places, {
      'a.ts': ['a.ts', 'current', 1, 2, true],
      'b.ts': ['b.ts', 'current', 3, 2, true],
    });
    await placesOf(['a.ts'], () => Promise.resolve());
    assert.deepEqual(asked, []);
  });

  it('may have line ends that only the editor counts', async () => {
    head = await repository.commit({ 'a.ts': textOf('a.ts').replace('\n', '\r// One\r\r\n') });
    const places = await sameEitherWay(['a.ts', 'b.ts'], () => Promise.resolve());
    assert.deepEqual(places, {
      'a.ts': ['a.ts', 'current', 3, 2, true],
      'b.ts': ['b.ts', 'current', 1, 2, true],
    });
  });

  it('may be reached over a link, and then count as the file that it leads to', async function () {
    needs(this, 'symbolic links');
    await symlink('a.ts', path.join(repository.folder, 'link.ts'));
    await symlink('deep', path.join(repository.folder, 'shallow'));
    head = await repository.commit({});
    const files = ['a.ts', 'link.ts', 'shallow/e.ts', 'deep/e.ts'];
    await sameEitherWay(files, () => Promise.resolve());
    editor.documents = [path.join(repository.folder, 'link.ts')];
    const places = await sameEitherWay(files, () => Promise.resolve());
    assert.deepEqual(places['a.ts'], ['link.ts', 'current', 1, 2, true]);
    assert.deepEqual(Object.keys(places).toSorted(), files.toSorted());
  });

  it('are not of a removed line, which the file does not have', async () => {
    head = await repository.commit({ 'a.ts': 'third();\n' });
    assert.deepEqual(
      await placesOf(['a.ts'], () => Promise.resolve(), 'left'),
      await placesOf(['a.ts'], undefined, 'left'),
    );
  });

  it('are known in a repository with longer hashes', async function () {
    await runGit(repository.folder, ['init', '--quiet', '--object-format=sha256', 'long']).catch(() => this.skip());
    const folder = path.join(repository.folder, 'long');
    await repository.write({ 'long/a.ts': textOf('a.ts') });
    await runGit(folder, ['add', '--all']);
    const tree = await runGit(folder, ['write-tree']);
    const { isBlob } = await import('../../../../src/git/content/blobId.ts');
    const { filesOfTree, listTree } = await import('../../../../src/git/content/treeFiles.ts');
    const options = { signal: new AbortController().signal };
    const git = new Git({ executable: 'git', log: () => undefined });
    const [[name, id] = []] = [...filesOfTree(await listTree(git, folder, tree, options))];
    assert.deepEqual(
      [name, isBlob(Buffer.from(textOf('a.ts')), id ?? ''), isBlob(Buffer.from(movedOf('a.ts')), id ?? '')],
      ['a.ts', true, false],
    );
  });
});
