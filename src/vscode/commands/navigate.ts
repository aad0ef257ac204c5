import * as vscode from 'vscode';
import { nextStop, type Stop } from '../../core/review/nextFinding.ts';
import { toRange } from '../views/diagnostics.ts';
import { notify } from '../platform/notify.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';
import type { CommentThreads } from '../views/commentThreads.ts';
import type { FindingsView } from '../views/findingsTree/findingsView.ts';

// Lines below a finding that its thread takes up.
const threadLines = 12;
const messageMilliseconds = 6_000;

interface Parts {
  readonly worklist: Worklist;
  readonly threads: CommentThreads;
  readonly tree: FindingsView;
  /** Shows a finding that is in no file as a page. */
  readonly showPage: (item: WorkItem) => Promise<void>;
}

/** Goes to findings: to their lines with the thread unfolded, or to their page, with their row selected. */
export class Navigation {
  readonly #parts: Parts;
  #last: Stop | undefined;
  #before: readonly Stop[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Goes to the next (1) or previous (-1) open finding in the order of the rows, and around at the end. */
  async go(direction: 1 | -1): Promise<void> {
    const items = this.#parts.tree.order;
    const editor = vscode.window.activeTextEditor;
    const cursor = editor && {
      file: editor.document.uri.toString(),
      line: editor.selection.active.line,
      column: editor.selection.active.character,
    };
    const stops = items.map(stopOf);
    const step = nextStop(stops, { last: this.#last, before: this.#before, cursor }, direction);
    const item = step && items[stops.indexOf(step.stop)];
    if (step === undefined || item === undefined) {
      const isHidden = this.#parts.worklist.hidden > 0;
      notify(
        'info',
        isHidden ? 'No finding is left that the filter and the settings show.' : 'No finding is left to go to.',
      );
      return;
    }
    await this.show(item);
    if (step.isAround) {
      const end = direction === 1 ? 'the last finding: back at the first' : 'the first finding: on at the last';
      vscode.window.setStatusBarMessage(`$(sync) That was ${end} of ${items.length}`, messageMilliseconds);
    }
  }

  /** Shows a finding and nothing else. */
  async show(item: WorkItem): Promise<void> {
    const { tree, threads, showPage } = this.#parts;
    const stops = tree.order.map(stopOf);
    const stop = stopOf(item);
    this.#last = stop;
    this.#before = stops;
    const index = stops.findIndex(({ id }) => id === stop.id);
    threads.unfold(item, index < 0 ? '' : `${index + 1} of ${stops.length}`);
    if (item.uri === undefined) await showPage(item);
    else await reveal(item.uri, item);
    await tree.select(item);
  }
}

/** Opens a finding's file with its first line in sight, and room below for its thread. */
async function reveal(uri: vscode.Uri, { finding }: WorkItem): Promise<void> {
  const { start } = toRange(finding.range);
  const seen = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const isInSight = seen?.visibleRanges.some(
    range => range.start.line <= start.line && start.line + threadLines <= range.end.line,
  );
  const editor = await vscode.window.showTextDocument(uri, {
    preview: true,
    selection: new vscode.Range(start, start),
    ...(seen?.viewColumn === undefined ? {} : { viewColumn: seen.viewColumn }),
  });
  if (isInSight !== true) editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenter);
}

function stopOf({ uri, finding: { id, range } }: WorkItem): Stop {
  return { id, file: uri?.toString(), line: range?.startLine ?? 0, column: range?.startColumn ?? 0 };
}
