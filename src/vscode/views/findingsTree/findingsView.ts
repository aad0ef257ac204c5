import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { Emitter } from '../../../core/base/events.ts';
import { counted } from '../../../reviews/summary/reviewSummary.ts';
import type { CurrentBranch } from '../../repository/currentBranch.ts';
import { isOpen, type WorkItem, type Worklist } from '../../findings/worklist.ts';
import { treeItemOf } from './items.ts';
import { earlierReviews, groupings, rowsBelow, topRows, type Grouping, type Row } from './rows.ts';

const groupingName = 'findingsGrouping';
const restMilliseconds = 100;

/** The findings of the current branch's review as a tree; none is left out, whatever it lacks. */
export class FindingsView implements vscode.TreeDataProvider<Row>, Disposable {
  readonly #current: CurrentBranch;
  readonly #worklist: Worklist;
  readonly #state: vscode.Memento;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<undefined>;
  readonly #view: vscode.TreeView<Row>;
  // By row. The editor forgets it of a row that is not in the tree for a while: filtered out, or grouped otherwise.
  readonly #folded = new Map<string, boolean>();
  #parents: ReadonlyMap<string, Row> = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(current: CurrentBranch, worklist: Worklist, state: vscode.Memento, onError: (error: unknown) => void) {
    this.#current = current;
    this.#worklist = worklist;
    this.#state = state;
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#view = this.#owned.add(
      vscode.window.createTreeView('codeReview.findings', { treeDataProvider: this, showCollapseAll: true }),
    );
    this.#owned.add(this.#view.onDidCollapseElement(({ element }) => this.#folded.set(element.id, true)));
    this.#owned.add(this.#view.onDidExpandElement(({ element }) => this.#folded.set(element.id, false)));
    const soon = (): void => this.#soon();
    this.#owned.add(current.onDidChange(soon));
    this.#owned.add(worklist.onDidChange(soon));
  }

  get onDidChangeTreeData() {
    return this.#changed.event;
  }

  /** Whether the user has the view in sight. */
  get isVisible(): boolean {
    return this.#view.visible;
  }

  getChildren(row?: Row): Row[] {
    return row === undefined ? this.#top() : [...rowsBelow(row)];
  }

  getParent(row: Row): Row | undefined {
    return this.#parents.get(row.id);
  }

  /** The open findings in the order of their rows. */
  get order(): readonly WorkItem[] {
    return rowsIn(this.#top()).flatMap(row => (row.kind === 'finding' && isOpen(row.item) ? [row.item] : []));
  }

  /** Selects a finding's row where the view is in sight. The focus stays where it is. */
  async select({ finding }: WorkItem): Promise<void> {
    if (!this.#view.visible) return;
    const row = rowsIn(this.#top()).find(each => each.kind === 'finding' && each.item.finding.id === finding.id);
    // While the tree is drawn anew the editor knows none of its rows.
    if (row !== undefined)
      await this.#view.reveal(row, { select: true, focus: false }).then(undefined, () => undefined);
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const item = treeItemOf(row, Date.now());
    const isFolded = this.#folded.get(row.id);
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    if (isFolded !== undefined) item.collapsibleState = isFolded ? Collapsed : Expanded;
    return item;
  }

  /** Asks how the findings are to be grouped, and keeps it for this workspace. */
  async askGrouping(): Promise<void> {
    const now = this.#grouping;
    const items = groupings.map(grouping => ({
      label: `By ${grouping}`,
      grouping,
      description: grouping === now ? 'now' : '',
    }));
    const picked = await vscode.window.showQuickPick(items, { title: 'Code Review: Group Findings' });
    if (picked === undefined) return;
    await this.#state.update(groupingName, picked.grouping);
    this.#update();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  get #grouping(): Grouping {
    return this.#state.get<Grouping>(groupingName, 'file');
  }

  /**
   * Each letter that is typed may shift findings, and the findings of a review come a moment after it. The tree can wait
   * for the last of it: while it is drawn anew the editor knows none of its rows.
   */
  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#update(), restMilliseconds);
  }

  #update(): void {
    const count = this.#worklist.open.length;
    // A badge of zero is not drawn.
    this.#view.badge = { value: count, tooltip: counted(count, 'open finding') };
    const { filter } = this.#worklist;
    // An empty text takes the line away.
    this.#view.message = filter === '' ? '' : `Filter: ${filter}`;
    this.#changed.fire(undefined);
  }

  #top(): Row[] {
    const { record, followed, behind, records } = this.#current;
    if (record === undefined) return [];
    const rows = topRows({
      record,
      behind: record === followed ? behind : 0,
      worklist: this.#worklist,
      grouping: this.#grouping,
      earlier: earlierReviews(records, record),
    });
    this.#parents = new Map(rowsIn(rows).flatMap(row => rowsBelow(row).map(below => [below.id, row])));
    return rows;
  }
}

/** Rows with those below them, from top to bottom. */
function rowsIn(rows: readonly Row[]): Row[] {
  return rows.flatMap(row => [row, ...rowsIn(rowsBelow(row))]);
}
