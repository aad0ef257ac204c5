import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';

/** A view with a tree. What makes its rows is loaded when the editor first asks for one. */
export class LazyTree<Row> implements vscode.TreeDataProvider<Row>, Disposable {
  readonly view: vscode.TreeView<Row>;
  readonly #load: () => Promise<vscode.TreeDataProvider<Row>>;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<Row | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;

  /**
   * @param id of the view, as in the manifest
   * @param load returns what makes the rows; called for each row
   */
  constructor(
    id: string,
    load: () => Promise<vscode.TreeDataProvider<Row>>,
    options: { readonly showCollapseAll?: boolean } = {},
  ) {
    this.#load = load;
    this.view = this.#owned.add(vscode.window.createTreeView(id, { treeDataProvider: this, ...options }));
  }

  /** Has a row drawn anew, with those below it; all of them where none is named. */
  redraw(row?: Row): void {
    this.#changed.fire(row);
  }

  async getChildren(row?: Row): Promise<Row[]> {
    return (await (await this.#load()).getChildren(row)) ?? [];
  }

  async getTreeItem(row: Row): Promise<vscode.TreeItem> {
    return (await this.#load()).getTreeItem(row);
  }

  async getParent(row: Row): Promise<Row | null | undefined> {
    return (await this.#load()).getParent?.(row);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
