import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { quickFixes, take } from '../host/editors.ts';
import { attended, gitHere, openFindings, pageShown, problems, problemsSettle, sample, uriOf } from '../host/window.ts';

const file = 'src/refunds/refundStore.ts';
const script = 'tools/checkWords.mjs';

/** Finds the word “newest” and offers another one. */
const checkWords = `
  import { readFileSync } from 'node:fs';
  const results = process.argv.slice(2).flatMap(uri =>
    readFileSync(uri, 'utf8').split('\\n').flatMap((text, index) => {
      const at = text.indexOf('newest');
      if (at < 0) return [];
      const region = { startLine: index + 1, startColumn: at + 1, endColumn: at + 7 };
      const artifactLocation = { uri };
      const replacements = [{ deletedRegion: region, insertedContent: { text: 'latest' } }];
      return [{
        ruleId: 'plain-words',
        level: 'error',
        message: { text: 'There is a plainer word' },
        locations: [{ physicalLocation: { artifactLocation, region } }],
        fixes: [{ artifactChanges: [{ artifactLocation, replacements }] }],
      }];
    }),
  );
  console.log(JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'words' } }, results }] }));
`;
const words = { name: 'words', command: ['node', script, '{files}'], format: 'sarif', files: ['**/*.ts'] };

async function run(command: string, answers: readonly (string | undefined)[] = []): Promise<string> {
  const { told } = await attended(answers, async () => {
    await vscode.commands.executeCommand(`codeReview.${command}`);
  });
  return told.join(' ');
}

const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('codeReview', uriOf(''));

async function setTools(tools: unknown): Promise<void> {
  await configuration().update('tools', tools, vscode.ConfigurationTarget.Workspace);
}

const found = (): vscode.Diagnostic[] => problems(file).filter(({ message }) => message.includes('plainer word'));

describe('the tools of the project', () => {
  before(async () => {
    await mkdir(path.dirname(uriOf(script).fsPath), { recursive: true });
    await writeFile(uriOf(script).fsPath, checkWords);
  });

  after(async () => {
    await setTools(undefined);
    await gitHere('clean', '--quiet', '--force', '-d', '-x');
    await gitHere('reset', '--quiet', '--hard', sample.head);
    assert.match(await run('reviewCurrentBranch'), /completed: 13 issues/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('review along: what they find is a problem with their rule, and their fix can be applied', async () => {
    await setTools([words]);
    assert.match(await run('reviewCurrentBranch'), /completed: 14 issues/);
    const [problem] = found();
    assert.ok(problem);
    assert.equal(problem.code, 'words/plain-words');
    const { document } = await vscode.window.showTextDocument(uriOf(file)).then(editor => editor);
    await take(await quickFixes(document.uri, problem.range), 'Apply suggestion');
    await problemsSettle(() => found().length === 0, 'the applied fix is no problem');
    assert.match(document.getText(), /The refunds of an order, latest first/);
  });

  it('are no longer run once they are taken out of the settings', async () => {
    await setTools(undefined);
    assert.match(await run('reviewCurrentBranch'), /completed: 13 issues/);
    assert.deepEqual(found(), []);
  });

  it('that cannot be used are told with the review, and so are those that fail', async () => {
    await setTools([
      { ...words, command: 'node check' },
      { ...words, name: 'broken', command: ['node', '-e', '1'] },
    ]);
    assert.match(await run('reviewCurrentBranch'), /completed: 13 issues/);
    const [{ id: finding } = assert.fail()] = await openFindings();
    const text = await pageShown(() => vscode.commands.executeCommand('codeReview.showReport', finding));
    assert.match(text, /The setting “codeReview\.tools” cannot be used as it is: Tool “words”: “command” has to be an/);
    assert.match(text, /Broken \(a tool of the project\) failed and found nothing: /);
  });

  it('are offered where they are found, with what they run and what is missing, and written into the settings', async () => {
    const program = uriOf('node_modules/oxlint/bin/oxlint').fsPath;
    await mkdir(path.dirname(program), { recursive: true });
    await writeFile(program, '');
    await writeFile(uriOf('.semgrep.yml').fsPath, 'rules: []\n');
    await setTools([words]);
    const offered: vscode.QuickPickItem[] = [];
    const { told } = await attended([undefined], async () => {
      const window = vscode.window as unknown as Record<string, unknown>;
      window['showQuickPick'] = (items: readonly vscode.QuickPickItem[]) => {
        offered.push(...items);
        return Promise.resolve(items.filter(({ label }) => label === 'oxlint'));
      };
      await vscode.commands.executeCommand('codeReview.addTool');
    });
    assert.deepEqual(
      offered.map(({ label }) => label),
      ['oxlint', 'semgrep', 'tsc'],
    );
    assert.match(offered[0]?.description ?? '', /^node node_modules\/oxlint\/bin\/oxlint .*\{files\}$/);
    assert.match(offered[0]?.detail ?? '', /^Everything that it needs is installed\.$/);
    assert.match(offered[1]?.detail ?? '', /^Not installed: semgrep\. .*pip install semgrep/);
    assert.match(offered[2]?.detail ?? '', /^Not installed: /);
    assert.match(told.join(), /^Added to the settings of this workspace: oxlint\./);
    const written = configuration().inspect<{ name: string }[]>('tools')?.workspaceValue ?? [];
    assert.deepEqual(
      written.map(({ name }) => name),
      ['words', 'oxlint'],
    );
    await rm(uriOf('.semgrep.yml').fsPath);
    await rm(uriOf('tsconfig.json').fsPath);
    assert.match(await run('addTool'), /Every known tool that was found here is set already: oxlint\./);
    await rm(uriOf('node_modules').fsPath, { recursive: true });
    assert.match(await run('addTool'), /No known tool was found here\. .*“codeReview\.tools”/);
    await gitHere('checkout', '--quiet', '--', 'tsconfig.json');
    await setTools('eslint');
    assert.match(await run('addTool'), /has to be a list of tools\..* nothing can be added to it\.$/);
  });
});
