import type * as vscode from 'vscode';
import { suggestedEdit, type SuggestedEdit } from '../../../core/review/suggestedEdit.ts';
import type { WorkItem } from '../workItem.ts';
import type { Worklist } from '../worklist.ts';

/** The edit that a finding's suggestion is in a document as it is now, or the sentence why it does not fit. */
export function suggestionEdit(worklist: Worklist, item: WorkItem, document: vscode.TextDocument): SuggestedEdit {
  const lines = document.getText().split(/\r\n|\n|\r/);
  return suggestedEdit(item.finding, lines, worklist.reviewedLines(item));
}
