import * as vscode from 'vscode';

/** Scheme of the text that a file would be with a suggestion; the query is the finding's id. */
export const previewScheme = 'code-review-preview';

/** The tabs that show a preview of one suggestion. */
export function previewTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(tab => isShowing(tab));
}

/** Whether a tab shows a preview, or that one. */
export function isShowing({ input }: vscode.Tab, uri?: vscode.Uri): boolean {
  if (!(input instanceof vscode.TabInputTextDiff)) return false;
  const { modified } = input;
  return uri === undefined ? modified.scheme === previewScheme : modified.toString() === uri.toString();
}

/** Whether a preview can be seen now. */
export function isInSight(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ activeTab }) => activeTab !== undefined && isShowing(activeTab, uri));
}
