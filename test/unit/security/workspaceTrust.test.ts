import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Git } from '../../../src/git/run/git.ts';
import { hermetic } from '../git/pullRequest/layouts.ts';
import { editor, standInForEditor } from './shown/editor.ts';
import { HostileRepository } from './hostileRepository.ts';

const source = path.resolve(import.meta.dirname, '../../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));

function filesWith(pattern: RegExp, rooms: RegExp): string[] {
  return files.filter(file => rooms.test(file) && pattern.test(readFileSync(path.join(source, file), 'utf8'))).sort();
}

describe('a workspace that is not trusted', () => {
  hermetic();
  let hostile: HostileRepository;

  before(() => standInForEditor());

  beforeEach(async () => {
    hostile = await HostileRepository.create();
    editor.folders = [hostile.folder];
    editor.activeFile = path.join(hostile.folder, 'a.ts');
  });

  afterEach(async () => {
    editor.isTrusted = true;
    await hostile.repository.dispose();
  });

  it('has no git run in it, and no repository told to the embedded service', async () => {
    const { OpenRepositories } = await import('../../../src/vscode/repository/openRepositories.ts');
    const { noRepository } = await import('../../../src/vscode/repository/windowFolders.ts');
    const { chooseRepository } = await import('../../../src/vscode/repository/chooseRepository.ts');
    editor.isTrusted = false;
    const executable = await hostile.program('git');
    const copies = new OpenRepositories(new Git({ executable, log: () => undefined }), error =>
      assert.fail(String(error)),
    );
    assert.deepEqual(await copies.all(), []);
    assert.equal(await copies.ofActiveEditor(), undefined);
    assert.deepEqual(await copies.served(), []);
    await assert.rejects(chooseRepository(copies, undefined), /Restricted Mode/);
    assert.match(noRepository().message, /Restricted Mode/);
    assert.deepEqual(await hostile.ran(), []);
    editor.isTrusted = true;
    await copies.all();
    assert.deepEqual(await hostile.ran(), ['git'], 'it would run');
    copies.dispose();
  });

  it('has its files as they were reviewed read by no git', async () => {
    const { ReviewedText } = await import('../../../src/vscode/findings/placement/reviewedText.ts');
    editor.isTrusted = false;
    const git = new Git({ executable: await hostile.program('git'), log: () => undefined });
    const reviewed = new ReviewedText(git, error => assert.fail(String(error)));
    const headCommit = '1'.repeat(40);
    const known = { reviewId: 'r', subject: { root: hostile.folder, headCommit }, review: { commit: headCommit } };
    const record = known as unknown as Parameters<typeof reviewed.of>[0];
    reviewed.expect(record);
    assert.equal((await reviewed.blobsOf(record)).size, 0);
    const answer = await reviewed.of(record, ['a.ts']);
    assert.equal(await answer.lines('a.ts', {} as never), undefined);
    assert.deepEqual(await hostile.ran(), []);
  });

  it('can be told at one place: on the side of the editor only one runs git, and only one makes it', () => {
    const editorSide = /^(?:(?:extension|main)\.ts|(?:core|api|git|reviews|vscode)\/)/;
    assert.deepEqual(filesWith(/from '(?:node:)?(?:child_process|worker_threads|cluster)'/, editorSide), [
      // Reads certificates.
      'api/transport/systemContext.ts',
      'git/run/processTree.ts',
      'git/run/runProgram.ts',
      'vscode/connection/embeddedService.ts',
    ]);
    assert.deepEqual(filesWith(/from '.*\/runProgram\.ts'/, editorSide), [
      'git/run/findGit.ts',
      'git/run/gitErrors.ts',
      'git/run/gitProcess.ts',
    ]);
    assert.deepEqual(filesWith(/new Git\(/, editorSide), ['main.ts']);
    assert.deepEqual(filesWith(/mayRun: \(\) => vscode\.workspace\.isTrusted/, editorSide), ['main.ts']);
    assert.deepEqual(
      filesWith(/createTerminal|new vscode\.(?:Task|ShellExecution|ProcessExecution)\b/, editorSide),
      [],
    );
  });
});
