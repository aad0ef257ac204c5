import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { needs } from '../host/needs.ts';
import { childrenOf } from './host/processes.ts';
import { attended, gitHere, placesIn, problems, problemsSettle, sample, uriOf } from './host/window.ts';

const store = 'src/refunds/refundStore.ts';
const sql = 'eslint/review/sql-from-template';

function review(): Promise<{ told: string[]; asked: string[] }> {
  return attended([], async () => {
    await vscode.commands.executeCommand('codeReview.reviewCurrentBranch');
  });
}

describe('reviewing the current branch', () => {
  it('finds its pull request, reviews it for real and fills the Problems panel', async () => {
    const { told, asked } = await review();
    assert.deepEqual(asked, []);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^Review of local\/orders #7 completed: 13 issues, 7 suggestions\./);
    assert.equal(problems().length, 13);
    assert.deepEqual(placesIn(store), [`18 ${sql}`]);
    const [problem] = problems(store);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Warning);
    const link = problems('src/refunds/refund.ts').map(({ code }) =>
      typeof code === 'object' ? code.target.toString() : '',
    );
    assert.ok(link.includes('https://eslint.org/docs/latest/rules/no-self-compare'));
  });

  describe('keeps its findings where they belong', () => {
    let document: vscode.TextDocument;

    async function edit(change: (edit: vscode.WorkspaceEdit) => void): Promise<void> {
      const edits = new vscode.WorkspaceEdit();
      change(edits);
      assert.ok(await vscode.workspace.applyEdit(edits));
    }

    beforeEach(async () => {
      document = await vscode.workspace.openTextDocument(uriOf(store));
      await vscode.window.showTextDocument(document);
    });

    afterEach(async () => {
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await gitHere('checkout', '--quiet', '--force', sample.branch);
      await gitHere('reset', '--quiet', '--hard', sample.head);
      await problemsSettle(() => placesIn(store)[0] === `18 ${sql}` && problems().length === 13, 'everything is back');
    });

    it('when lines are typed above, and when that is undone', async () => {
      await edit(edits => edits.insert(document.uri, new vscode.Position(0, 0), '// one\n// two\n'));
      await problemsSettle(() => placesIn(store)[0] === `20 ${sql}`, 'two lines lower');
      await vscode.commands.executeCommand('undo');
      await problemsSettle(() => placesIn(store)[0] === `18 ${sql}`, 'back again');
    });

    it('when its own line is edited, and says so', async () => {
      await edit(edits => edits.insert(document.uri, new vscode.Position(17, 20), 'x'));
      await problemsSettle(
        () => problems(store)[0]?.message.includes('changed since the review') === true,
        'said to be changed',
      );
      assert.deepEqual(placesIn(store), [`18 ${sql}`]);
    });

    it('when its lines are deleted: then it is no problem any more', async () => {
      await edit(edits => edits.delete(document.uri, new vscode.Range(16, 0, 19, 0)));
      await problemsSettle(() => problems(store).length === 0, 'gone');
    });

    it('when the file is indented anew', async () => {
      const text = document.getText().replace(/^/gm, '    ');
      await edit(edits => edits.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text));
      await problemsSettle(() => problems(store)[0]?.range.start.character === 10, 'moved to the right');
      assert.equal(problems(store)[0]?.message.includes('changed'), false);
    });

    it('when the branch is left and come back to, without another review', async () => {
      await gitHere('checkout', '--quiet', 'main');
      await problemsSettle(() => problems().length === 0, 'none on another branch');
      await gitHere('checkout', '--quiet', sample.branch);
      await problemsSettle(() => problems().length === 13, 'all of them again');
    });

    it('when a commit is made on top, amended and rebased', async () => {
      const file = uriOf(store).fsPath;
      await writeFile(file, `// first\n${await readFile(file, 'utf8')}`);
      await gitHere('commit', '--quiet', '--all', '--message=More');
      await problemsSettle(() => placesIn(store)[0] === `19 ${sql}`, 'after a commit');
      await writeFile(file, `// zeroth\n${await readFile(file, 'utf8')}`);
      await gitHere('commit', '--quiet', '--all', '--amend', '--no-edit');
      await problemsSettle(() => placesIn(store)[0] === `20 ${sql}`, 'after an amend');
      await gitHere('rebase', '--quiet', '--onto', 'main', 'HEAD~4', sample.branch);
      await problemsSettle(() => placesIn(store)[0] === `20 ${sql}` && problems().length === 13, 'after a rebase');
    });

    it('when the file is renamed', async () => {
      await vscode.workspace.fs.rename(uriOf(store), uriOf('src/refunds/refunds.ts'));
      await gitHere('add', '--all');
      await gitHere('commit', '--quiet', '--message=Rename');
      await problemsSettle(() => placesIn('src/refunds/refunds.ts')[0] === `18 ${sql}`, 'in the renamed file');
      assert.deepEqual(placesIn(store), []);
    });

    it('when the line endings change', async () => {
      await edit(edits => edits.set(document.uri, [vscode.TextEdit.setEndOfLine(vscode.EndOfLine.CRLF)]));
      await edit(edits => edits.insert(document.uri, new vscode.Position(0, 0), '\r\n'));
      await problemsSettle(() => placesIn(store)[0] === `19 ${sql}`, 'with CRLF');
    });
  });
});

describe('work without a pull request', () => {
  const file = 'src/refunds/draft.ts';

  afterEach(async () => {
    await gitHere('reset', '--quiet', '--hard', sample.head);
    await gitHere('clean', '--quiet', '--force', '-d');
  });

  async function reviewChanges(answer: string): Promise<string> {
    const { told } = await attended([answer], async () => {
      await vscode.commands.executeCommand('codeReview.reviewChanges');
    });
    return told.join(' ');
  }

  it('is reviewed as it lies there, with untracked files, and nothing of it is touched', async () => {
    await writeFile(uriOf(file).fsPath, 'export const same = (a: number) => a === a;\n');
    const before = await gitHere('status', '--porcelain=v2');
    const told = await reviewChanges('uncommitted');
    assert.match(told, /completed: 1 issue/);
    assert.deepEqual(placesIn(file), ['1 eslint/no-self-compare']);
    assert.equal(await gitHere('status', '--porcelain=v2'), before);
  });

  it('is reviewed as it is staged', async () => {
    await writeFile(uriOf(file).fsPath, 'export const same = (a: number) => a === a;\n');
    assert.match(await reviewChanges('Staged'), /Nothing is staged in local\/orders\. Stage something/);
    await gitHere('add', file);
    assert.match(await reviewChanges('Staged'), /completed: 1 issue/);
  });

  it('is reviewed as the commits of the branch', async () => {
    assert.match(await reviewChanges('commits'), /completed: 13 issues/);
  });
});

describe('what cannot be reviewed', () => {
  afterEach(async () => {
    await gitHere('checkout', '--quiet', '--force', sample.branch);
    await gitHere('remote', 'set-url', 'origin', sample.origin);
    await gitHere('reset', '--quiet', '--hard', sample.head);
  });

  it('is the default branch, and the sentence says so', async () => {
    await gitHere('checkout', '--quiet', 'main');
    const { told } = await review();
    assert.match(told.join(' '), /main has no commits of its own: it is the default branch\. .* “Review Changes…”/);
  });

  it('is not a branch without a pull request: it is named by its branches', async () => {
    await gitHere('checkout', '--quiet', '-b', 'mine');
    await gitHere('commit', '--quiet', '--allow-empty', '--message=Mine');
    const { told } = await review();
    assert.match(told.join(' '), /Review of mine into main in local\/orders completed: 13 issues/);
  });

  it('is not a review whose service is killed while it works: it is started again and ends', async function () {
    needs(this, 'POSIX signals');
    await gitHere('checkout', '--quiet', '-b', 'killed');
    await gitHere('commit', '--quiet', '--allow-empty', '--message=Another head');
    const reviewing = review();
    const [service] = await childrenOf(process.pid, /service\.js$/);
    await childrenOf(service ?? 0, /engine\.js/);
    process.kill(service ?? 0, 'SIGKILL');
    const { told } = await reviewing;
    assert.match(told.join(' '), /Review of killed into main in local\/orders completed: 13 issues/);
  });

  it('is not a detached HEAD at the pull request', async () => {
    await gitHere('checkout', '--quiet', '--detach');
    const { told } = await review();
    assert.match(told.join(' '), /#7 completed/);
  });
});
