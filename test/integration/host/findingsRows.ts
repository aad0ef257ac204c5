import * as vscode from 'vscode';
import { attended } from './window.ts';

/** What is told of a row that the editor does not know: one that is gone, or any while the tree is drawn anew. */
export const drawnAnew = 'The view was just drawn anew, so this was not done. Choose it again.';

/**
 * Runs a command as the editor does where a row of the findings, or the one in focus, has its button: the row is looked
 * up in the tree.
 *
 * @param row its id; undefined is the one in focus
 */
export async function clickRow(command: string, row: string | undefined): ReturnType<typeof attended> {
  const at = row === undefined ? { $focusedTreeItem: true } : { $treeItemHandle: `1/${row}` };
  const commands = [{ command: `codeReview.${command}`, args: [{ $treeViewId: 'codeReview.findings', ...at }] }];
  return attended([], async () => vscode.commands.executeCommand('runCommands', { commands }));
}
