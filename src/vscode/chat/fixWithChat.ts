import * as vscode from 'vscode';
import { chatPrompt, type PromptFinding } from '../../core/render/chatPrompt.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { pathOf } from '../../core/review/finding.ts';
import { notify } from '../platform/notify.ts';
import { openText } from '../findings/openText.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';

const open = 'workbench.action.chat.open';
const around = 3;

/** Opens the editor's chat with a prompt to fix a finding. */
export async function fixWithChat(item: WorkItem): Promise<void> {
  await handOver([item]);
}

/** Opens the editor's chat with a prompt to fix all open findings that are shown. */
export async function fixAllWithChat(worklist: Worklist): Promise<void> {
  if (worklist.open.length === 0)
    throw new CodeReviewError('input', t('There is no open finding.'), t('Reopen one, or clear the filter.'));
  await handOver(worklist.open);
}

/** Opens the chat with the prompt; copies the prompt if there is no chat. */
async function handOver(items: readonly WorkItem[]): Promise<void> {
  const prompt = chatPrompt(await Promise.all(items.map(promptFinding)));
  const commands = await vscode.commands.getCommands(true);
  // If the chat is disabled, the command still exists and does nothing.
  const isOff = vscode.workspace.getConfiguration('chat').get('disableAIFeatures') === true;
  if (commands.includes(open) && !isOff) {
    // The user sends it, since it contains untrusted text.
    await vscode.commands.executeCommand(open, { query: prompt, isPartialQuery: true });
    return;
  }
  await vscode.env.clipboard.writeText(prompt);
  notify('info', t('There is no chat in this editor, so the prompt was copied to the clipboard.'));
}

/** The prompt for a finding, with the current lines around it. */
export async function promptFinding({ finding, uri }: WorkItem): Promise<PromptFinding> {
  const { range } = finding;
  const comment = { ...finding.comment, path: pathOf(finding) };
  const document = uri === undefined || range === undefined ? undefined : await openText(uri);
  if (document === undefined || range === undefined) return { comment, code: undefined, line: undefined };
  const from = Math.max(0, range.startLine - around);
  const code = document.getText(new vscode.Range(from, 0, range.endLine + around + 1, 0));
  return { comment, code, line: range.startLine + 1 };
}
