import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';

/** What the status bar says before the first review. */
export const notReviewed = () => ({
  text: `$(comment-discussion) ${t('Review')}`,
  lines: [t('Nothing has been reviewed here yet. Click for what can be done.')],
});

/** Creates the status bar item, which says that nothing was reviewed until it is told otherwise. */
export function createStatusBarItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('codeReview.status', vscode.StatusBarAlignment.Left, 5);
  item.name = 'Code Review';
  item.command = 'codeReview.showMenu';
  const { text, lines } = notReviewed();
  const [tooltip = ''] = lines;
  item.text = text;
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: `Code Review: ${tooltip}` };
  // Without a folder there is no branch to tell of.
  if (vscode.workspace.workspaceFolders) item.show();
  return item;
}
