import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { dismissedBecome, dismissedOf } from '../host/dismissed.ts';
import { HostedReviews, run } from '../host/hostedReviews.ts';
import { childrenOf } from '../host/processes.ts';
import { attended, openFindings, placesIn, problems, problemsSettle, uriOf } from '../host/window.ts';

const branch = 'feature/unreachable';
const file = 'unreachable/a.ts';
const draft = 'unreachable/draft.ts';
const rule = 'eslint/no-self-compare';
const same = 'export const same = (a: number) => a === a;';
const lines = ['export const one = 1;', 'export const two = 2;', 'export const three = 3;', same];
/** Those of the hosted service; the last is found by the embedded one too. */
const comments = ['first', 'second', 'third', rule].map((name, index) => {
  return { path: file, line: index + 1, title: name, body: name, rule: name, existing_code: lines[index] };
});

/** Decides about a finding by its id, with the answers to what is asked; what is told is a failure. */
async function decide(command: string, id: string, ...answers: string[]): Promise<void> {
  const { told } = await attended(answers, async () => vscode.commands.executeCommand(`codeReview.${command}`, id));
  assert.deepEqual(told, []);
}

/** Ends the embedded service; where processes cannot be listed it runs on. */
async function killService(): Promise<void> {
  if (process.platform === 'win32') return;
  const [service = 0] = await childrenOf(process.pid, /service\.js$/);
  process.kill(service, 'SIGKILL');
}

describe('what is decided while neither of two services can be reached', () => {
  let hosted: HostedReviews;
  let counted: number;

  before(async () => {
    hosted = await HostedReviews.start(branch, 41, comments, async () => {
      await vscode.workspace.fs.writeFile(uriOf(file), Buffer.from(`${lines.join('\n')}\n`));
    });
    await run('reviewCurrentBranch', 'Review');
    assert.match(await run('reviewChanges', 'commits'), /completed: 1 issue/);
    await writeFile(uriOf(draft).fsPath, `${same}\n`);
    assert.match(await run('reviewChanges', 'uncommitted'), /completed: 1 issue/);
    await problemsSettle(() => problems(file).length === 4 && problems(draft).length === 1, 'what both have is one');
    counted = await dismissedOf(rule);
    const inDraft = (await openFindings()).find(each => each.path === draft);
    await hosted.close();
    await killService();
    await decide('markDone', hosted.idOf(0));
    await decide('dismissFinding', hosted.idOf(1), 'Wrong');
    await decide('dismissFinding', hosted.idOf(2), 'Wrong');
    await decide('reopenFinding', hosted.idOf(2));
    await decide('dismissFinding', hosted.idOf(3), 'Too small to matter');
    await decide('dismissFinding', inDraft?.id ?? '', 'Not a problem');
  });

  after(async () => {
    await rm(uriOf(draft).fsPath, { force: true });
    await hosted.dispose();
    await problemsSettle(() => problems(draft).length + problems(file).length === 0, 'nothing is left of them');
  });

  const shown = (): string[][] => [placesIn(file), placesIn(draft)];

  it('is kept where a review then cannot be asked for, as a sentence says', async () => {
    assert.deepEqual(shown(), [['3 third'], []]);
    assert.match(await run('reviewCurrentBranch'), /^Nothing answers at 127\.0\.0\.1:\d+\. Check the address/);
    assert.deepEqual(shown(), [['3 third'], []]);
  });

  it('is kept over their next reviews, but for what was done and is reported again', async () => {
    await hosted.reopen();
    assert.match(await run('reviewCurrentBranch'), /completed: 4 issues\. 2 open, none new/);
    for (const what of ['commits', 'uncommitted'])
      assert.match(await run('reviewChanges', what), /completed: 1 issue\. 0 open, none new/);
    assert.deepEqual(shown(), [['1 first', '3 third'], []]);
  });

  it('is told to the embedded service alone, as far as its own comments were dismissed', async () => {
    await dismissedBecome(rule, counted + 2);
    assert.ok(
      hosted.requests.every(request =>
        /^(?:GET \S+ |POST \/v1\/reviews \{"repository":"[^"]+","pr":41\})$/.test(request),
      ),
    );
  });
});
