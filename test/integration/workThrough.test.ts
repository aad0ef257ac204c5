import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeAll, codeLenses, inSight, quickFixes, show, take } from './host/editors.ts';
import { attended, gitHere, here, openFindings, problems, problemsSettle, sample, uriOf } from './host/window.ts';

const only = 'test/refundService.test.ts';
const python = 'worker/reconcile_refunds.py';

function run(command: string, ...args: unknown[]): Promise<unknown> {
  return Promise.resolve(vscode.commands.executeCommand(`codeReview.${command}`, ...args));
}

async function review(): Promise<string> {
  const { told } = await attended([], () => run('reviewCurrentBranch'));
  return told.join(' ');
}

function open(file: string): Promise<vscode.TextEditor> {
  return show(uriOf(file));
}

/** The quick fixes at the first problem of a file. */
async function fixes(file: string, words = ''): Promise<readonly vscode.CodeAction[]> {
  const problem = problems(file).find(({ message }) => message.includes(words));
  assert.ok(problem);
  return quickFixes(uriOf(file), problem.range);
}

/** What is in sight where a finding has no place in the code. */
const page = 'a page';

/** The file and the line of the cursor. */
function placeInSight(): string {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputWebview) return page;
  const editor = vscode.window.activeTextEditor;
  return editor === undefined
    ? 'nothing'
    : `${vscode.workspace.asRelativePath(editor.document.uri)}:${editor.selection.active.line + 1}`;
}

function comesInSight(place: string): Promise<void> {
  return inSight(
    () => placeInSight() === place,
    () => `${place}, but ${placeInSight()}`,
  );
}

describe('working through a review', () => {
  before(async () => {
    assert.match(await review(), /13 issues/);
  });

  afterEach(async () => {
    await run('clearFindingsFilter');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await gitHere('reset', '--quiet', '--hard', sample.head);
    const configuration = vscode.workspace.getConfiguration('codeReview', uriOf(''));
    for (const name of ['ignore', 'minimumSeverity', 'showAs'])
      await configuration.update(name, undefined, vscode.ConfigurationTarget.Workspace);
    await configuration.update('ignore', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
  });

  it('applies a suggestion by its quick fix, and is done with it for as long as that is not undone', async () => {
    const { document } = await open(only);
    await take(await fixes(only), 'Apply suggestion');
    await problemsSettle(() => problems(only).length === 0, 'the applied suggestion is no problem');
    assert.equal(document.getText().includes('it.only'), false);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText().includes("  it.only('pays back"), true);
    await problemsSettle(() => problems(only).length === 1, 'what was undone is a problem again');
    await vscode.commands.executeCommand('redo');
    await problemsSettle(() => problems(only).length === 0, 'what was done again is no problem');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await problemsSettle(() => problems(only).length === 1, 'what was taken back is a problem again');
  });

  it('keeps what was decided over an undo and over the next review, and says what is new', async () => {
    await open(only);
    const actions = await fixes(only);
    await take(actions, 'Apply suggestion');
    await problemsSettle(() => problems(only).length === 0, 'the applied suggestion is no problem');
    await attended(['Wrong'], () => take(actions, 'Dismiss'));
    await vscode.commands.executeCommand('undo');
    const told = await review();
    assert.match(told, /13 issues.* 12 open, none new since the last review\./);
    assert.equal(problems(only).length, 0);
  });

  it('says why a suggestion no longer fits, and changes nothing', async () => {
    const editor = await open(python);
    const { document } = editor;
    const line =
      problems(python).find(({ message }) => message.includes('it has no timeout'))?.range.start.line ?? assert.fail();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(line, 4), 'changed = 1; ');
    await vscode.workspace.applyEdit(edit);
    await problemsSettle(
      () => problems(python).some(({ message }) => message.includes('it has no timeout. (changed')),
      'changed',
    );
    const before = document.getText();
    const at =
      problems(python).find(({ message }) => message.includes('it has no timeout'))?.range.start ?? assert.fail();
    editor.selection = new vscode.Selection(at, at);
    const { told } = await attended([], () => run('applySuggestion'));
    assert.match(told.join(), /code has changed since the review/);
    assert.equal(document.getText(), before);
  });

  it('marks done and dismisses with a reason; what is reported again is open again, what was dismissed stays away', async () => {
    await open(python);
    const count = problems().length;
    await take(await fixes(python, 'is not defined'), 'Mark as done');
    await problemsSettle(() => problems().length === count - 1, 'one is done');
    const { asked } = await attended(['Not a problem'], async () => take(await fixes(python, 'TypeError'), 'Dismiss'));
    assert.ok(asked.join().endsWith(`This is kept on ${here} only.`), asked.join());
    await problemsSettle(() => problems().length === count - 2, 'one is dismissed');
    await review();
    assert.equal(problems().length, count - 1);
    assert.match(
      problems(python).find(({ message }) => message.includes('is not defined'))?.message ?? '',
      /reported again/,
    );
  });

  it('shows what passes the filter, everywhere', async () => {
    await attended(['severity:medium rule:*/sql-from-template path:src/**'], () => run('filterFindings'));
    await problemsSettle(() => problems().length === 1, 'only the query');
    assert.match(problems()[0]?.message ?? '', /between the quotes of a query/);
    const { told } = await attended(['severity:purple'], () => run('filterFindings'));
    assert.match(told.join(), /There is no severity purple/);
    await run('clearFindingsFilter');
    await problemsSettle(() => problems().length > 5, 'everything again');
  });

  it('hides what is too mild, and a rule or a file that was muted', async () => {
    const configuration = vscode.workspace.getConfiguration('codeReview', uriOf(''));
    const count = problems().length;
    await configuration.update('minimumSeverity', 'medium', vscode.ConfigurationTarget.Workspace);
    await problemsSettle(
      () =>
        problems().length > 0 &&
        problems().length < count &&
        problems().every(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning),
      'no mild ones',
    );
    await configuration.update('minimumSeverity', undefined, vscode.ConfigurationTarget.Workspace);
    await problemsSettle(() => problems().length === count, 'all again');
    const editor = await open('src/refunds/refundStore.ts');
    const at = problems('src/refunds/refundStore.ts')[0]?.range.start ?? assert.fail();
    editor.selection = new vscode.Selection(at, at);
    await run('muteRule');
    await problemsSettle(() => problems('src/refunds/refundStore.ts').length === 0, 'the rule is muted');
  });

  it('goes from finding to finding, across files and around', async () => {
    await closeAll();
    const findings = await openFindings();
    const inCode = findings.flatMap(({ path: file, line }) => (file && line ? [{ file, line }] : []));
    const byRow = inCode.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
    const pages = Array<string>(findings.length - inCode.length).fill(page);
    const places = [...byRow.map(({ file, line }) => `${file}:${line}`), ...pages];
    for (const place of [...places, ...places.slice(0, 1)]) {
      await run('nextFinding');
      await comesInSight(place);
    }
    await run('previousFinding');
    await comesInSight(places.at(-1) ?? assert.fail());
  });

  it('shows a suggestion beside the code it would change', async () => {
    await open(python);
    await take(await fixes(python, 'asks whether both are one object'), 'Preview suggestion');
    const preview = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'code-review-preview');
    assert.match(preview?.getText() ?? '', /refund\["status"\] == "paid"/);
    await run('nextSuggestion', preview?.uri);
    const previews = (): string[] =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs.map(({ label }) => label))
        .filter(label => label.startsWith('Suggestion: '));
    const isNext = (): boolean => previews().every(label => !label.includes('asks whether both are one object'));
    await inSight(
      () => previews().length === 1 && isNext(),
      () => `the preview of the next suggestion only, but ${previews().join()}`,
    );
    await closeAll();
  });

  it('applies all suggestions of a file as one edit that was looked at first', async () => {
    const { document } = await open(python);
    const before = document.getText();
    const count = problems(python).length;
    const dismissed = await attended([undefined], () => run('applyFileSuggestions', { uri: document.uri }));
    assert.equal(dismissed.asked.length, 1);
    assert.equal(document.getText(), before);
    // Only what is ticked.
    await attended(['timeout'], () => run('applyFileSuggestions', { uri: document.uri }));
    assert.match(document.getText(), /timeout=60\)/);
    assert.doesNotMatch(document.getText(), /"status"\] == "paid"/);
    const { told } = await attended([''], () => run('applyFileSuggestions', { uri: document.uri }));
    assert.match(told.join(), /^Applied \d+ suggestions in 1 file\. Not saved: reconcile_refunds\.py\.$/);
    const text = document.getText();
    assert.match(text, /timeout=60\)/);
    assert.match(text, /"status"\] == "paid"/);
    assert.match(text, /os\.environ\["DATABASE_URL"\]/);
    await problemsSettle(() => problems(python).length < count, 'they are done');
    await open(python);
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    await problemsSettle(() => problems(python).length === count, 'they are open again');
  });

  it('says of each file whether all suggestions save it, before any is applied', async () => {
    await closeAll();
    const { document } = await open(python);
    const before = document.getText();
    const files = async (command: string, ...args: unknown[]): Promise<string[]> => {
      const { choices } = await attended([undefined], () => run(command, ...args));
      return choices.filter(label => label.endsWith('saved'));
    };
    const [here, ...others] = (await files('applyAllSuggestions')).sort(label => (label.startsWith(python) ? -1 : 1));
    assert.equal(here, `${python}: will be saved`);
    assert.ok(others.length > 0);
    for (const other of others) assert.match(other, /^[\w./]+: not open, will be saved$/);
    // It is shown again where the changes were, and so is open.
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.deepEqual(await files('applyFileSuggestions', { uri: document.uri }), [`${python}: stays unsaved`]);
    const configuration = vscode.workspace.getConfiguration('files');
    await configuration.update('refactoring.autoSave', false, vscode.ConfigurationTarget.Workspace);
    for (const each of await files('applyAllSuggestions')) assert.match(each, /: (?:not open, )?stays unsaved$/);
    await configuration.update('refactoring.autoSave', undefined, vscode.ConfigurationTarget.Workspace);
    assert.equal(document.getText(), before);
  });

  it('hands a finding over to a chat, with its code and marked as data', async () => {
    const store = 'src/refunds/refundStore.ts';
    await open(store);
    await attended([], async () => take(await fixes(store, 'between the quotes of a query'), 'Fix with Chat'));
    const prompt = await vscode.env.clipboard.readText();
    assert.match(prompt, /untrusted data/);
    assert.match(prompt, /SELECT body FROM refunds/);
  });

  it('lets a language model list the findings and read one', async () => {
    const { token } = new vscode.CancellationTokenSource();
    const call = async (name: string, input: object): Promise<string> => {
      const result = await vscode.lm.invokeTool(`codeReview_${name}`, { input, toolInvocationToken: undefined }, token);
      return result.content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    };
    const list = await call('listFindings', {});
    assert.match(list, /untrusted data/);
    const rows = JSON.parse(list.slice(list.indexOf('['))) as { id: string; title: string }[];
    const sql = rows.find(({ title }) => title.includes('between the quotes of a query')) ?? assert.fail(list);
    assert.match(await call('readFinding', { id: sql.id }), /SELECT body FROM refunds/);
    assert.match(await call('readFinding', { id: 'no such' }), /no finding with this id/);
  });

  it('shows a line of actions above each finding where the setting asks for it', async () => {
    const file = 'src/refunds/refundStore.ts';
    await open(file);
    const titles = async (): Promise<(string | undefined)[]> =>
      (await codeLenses(uriOf(file))).map(({ command }) => command?.title);
    assert.equal((await titles()).includes('Done'), false);
    const configuration = vscode.workspace.getConfiguration('codeReview', uriOf(''));
    await configuration.update('codeLens', true, vscode.ConfigurationTarget.Workspace);
    assert.ok((await titles()).includes('Done'));
    await configuration.update('codeLens', undefined, vscode.ConfigurationTarget.Workspace);
  });

  it('shows no problems where findings are shown as threads only', async () => {
    const configuration = vscode.workspace.getConfiguration('codeReview', uriOf(''));
    const count = problems().length;
    await configuration.update('showAs', 'threads', vscode.ConfigurationTarget.Workspace);
    await problemsSettle(() => problems().length === 0, 'none');
    await configuration.update('showAs', undefined, vscode.ConfigurationTarget.Workspace);
    await problemsSettle(() => problems().length === count, 'all again');
  });

  it('mutes the file, reopens what was done, and copies a finding', async () => {
    const file = 'src/refunds/refundStore.ts';
    const editor = await open(file);
    const at = problems(file)[0]?.range.start ?? assert.fail();
    editor.selection = new vscode.Selection(at, at);
    await run('copyFinding');
    assert.match(await vscode.env.clipboard.readText(), /between the quotes of a query/);
    await run('copyFindingAsJson');
    assert.equal(
      (JSON.parse(await vscode.env.clipboard.readText()) as { rule_id: string }).rule_id,
      'eslint/review/sql-from-template',
    );
    await run('markDone');
    await problemsSettle(() => problems(file).length === 0, 'done');
    await run('reopenFinding');
    await problemsSettle(() => problems(file).length === 1, 'open again');
    await run('mutePath');
    await problemsSettle(() => problems(file).length === 0, 'muted');
  });

  it('reviews a pull request by its number or address, and says where it is not known', async () => {
    const { told, asked } = await attended(['local/orders', '#7'], () => run('reviewPullRequest'));
    assert.match(asked.join(), /Which repository.*Number or address/);
    assert.match(told.join(), /#7 completed: 13 issues/);
    const wrong = await attended(['local/orders', 'seven'], () => run('reviewPullRequest'));
    assert.match(wrong.told.join(), /Type a number like 12/);
    const unknown = await attended(['local/orders', '99'], () => run('reviewPullRequest'));
    assert.match(unknown.told.join(), /does not know the pull request local\/orders #99/);
    const nothing = await attended([], () => run('resumeReview'));
    assert.match(nothing.told.join(), /No review is waiting/);
  });

  it('exports the review as Markdown, SARIF and JSON', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-export-'));
    const [{ id: finding } = assert.fail()] = await openFindings();
    for (const [format, check] of [
      ['Markdown', /\| .*refundStore\.ts/],
      ['SARIF', /"version": "2\.1\.0"/],
      ['JSON', /"existing_code"/],
    ] as const) {
      const file = path.join(folder, format);
      const { told } = await attended([format, file], () => run('exportReview', finding));
      assert.match(told.join(), /Exported to/);
      assert.match(await readFile(file, 'utf8'), check);
    }
    await rm(folder, { recursive: true });
  });

  it('offers a new review when the branch was pushed, once, and starts none by itself', async () => {
    const told: string[] = [];
    const emitter = vscode.window as unknown as { showInformationMessage: (sentence: string) => Promise<undefined> };
    const original = emitter.showInformationMessage;
    const heard = new EventTarget();
    emitter.showInformationMessage = sentence => {
      told.push(sentence);
      heard.dispatchEvent(new Event('told'));
      return Promise.resolve(undefined);
    };
    try {
      // Another pull request that was looked at meanwhile is not that of the branch.
      await gitHere('push', '--quiet', 'origin', `${sample.head}~1:refs/pull/8/head`);
      const byNumber = await attended(['local/orders', '#8'], () => run('reviewPullRequest'));
      assert.match(byNumber.told.join(), /#8 completed/);
      const first = once(heard, 'told');
      await gitHere('commit', '--quiet', '--allow-empty', '--message=Pushed');
      await gitHere('push', '--quiet', 'origin', sample.branch);
      await first;
      assert.deepEqual(told, ['local/orders #7 has moved on: 1 commit pushed since the review.']);
    } finally {
      emitter.showInformationMessage = original;
      await gitHere('reset', '--quiet', '--hard', sample.head);
      await gitHere('push', '--quiet', '--force', 'origin', sample.branch, ':refs/pull/8/head');
    }
  });

  it('reviews a pull request by its number as one that is not checked out where its branch was just left', async () => {
    await gitHere('checkout', '--quiet', '--force', 'main');
    try {
      const { told } = await attended(['local/orders', '7'], () => run('reviewPullRequest'));
      assert.match(told.join(), /#7 completed/);
      const isOfFile = ([{ scheme }, all]: [vscode.Uri, vscode.Diagnostic[]]): boolean =>
        scheme === 'file' && all.some(({ source }) => source === 'Code Review');
      await problemsSettle(() => !vscode.languages.getDiagnostics().some(isOfFile), 'none in files that are gone');
      assert.ok((await openFindings()).length > 0, 'they folded away with the branch that was left');
    } finally {
      await gitHere('checkout', '--quiet', sample.branch);
    }
  });
});
