import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/errors.ts';
import { toRange } from '../diagnostics.ts';
import type { FindingThread } from '../threads.ts';
import type { WorkItem, Worklist } from '../worklist.ts';

/** What commands about a finding are called with: its id, its row in the tree, its thread, or nothing for the one at the cursor. */
export type FindingArgument =
  string | { readonly kind: 'finding'; readonly item: WorkItem } | FindingThread | undefined;

/** The finding that a command is about, as it is now. @throws CodeReviewError of kind `input` when there is none */
export function findingOf(worklist: Worklist, argument: FindingArgument): WorkItem {
  const id = idOf(argument) ?? atCursor(worklist)?.finding.id;
  const item = id === undefined ? undefined : worklist.byId(id);
  if (item === undefined)
    throw new CodeReviewError('input', 'There is no finding here.', 'Choose one in the Findings view.');
  return item;
}

function idOf(argument: FindingArgument): string | undefined {
  if (typeof argument === 'string' || argument === undefined) return argument;
  return 'kind' in argument ? argument.item.finding.id : argument.findingId;
}

function atCursor(worklist: Worklist): WorkItem | undefined {
  const editor = vscode.window.activeTextEditor;
  return (
    editor &&
    worklist.of(editor.document.uri).find(({ finding }) => toRange(finding.range).contains(editor.selection.active))
  );
}
