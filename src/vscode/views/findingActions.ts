import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { plainMarkdown } from '../../core/render/plainMarkdown.ts';
import { suggestionEdit } from '../findings/suggestions/suggestionEdit.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';

/** What the light bulb offers for a finding. @param document the file that it is in */
export function actionsFor(
  item: WorkItem,
  document: vscode.TextDocument,
  worklist: Worklist,
  kind: vscode.CodeActionKind,
): vscode.CodeAction[] {
  const { id, comment } = item.finding;
  const title = plainMarkdown(comment.title, 60);
  const action = (label: string, command: string): vscode.CodeAction => {
    const made = new vscode.CodeAction(label, kind);
    made.command = { title: label, command, arguments: [id] };
    return made;
  };
  const found = comment.suggestion === undefined ? undefined : suggestionEdit(worklist, item, document);
  const apply = action(t('Apply suggestion: {title}', { title }), 'codeReview.applySuggestion');
  apply.isPreferred = true;
  if (found !== undefined && 'problem' in found) apply.disabled = { reason: found.problem };
  const fix =
    found === undefined
      ? []
      : [apply, action(t('Preview suggestion: {title}', { title }), 'codeReview.previewSuggestion')];
  return [
    ...fix,
    action(t('Fix with Chat: {title}', { title }), 'codeReview.fixWithChat'),
    action(t('Mark as done: {title}', { title }), 'codeReview.markDone'),
    action(t('Dismiss: {title}', { title }), 'codeReview.dismissFinding'),
  ];
}
