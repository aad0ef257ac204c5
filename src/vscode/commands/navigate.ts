import * as vscode from 'vscode';
import { toRange } from '../views/diagnostics.ts';
import { notify } from '../platform/notify.ts';
import type { WorkItem, Worklist } from '../findings/worklist.ts';

/** Goes to the next (1) or previous (-1) open finding, across files in the order of their paths, and around at the end. */
export async function goToFinding(worklist: Worklist, direction: 1 | -1): Promise<void> {
  const items = worklist.open.filter(({ uri }) => uri !== undefined).sort(byPlace);
  if (items.length === 0) {
    notify(
      'info',
      worklist.hidden > 0
        ? 'No finding is left that the filter and the settings show.'
        : 'No finding is left to go to.',
    );
    return;
  }
  const editor = vscode.window.activeTextEditor;
  const place = editor && {
    path: editor.document.uri.fsPath,
    line: editor.selection.active.line,
    column: editor.selection.active.character,
  };
  const after = (item: WorkItem): boolean => place !== undefined && comparePlace(placeOf(item), place) * direction > 0;
  const ordered = direction === 1 ? items : items.reverse();
  const target = ordered.find(after) ?? ordered[0];
  if (target !== undefined) await reveal(target);
}

/** Opens a finding's file with its lines in sight. */
async function reveal({ uri, finding }: WorkItem): Promise<void> {
  if (uri === undefined) return;
  const range = toRange(finding.range);
  const editor = await vscode.window.showTextDocument(uri, { preview: true });
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

function placeOf({ uri, finding: { range } }: WorkItem): Place {
  return { path: uri?.fsPath ?? '', line: range?.startLine ?? 0, column: range?.startColumn ?? 0 };
}

function byPlace(a: WorkItem, b: WorkItem): number {
  return comparePlace(placeOf(a), placeOf(b));
}

function comparePlace(a: Place, b: Place): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column;
}
