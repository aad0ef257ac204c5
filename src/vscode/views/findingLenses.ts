import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { plainMarkdown } from '../../core/render/plainMarkdown.ts';
import type { WorkItem } from '../findings/workItem.ts';
import { toRange } from './diagnostics.ts';

/** What the line above an open finding holds. */
export function lensesFor({ finding }: WorkItem): vscode.CodeLens[] {
  const range = toRange(finding.range);
  const lens = (title: string, command: string): vscode.CodeLens =>
    new vscode.CodeLens(range, { title, command, arguments: [finding.id] });
  const apply = finding.comment.suggestion === undefined ? [] : [lens(t('Apply'), 'codeReview.applySuggestion')];
  return [lens(plainMarkdown(finding.comment.title, 80), ''), ...apply, lens(t('Done'), 'codeReview.markDone')];
}
