import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { once } from '../../../core/base/once.ts';
import { plainLine } from '../../../core/base/text.ts';
import { plural, t } from '../../../core/base/l10n.ts';
import type { SettledRecord } from '../../../reviews/store/reviewRecord.ts';
import type { Reviews } from '../../../reviews/reviews.ts';
import type { WorkItem } from '../../findings/workItem.ts';
import type { Worklist } from '../../findings/worklist.ts';
import type { LazyTree } from '../../platform/lazyTree.ts';
import { pendingMark, type Grouping } from './findingRows.ts';
import { drawnAnew, Redraw } from './redraw.ts';
import type { Row } from './row.ts';
import { isRowOf, neighbourIn, openFindings, pathTo, rowsBeside, rowsIn } from './rowOrder.ts';
import { topRows } from './rows.ts';
import { RunningTime } from './runningTime.ts';

const drawing = once(() => import('../lazyDrawing.ts'));

const groupingState = 'findingsGrouping';
const restMilliseconds = 100;
// A row says how old its review is, in minutes.
const oldMilliseconds = 60_000;

/** The reviews of this window and their findings as a tree; none is left out, whatever it lacks. */
export class FindingsView implements vscode.TreeDataProvider<Row>, Disposable {
  readonly #tree: Pick<LazyTree<Row>, 'view' | 'redraw'>;
  readonly #worklist: Worklist;
  readonly #reviews: Pick<Reviews, 'unreadable'>;
  readonly #state: vscode.Memento;
  readonly #owned = new DisposableStore();
  readonly #running: RunningTime;
  readonly #view: vscode.TreeView<Row>;
  // By row. The editor forgets it of a row that is not in the tree for a while: filtered out, or grouped otherwise.
  readonly #folded = new Map<string, boolean>();
  /** Of the rows that were revealed. */
  readonly #parents = new Map<string, Row>();
  #timer: NodeJS.Timeout | undefined;
  readonly #redraw = new Redraw();
  #asking: Promise<unknown> = Promise.resolve();
  /** The rows that were selected last, by id: while the tree is drawn anew the editor knows none of them. */
  #selected: ReadonlySet<string> = new Set();
  /** The row that had the focus last, as far as that is known: the editor does not tell of arrow keys. */
  #focused: string | undefined;
  /** What was selected since. The editor leaves the focus of the tree on the row that had it. */
  #shown: WorkItem | undefined;
  #drawnAt = 0;

  constructor(
    tree: Pick<LazyTree<Row>, 'view' | 'redraw'>,
    worklist: Worklist,
    reviews: Pick<Reviews, 'unreadable'>,
    state: vscode.Memento,
  ) {
    this.#tree = tree;
    this.#view = tree.view;
    this.#worklist = worklist;
    this.#reviews = reviews;
    this.#state = state;
    this.#running = this.#owned.add(new RunningTime(row => tree.redraw(row)));
    this.#running.show(this.#view.visible);
    this.#owned.add(this.#view.onDidCollapseElement(({ element }) => this.#folded.set(element.id, true)));
    this.#owned.add(this.#view.onDidExpandElement(({ element }) => this.#folded.set(element.id, false)));
    this.#owned.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        this.#running.show(visible);
        if (visible && Math.abs(Date.now() - this.#drawnAt) > oldMilliseconds) this.#update();
      }),
    );
    this.#owned.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        if (selection.length > 0) this.#selected = new Set(selection.map(({ id }) => id));
        const [row] = selection;
        // A row that gets the focus for a moment is selected beside the other.
        if (row === undefined || selection.length > 1 || this.#isShown(row)) return;
        [this.#focused, this.#shown] = [row.id, undefined];
      }),
    );
    this.#owned.add(worklist.onDidChange(() => this.#soon()));
  }

  /** Whether the view is in sight. */
  get isVisible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  /** Shows in the title which service reviews, with which key or model. */
  nameService(label: string): void {
    this.#view.description = plainLine(label);
  }

  getChildren(row?: Row): Row[] {
    if (row === undefined) {
      this.#redraw.done();
      this.#drawnAt = Date.now();
      const top = this.#top();
      this.#running.begin(top);
      return top;
    }
    const rows = [...row.rows()];
    this.#running.add(rows);
    return rows;
  }

  getParent(row: Row): Row | undefined {
    return this.#parents.get(row.id);
  }

  async getTreeItem(row: Row): Promise<vscode.TreeItem> {
    const { treeItemOf } = await drawing();
    const item = treeItemOf(row, Date.now());
    const isFolded = this.#folded.get(row.id);
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    if (isFolded !== undefined) item.collapsibleState = isFolded ? Collapsed : Expanded;
    return item;
  }

  /**
   * The open findings of a repository in the order of their rows, each once; those of all where it has none left.
   * @param of a finding of the repository; without one, it is the repository that is worked on
   */
  order(of?: WorkItem): readonly WorkItem[] {
    const top = this.#top();
    const { active } = this.#worklist;
    const isActive = (row: Row): boolean =>
      row.kind !== 'repository' || row.repository.open?.root === active?.open?.root;
    const own = of === undefined ? top.filter(isActive) : rowsBeside(top, of);
    return openFindings(rowsIn(own), rowsIn(top), this.#worklist.open);
  }

  /** Selects a finding's row where the view is in sight. The focus stays where it is. */
  async select(item: WorkItem): Promise<void> {
    this.#shown = item;
    await this.#reveal(isRowOf(item));
  }

  /**
   * The row in focus, for commands by key. The editor tells only which rows are selected, so the one in focus is selected
   * for a moment. Where that is the one from before a finding was gone to, the finding's own row gets the focus.
   * @throws CodeReviewError of kind `input` where the tree is just drawn anew
   */
  focusedRow(): Promise<Row | undefined> {
    const toggle = async (): Promise<void> => {
      try {
        await vscode.commands.executeCommand('list.toggleSelection');
      } catch {
        // The editor's tree has rows in focus that it does not know any more.
        throw drawnAnew();
      }
    };
    // One after another: what another one has selected for a moment would be taken for what is in focus.
    const row = this.#asking.then(async () => {
      await this.#drawn();
      const before = this.#view.selection;
      await toggle();
      const after = this.#view.selection;
      await toggle();
      const found = without(after, before) ?? without(before, after);
      const isOld = found === undefined || found.id === this.#focused;
      const shown = isOld ? rowsIn(this.#top()).find(row => this.#isShown(row)) : undefined;
      [this.#focused, this.#shown] = [found?.id, undefined];
      if (shown === undefined || shown.id === found?.id) return found;
      await this.#reveal(({ id }) => id === shown.id, true);
      return shown;
    });
    this.#asking = row.catch(() => undefined);
    return row;
  }

  /** The finding of the next row that is as open or closed as this one, else of the one before. */
  neighbourOf(item: WorkItem): WorkItem | undefined {
    return neighbourIn(this.#top(), item);
  }

  /** Selects a finding's row and gives it the focus. */
  async focus(item: WorkItem): Promise<void> {
    await this.#reveal(isRowOf(item), true);
  }

  /**
   * Shows in the tree that a review has ended: selects its row, unless the user reads a finding. Returns whether the row
   * is selected, or a finding below it: otherwise the user has to be told in another way.
   * @param isAsked whether the user has asked for the row, and leaves what was read
   */
  async reveal({ review }: SettledRecord, isAsked: boolean): Promise<boolean> {
    const isIt = (row: Row): boolean => row.kind === 'review' && row.review.shown?.review === review;
    if (isAsked || !this.#view.visible) return this.#reveal(isIt);
    const top = this.#top();
    const own = rowsIn(pathTo(top, isIt)?.at(-1)?.rows() ?? []);
    const isRead = ({ kind, id }: Row): boolean => kind === 'finding' && this.#selected.has(id);
    if (own.some(isRead)) return true;
    if (rowsIn(top).some(isRead)) return false;
    // It has another row since its review has ended, which is not selected by itself.
    const read = own.find(({ id }) => this.#selected.has(id + pendingMark));
    return this.#reveal(read === undefined ? isIt : ({ id }) => id === read.id);
  }

  /** How the findings are grouped. */
  get grouping(): Grouping {
    return this.#state.get<Grouping>(groupingState, 'file');
  }

  /** Groups the findings otherwise, and keeps that for this workspace. */
  async groupBy(grouping: Grouping): Promise<void> {
    await this.#state.update(groupingState, grouping);
    this.#update();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  /**
   * Each letter that is typed may shift findings, and the findings of a review come a moment after it. The tree can wait
   * for the last of it: while it is drawn anew the editor knows none of its rows.
   */
  #soon(): void {
    clearTimeout(this.#timer);
    this.#redraw.expect();
    this.#timer = setTimeout(() => this.#update(), restMilliseconds);
  }

  #update(): void {
    const { repositories } = this.#worklist.overview;
    const open = repositories.filter(repository => repository.open !== undefined);
    const value = open.reduce((sum, { counts }) => sum + counts.open, 0);
    // A badge of zero is not drawn.
    this.#view.badge = { value, tooltip: plural(value, '{count} open finding', '{count} open findings') };
    const { filter } = this.#worklist;
    const { unreadable: count } = this.#reviews;
    // An empty text takes the line away.
    this.#view.message = [
      filter && t('Filter: {filter}', { filter }),
      count > 0 && t('Kept reviews that cannot be read: {count}', { count }),
    ]
      .filter(Boolean)
      .join(' · ');
    clearTimeout(this.#timer);
    this.#redraw.expect();
    this.#tree.redraw();
  }

  #isShown(row: Row): boolean {
    return this.#shown !== undefined && isRowOf(this.#shown)(row);
  }

  #top(): Row[] {
    return topRows(this.#worklist.overview, this.grouping);
  }

  /** Has what has changed drawn now: the editor finds no row that it has not drawn. */
  async #drawn(): Promise<void> {
    if (!this.#redraw.isPending) return;
    this.#update();
    await this.#redraw.ended();
  }

  async #reveal(isIt: (row: Row) => boolean, focus = false): Promise<boolean> {
    if (!this.#view.visible) return false;
    await this.#drawn();
    const path = pathTo(this.#top(), isIt);
    const row = path?.at(-1);
    if (path === undefined || row === undefined) return false;
    if (focus) this.#focused = row.id;
    for (const [index, parent] of path.slice(0, -1).entries()) this.#parents.set(path[index + 1]?.id ?? '', parent);
    // It may be drawn anew at this moment.
    return this.#view.reveal(row, { select: true, focus }).then(
      () => true,
      () => false,
    );
  }
}

function without(rows: readonly Row[], others: readonly Row[]): Row | undefined {
  return rows.find(({ id }) => !others.some(other => other.id === id));
}
