import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { Git } from '../../../../src/git/run/git.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type { PlacedFindings } from '../../../../src/vscode/findings/placedFindings.ts';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../../git/pullRequest/layouts.ts';
import { closeDocument, editor, openDocument, standInForEditor } from '../../security/shown/editor.ts';
import { aSubject } from '../../reviews/builders.ts';
import { noReviewedText } from '../../security/shown/noReviewedText.ts';
import { openReviewsOf } from '../../security/shown/openReviews.ts';

describe('findings in a folder that is opened by another spelling', () => {
  hermetic();
  let repository: TestRepository;
  let beside: string;
  let placed: PlacedFindings;
  let mounted: string | undefined;

  beforeEach(async function () {
    needs(this, 'symbolic links');
    standInForEditor();
    Object.assign(editor, { isTrusted: true, folders: [], documents: [], activeFile: undefined });
    repository = await TestRepository.create({ 'src/a.ts': 'a();\n', 'src/b.ts': 'b();\n' });
    beside = `${repository.folder}-beside`;
    await mkdir(beside);
    await symlink(repository.folder, path.join(beside, 'link'));
    await symlink(path.join(repository.folder, 'src'), path.join(beside, 'below'));
  });

  afterEach(async () => {
    if (mounted !== undefined) execFileSync('umount', ['--lazy', mounted]);
    mounted = undefined;
    placed.dispose();
    Object.assign(editor, { folders: [], documents: [], activeFile: undefined });
    await Promise.all([repository.dispose(), rm(beside, { recursive: true })]);
  });

  /** Shows a review of both files; resolves to where its findings are. */
  async function show(root = repository.folder): Promise<string[]> {
    const [{ PlacedFindings }, { OpenRepositories }] = await Promise.all([
      import('../../../../src/vscode/findings/placedFindings.ts'),
      import('../../../../src/vscode/repository/openRepositories.ts'),
    ]);
    const fail = (error: unknown): never => assert.fail(String(error));
    const copies = new OpenRepositories(new Git({ executable: 'git', log: () => undefined }), fail);
    const open = (await copies.ofActiveEditor()) ?? (await copies.all())[0] ?? assert.fail('no repository');
    assert.equal(open.copy.root, root, 'the identity is the real path');
    const comments = ['src/a.ts', 'src/b.ts', 'b/src/a.ts'].map(file => ({ path: file, line: 1, body: file }));
    const review = decodeReview({ id: 'r', status: 'completed', comments });
    const subject = aSubject({ root: open.copy.root, pullRequest: { repository: 'acme/app', number: 7 } });
    const times = { triggeredAt: 0, settledAt: 1 };
    const shown: SettledRecord = { state: 'completed', reviewId: 'r', review, subject, ...times };
    const never = (): { dispose(): void } => ({ dispose: () => undefined });
    let change = (): void => assert.fail('nobody listens');
    placed = new PlacedFindings(
      openReviewsOf(open.copy.root, [shown]),
      noReviewedText,
      listener => {
        change = listener;
        return never();
      },
      fail,
      () => copies.anchors,
    );
    change();
    await placed.settled();
    copies.dispose();
    return where();
  }

  /** `path count` of each file. */
  function where(): string[] {
    return placed.uris.map(uri => `${uri.fsPath} ${placed.of(uri).flatMap(({ file }) => file.findings).length}`).sort();
  }

  function changed(): Promise<void> {
    return new Promise(resolve => {
      const subscription = placed.onDidChange(() => {
        subscription.dispose();
        resolve();
      });
    });
  }

  it('are in a folder that the repository is mounted at, as a drive', async function () {
    needs(this, 'bind mounts');
    const drive = path.join(beside, 'drive');
    await mkdir(drive);
    execFileSync('mount', ['--bind', repository.folder, drive]);
    mounted = drive;
    editor.folders = [drive];
    editor.documents = [path.join(drive, 'src/a.ts')];
    assert.deepEqual(await show(drive), [`${drive}/src/a.ts 2`, `${drive}/src/b.ts 1`]);
    // The link leads to where the repository was mounted from, which is another place to the system.
    const opened = path.join(beside, 'link/src/a.ts');
    openDocument(opened);
    assert.deepEqual(where(), [`${drive}/src/a.ts 2`, `${drive}/src/b.ts 1`]);
  });

  it('are where the folder is spelled', async () => {
    const link = path.join(beside, 'link');
    editor.folders = [link];
    assert.deepEqual(await show(), [`${link}/src/a.ts 2`, `${link}/src/b.ts 1`]);
  });

  it('are where a folder behind a link into the repository is spelled', async () => {
    editor.folders = [path.join(beside, 'below')];
    assert.deepEqual(await show(), [`${beside}/below/a.ts 2`, `${beside}/below/b.ts 1`]);
  });

  it('are where a repository below a link in the folder is spelled, found by the active editor', async () => {
    editor.folders = [beside];
    editor.activeFile = path.join(beside, 'link/src/a.ts');
    editor.documents = [editor.activeFile];
    assert.deepEqual(await show(), [`${beside}/link/src/a.ts 2`, `${beside}/link/src/b.ts 1`]);
  });

  it('are in the document that is open, and go back when it is closed', async () => {
    editor.folders = [repository.folder];
    const own = `${repository.folder}/src/a.ts`;
    const other = `${beside}/below/a.ts`;
    const b = `${repository.folder}/src/b.ts 1`;
    assert.deepEqual(await show(), [`${own} 2`, b]);
    const opened = changed();
    openDocument(other);
    await opened;
    assert.deepEqual(where(), [`${other} 2`, b].sort());
    // With both open, the folder's own counts; never both.
    const both = changed();
    openDocument(own);
    await both;
    assert.deepEqual(where(), [`${own} 2`, b]);
    const again = changed();
    closeDocument(own);
    await again;
    assert.deepEqual(where(), [`${other} 2`, b].sort());
    const closed = changed();
    closeDocument(other);
    await closed;
    assert.deepEqual(where(), [`${own} 2`, b]);
  });
});
