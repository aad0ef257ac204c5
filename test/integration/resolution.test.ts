import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { dismissedBecome, dismissedOf } from './host/dismissed.ts';
import { attended, gitHere, problems, problemsSettle, sample, uriOf } from './host/window.ts';

const files = ['src/refunds/draft.ts', 'src/refunds/sketch.ts'];
// Of a tool, since only these are told each however many there are, and of no other test, since all of them count.
const rule = 'remarks/remark';

/** Finds each line with a remark. */
const findRemarks = `
  import { readFileSync } from 'node:fs';
  const results = process.argv.slice(2).flatMap(uri =>
    readFileSync(uri, 'utf8').split('\\n').flatMap((text, index) => {
      if (!text.includes('// Remark')) return [];
      const physicalLocation = { artifactLocation: { uri }, region: { startLine: index + 1 } };
      return [{ ruleId: 'remark', message: { text: 'There is a remark' }, locations: [{ physicalLocation }] }];
    }),
  );
  console.log(JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'remarks' } }, results }] }));
`;

async function run(command: string, answers: readonly string[] = [], ...args: unknown[]): Promise<string> {
  const { told } = await attended(answers, async () => {
    await vscode.commands.executeCommand(`codeReview.${command}`, ...args);
  });
  return told.join(' ');
}

/** The ids of the findings of the rule in the files that are open. */
async function findings(): Promise<string[]> {
  const { token } = new vscode.CancellationTokenSource();
  const asked = { input: {}, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool('codeReview_listFindings', asked, token);
  const text = content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  const rows = JSON.parse(text.slice(text.indexOf('['))) as { id: string; rule: string; path: string }[];
  return rows.filter(row => row.rule === rule && files.includes(row.path)).map(({ id }) => id);
}

describe('the resolution rate', () => {
  let folder: string;
  const configuration = vscode.workspace.getConfiguration('codeReview', uriOf(''));

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-remarks-'));
    const script = path.join(folder, 'remarks.mjs');
    await writeFile(script, findRemarks);
    const tool = { name: 'remarks', command: ['node', script, '{files}'], format: 'sarif', files: ['**/*.ts'] };
    await configuration.update('tools', [tool], vscode.ConfigurationTarget.Workspace);
    const lines = ['a', 'b', 'c'].map(name => `export const ${name} = 1; // Remark ${name}\n`);
    for (const file of files) await writeFile(uriOf(file).fsPath, lines.join(''));
    assert.match(await run('reviewChanges', ['uncommitted']), /completed: 6 issues/);
  });

  after(async () => {
    await configuration.update('ignore', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    await configuration.update('tools', undefined, vscode.ConfigurationTarget.Workspace);
    await rm(folder, { recursive: true });
    await gitHere('clean', '--quiet', '--force', '-d');
    await gitHere('reset', '--quiet', '--hard', sample.head);
    assert.match(await run('reviewCurrentBranch'), /completed: 13 issues/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('counts what is dismissed, and no longer what is open again', async () => {
    const [first] = await findings();
    const before = await dismissedOf(rule);
    await run('dismissFinding', ['Not a problem'], first);
    await dismissedBecome(rule, before + 1);
    await run('reopenFinding', [], first);
    await dismissedBecome(rule, before);
    assert.equal((await findings()).length, 6);
  });

  it('offers to mute a rule that is mostly dismissed', async () => {
    const [ids, before] = [await findings(), await dismissedOf(rule)];
    for (const id of ids.slice(0, 4)) assert.equal(await run('dismissFinding', ['Wrong'], id), '');
    await dismissedBecome(rule, before + 4);
    const told: string[] = [];
    const window = vscode.window as unknown as Record<string, unknown>;
    const original = window['showInformationMessage'];
    const heard = new Promise<void>(resolve => {
      window['showInformationMessage'] = (sentence: string, button: string) => {
        told.push(sentence);
        resolve();
        return Promise.resolve(button);
      };
    });
    try {
      const pick = window['showQuickPick'];
      window['showQuickPick'] = (items: readonly string[]) => Promise.resolve(items[0]);
      await vscode.commands.executeCommand('codeReview.dismissFinding', ids[4]);
      window['showQuickPick'] = pick;
      await heard;
    } finally {
      window['showInformationMessage'] = original;
    }
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^You dismiss most comments of remarks\/remark: \d+ of \d+ that you dealt with\.$/);
    await problemsSettle(
      () => files.every(file => problems(file).length === 0),
      'the rule is muted, and the sixth is hidden too',
    );
  });
});
