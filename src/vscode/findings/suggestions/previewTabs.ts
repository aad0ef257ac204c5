import * as vscode from 'vscode';

/** Scheme of the text that a file would be with a suggestion; the query is the finding's id. */
export const previewScheme = 'code-review-preview';

/** The tabs that show a preview of one suggestion. */
export function previewTabs(): vscode.Tab[] {
  const all = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  return all.filter(tab => shownIn(tab)?.scheme === previewScheme);
}

/** Whether a tab shows that preview. */
export function isShowing(tab: vscode.Tab | undefined, uri: vscode.Uri): boolean {
  return shownIn(tab)?.toString() === uri.toString();
}

/** Whether a preview can be seen now. */
export function isInSight(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ activeTab }) => isShowing(activeTab, uri));
}

function shownIn(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  return tab?.input instanceof vscode.TabInputTextDiff ? tab.input.modified : undefined;
}
