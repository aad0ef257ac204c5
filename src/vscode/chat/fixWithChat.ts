import * as vscode from 'vscode';
import { chatPrompt, type PromptFinding } from '../../core/render/chatPrompt.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { notify } from '../platform/notify.ts';
import type { WorkItem, Worklist } from '../findings/worklist.ts';

const open = 'workbench.action.chat.open';
const around = 3;

/** Hands a finding over to the editor's chat. */
export async function fixWithChat(item: WorkItem): Promise<void> {
  await handOver([item]);
}

/** Hands every open finding that is shown over to the editor's chat. */
export async function fixAllWithChat(worklist: Worklist): Promise<void> {
  if (worklist.open.length === 0)
    throw new CodeReviewError('input', 'There is no open finding.', 'Reopen one, or clear the filter.');
  await handOver(worklist.open);
}

/** Opens the chat with the prompt; where there is no chat, the prompt is copied. */
async function handOver(items: readonly WorkItem[]): Promise<void> {
  const prompt = chatPrompt(await Promise.all(items.map(promptFinding)));
  const commands = await vscode.commands.getCommands(true);
  // The command stays where the chat is off, and then does nothing.
  const isOff = vscode.workspace.getConfiguration('chat').get('disableAIFeatures') === true;
  if (commands.includes(open) && !isOff) {
    // Sending it is left to the user: it holds what others wrote.
    await vscode.commands.executeCommand(open, { query: prompt, isPartialQuery: true });
    return;
  }
  await vscode.env.clipboard.writeText(prompt);
  notify('info', 'There is no chat in this editor, so the prompt was copied to the clipboard.');
}

/** A finding with the lines around it as they are now. */
export async function promptFinding({ finding, uri }: WorkItem): Promise<PromptFinding> {
  const { comment, range } = finding;
  if (uri === undefined || range === undefined) return { comment, code: undefined, line: undefined };
  const document = await vscode.workspace.openTextDocument(uri);
  const from = Math.max(0, range.startLine - around);
  const code = document.getText(new vscode.Range(from, 0, range.endLine + around + 1, 0));
  return { comment, code, line: range.startLine + 1 };
}
