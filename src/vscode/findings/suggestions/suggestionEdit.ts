import type * as vscode from 'vscode';
import { suggestedEdit, type SuggestedEdit } from '../../../core/review/suggestedEdit.ts';
import type { WorkItem, Worklist } from '../worklist.ts';

/** The edit that a finding's suggestion is in a document as it is now, or the sentence why it does not fit. */
export function suggestionEdit(
  worklist: Worklist,
  { finding, uri }: WorkItem,
  document: vscode.TextDocument,
): SuggestedEdit {
  const lines = document.getText().split(/\r\n|\n|\r/);
  return suggestedEdit(finding, lines, uri === undefined ? undefined : worklist.reviewedLines(uri));
}
