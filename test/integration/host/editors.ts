import * as vscode from 'vscode';
import { holds } from './window.ts';

/** Resolves when what is in sight passes `check`: the editor tells of it a moment after a command has ended. */
export function inSight(check: () => boolean, what: () => string): Promise<void> {
  const { tabGroups, onDidChangeActiveTextEditor, onDidChangeTextEditorSelection } = vscode.window;
  const { onDidChangeTextDocument } = vscode.workspace;
  return holds(
    check,
    [tabGroups.onDidChangeTabs, onDidChangeActiveTextEditor, onDidChangeTextEditorSelection, onDidChangeTextDocument],
    what,
  );
}

/** Shows a file; resolves when its tab is known too. */
export async function show(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri);
  const input = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isShown = (shown: unknown): boolean =>
    shown instanceof vscode.TabInputText && shown.uri.toString() === uri.toString();
  await inSight(
    () => isShown(input()),
    () => `the tab of ${uri.fsPath}`,
  );
  return editor;
}

/** Closes all editors; resolves when it is known that there is no tab. */
export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  const tabs = (): string[] => vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
  await inSight(
    () => tabs().length === 0,
    () => `no tab, but ${tabs().join()}`,
  );
}

/** Resolves to the text of the active editor as soon as it matches. */
export async function activeText(pattern: RegExp): Promise<string> {
  const text = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';
  await inSight(
    () => pattern.test(text()),
    () => `text with ${pattern}, but ${text()}`,
  );
  return text();
}

/**
 * What a provider offers, over the editor. That forgets the commands of it 100 ms after it has handed it over, so a
 * window that was too busy to take them until then asks again: nothing of ours is without a command.
 */
async function provided<T extends { readonly command?: vscode.Command }>(
  provider: string,
  ...about: readonly unknown[]
): Promise<readonly T[]> {
  for (;;) {
    const all = await vscode.commands.executeCommand<T[]>(provider, ...about);
    if (all.every(({ command }) => command !== undefined)) return all;
  }
}

/** The code lenses of a file. */
export function codeLenses(uri: vscode.Uri): Promise<readonly vscode.CodeLens[]> {
  return provided('vscode.executeCodeLensProvider', uri);
}

/** The extension's quick fixes at a range. */
export function quickFixes(uri: vscode.Uri, range: vscode.Range): Promise<readonly vscode.CodeAction[]> {
  return provided('vscode.executeCodeActionProvider', uri, range, 'quickfix.codeReview');
}

/** Runs the first quick fix whose title begins so. */
export async function take(fixes: readonly vscode.CodeAction[], title: string): Promise<void> {
  const { command } = fixes.find(fix => fix.title.startsWith(title)) ?? {};
  if (command === undefined)
    throw new Error(`There is no quick fix ${title}, only ${fixes.map(fix => fix.title).join()}`);
  await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
}
