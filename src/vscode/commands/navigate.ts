import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { isInSight, topLineFor } from '../../core/review/findingInSight.ts';
import { nextStop, type CursorPlace, type Stop } from '../../core/review/nextFinding.ts';
import { commitFileScheme, commitFileTitle } from '../findings/elsewhere/commitFile.ts';
import { openText } from '../findings/openText.ts';
import { seriesKey } from '../../reviews/current/reviewSeries.ts';
import { toRange } from '../views/diagnostics.ts';
import { notify } from '../platform/notify.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';
import type { CommentThreads } from '../views/commentThreads.ts';
import type { FindingsView } from '../views/findingsTree/findingsView.ts';

const messageMilliseconds = 6_000;

interface Parts {
  readonly worklist: Worklist;
  readonly threads: CommentThreads;
  readonly tree: FindingsView;
  /** Shows a finding as a page, where no text editor can show its file. */
  readonly showPage: (item: WorkItem, keepsFocus: boolean) => Promise<void>;
}

/** Goes to findings: to their lines with the thread unfolded, or to their page, with their row selected. */
export class Navigation {
  readonly #parts: Parts;
  #last: WorkItem | undefined;
  #before: readonly Stop[] = [];
  /** Where the cursor was put. */
  #put: CursorPlace | undefined;
  /** Counts the findings that were to be shown: until one is, the next may be. */
  #turn = 0;
  /** Whether the cursor is still where it was before the last one. */
  #isOnTheWay = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Goes to the next (1) or previous (-1) open finding in the order of the rows, and around at the end. */
  async go(direction: 1 | -1): Promise<void> {
    const { tree, worklist } = this.#parts;
    const visited = this.#last && this.#asNow(this.#last);
    const last = visited && stopOf(visited);
    // In a diff either side may have the focus.
    const editor = diffSide(last?.file) ?? vscode.window.activeTextEditor;
    const cursor = this.#isOnTheWay ? undefined : editor && cursorOf(editor);
    const isInLast = last !== undefined && (cursor === undefined || cursor.file === last.file);
    const items = tree.order(isInLast ? visited : undefined);
    const stops = items.map(stopOf);
    const step = nextStop(stops, { last, before: this.#before, cursor, put: this.#put }, direction);
    const item = step && items[stops.indexOf(step.stop)];
    if (step === undefined || item === undefined) {
      notify('info', nothingLeft(worklist));
      return;
    }
    await this.show(item);
    if (step.isAround) {
      const count = items.length;
      const around =
        direction === 1
          ? t('That was the last finding: back at the first of {count}', { count })
          : t('That was the first finding: on at the last of {count}', { count });
      const told = count === 1 ? t('There is no other finding') : around;
      vscode.window.setStatusBarMessage(`$(sync) ${told}`, messageMilliseconds);
    }
  }

  /** Shows a finding and nothing else, unless another one is to be shown by then. @param keepsFocus whether the focus stays where it is */
  async show(item: WorkItem, keepsFocus = false): Promise<void> {
    const { tree, threads, showPage } = this.#parts;
    const turn = ++this.#turn;
    const isLast = (): boolean => turn === this.#turn;
    const stops = tree.order(item).map(stopOf);
    this.#last = item;
    this.#before = stops;
    threads.unfold(item, () => this.#numbered(item));
    this.#put = undefined;
    this.#isOnTheWay = true;
    try {
      const document = item.uri && (await openText(item.uri));
      if (!isLast()) return;
      const editor = document && (await reveal(document, item, keepsFocus));
      if (!isLast()) return;
      if (editor === undefined) await showPage(item, keepsFocus);
      else this.#put = cursorOf(editor);
    } finally {
      if (isLast()) this.#isOnTheWay = false;
    }
    await tree.select(item);
  }

  /** The finding's id and number among the open ones: "3 of 14", or nothing once it is closed. */
  #numbered(item: WorkItem): { readonly id: string; readonly position: string } {
    const now = this.#asNow(item);
    const items = this.#parts.tree.order(now);
    const index = items.findIndex(each => idOf(each) === idOf(now));
    const position = index < 0 ? '' : t('{number} of {count}', { number: index + 1, count: items.length });
    return { id: now.finding.id, position };
  }

  /** The finding in its place as it is now, which opening its file may have changed, or in the next review. */
  #asNow(item: WorkItem): WorkItem {
    const { worklist } = this.#parts;
    return worklist.byId(item.finding.id) ?? worklist.items.find(each => idOf(each) === idOf(item)) ?? item;
  }
}

/** The side of the diff in the active tab that shows a file; undefined where none does. @param file its URI as a text */
function diffSide(file: string | undefined): vscode.TextEditor | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
  if (![input.modified, input.original].some(uri => uri.toString() === file)) return undefined;
  // Unlike an editor of its own, the side of a diff is in no column.
  return vscode.window.visibleTextEditors.find(
    ({ document, viewColumn }) => viewColumn === undefined && document.uri.toString() === file,
  );
}

/** Says why there is no finding to go to. */
function nothingLeft({ hidden, overview }: Worklist): string {
  if (hidden > 0) return t('No finding is left that the filter and the settings show.');
  const reviews = overview.repositories.flatMap(repository => repository.reviews);
  return reviews.some(({ review }) => review.shown !== undefined)
    ? t('No finding is left to go to.')
    : t('No review here has a result yet, so there are no findings to go to.');
}

/** Shows a finding's file with its first line in sight, and room below for its thread; in the diff of the active tab, where it has that file. */
async function reveal(
  document: vscode.TextDocument,
  { finding, record }: WorkItem,
  preserveFocus: boolean,
): Promise<vscode.TextEditor> {
  const { uri } = document;
  const range = toRange(finding.range);
  const { start } = range;
  const lines = linesOf(range);
  const side = diffSide(uri.toString());
  const seen = side ?? editorOf(uri);
  const wasInSight = seen?.visibleRanges.some(visible => isInSight(lines, linesOf(visible)));
  if (side !== undefined) {
    if (!preserveFocus) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    side.selection = new vscode.Selection(start, start);
    if (wasInSight !== true) bringInSight(side, lines);
    return side;
  }
  const options: vscode.TextDocumentShowOptions = {
    preview: true,
    preserveFocus,
    selection: new vscode.Range(start, start),
    ...(seen?.viewColumn === undefined ? {} : { viewColumn: seen.viewColumn }),
  };
  // Only with this command an editor can have another title than the name of its file.
  if (uri.scheme === commitFileScheme)
    await vscode.commands.executeCommand(
      'vscode.open',
      uri,
      options,
      commitFileTitle(uri, record.subject.pullRequest.number),
    );
  const editor = await vscode.window.showTextDocument(document, options);
  if (wasInSight !== true) bringInSight(editor, lines);
  return editor;
}

/** The editor of a file that is in sight: the active one where several are. The side of a diff and a peek are in no column. */
function editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return [activeTextEditor, ...visibleTextEditors].find(
    editor => editor?.viewColumn !== undefined && editor.document.uri.toString() === uri.toString(),
  );
}

function bringInSight(editor: vscode.TextEditor, lines: ReturnType<typeof linesOf>): void {
  const [visible] = editor.visibleRanges;
  const top = topLineFor(lines, visible && linesOf(visible), editor.document.lineCount - 1);
  editor.revealRange(new vscode.Range(top, 0, top, 0), vscode.TextEditorRevealType.AtTop);
}

function linesOf({ start, end }: vscode.Range): { start: number; end: number } {
  return { start: start.line, end: end.line };
}

function cursorOf({ document, selection: { active } }: vscode.TextEditor): CursorPlace {
  return { file: document.uri.toString(), line: active.line, column: active.character };
}

/** The same for the same finding in the next review. */
function idOf({ record, fingerprint }: WorkItem): string {
  return `${seriesKey(record.subject)} ${fingerprint}`;
}

function stopOf(item: WorkItem): Stop {
  const { uri, finding } = item;
  const { range } = finding;
  return { id: idOf(item), file: uri?.toString(), line: range?.startLine ?? 0, column: range?.startColumn ?? 0 };
}
