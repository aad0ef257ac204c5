import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/errors.ts';
import { toRange } from '../diagnostics.ts';
import type { Row } from '../findingsTree/rows.ts';
import type { FindingThread } from '../threads.ts';
import type { WorkItem, Worklist } from '../worklist.ts';

/** What commands about a finding are called with: its id, its row in the tree, its thread, or nothing for the one at the cursor. */
export type FindingArgument = string | Row | FindingThread | null | undefined;

/**
 * The finding that a command is about, as it is now.
 * @throws CodeReviewError of kind `input` when there is none, or none any more; what the command was called from never
 * stands for the finding at the cursor
 */
export function findingOf(worklist: Worklist, argument: FindingArgument): WorkItem {
  if (argument === undefined) {
    const item = atCursor(worklist);
    if (item !== undefined) return item;
    throw new CodeReviewError('input', 'There is no finding here.', 'Choose one in the Findings view.');
  }
  const id = idOf(argument);
  const item = id === undefined ? undefined : worklist.byId(id);
  if (item !== undefined) return item;
  throw new CodeReviewError('input', 'This finding is no longer shown.', 'Choose one in the Findings view.');
}

/** Undefined where the editor no longer knows the row or the thread. */
function idOf(argument: Exclude<FindingArgument, undefined>): string | undefined {
  if (typeof argument === 'string') return argument;
  if (argument === null) return undefined;
  if (!('kind' in argument)) return argument.findingId;
  return argument.kind === 'finding' ? argument.item.finding.id : undefined;
}

function atCursor(worklist: Worklist): WorkItem | undefined {
  const editor = vscode.window.activeTextEditor;
  return (
    editor &&
    worklist.of(editor.document.uri).find(({ finding }) => toRange(finding.range).contains(editor.selection.active))
  );
}
