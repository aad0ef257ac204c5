import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/disposable.ts';
import type { RepositoryList } from '../../../api/client.ts';
import { DisposableStore } from '../../../core/base/disposable.ts';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import { t } from '../../../core/base/l10n.ts';
import { isSameRepository, type Repository } from '../../../core/review/repository.ts';
import type { Connections } from '../../connection/connections.ts';
import { setContextKey, type ContextKeys } from '../../platform/contextKeys.ts';
import type { LazyTree } from '../../platform/lazyTree.ts';
import type { Log } from '../../platform/log.ts';
import type { OpenRepositories } from '../../repository/openRepositories.ts';
import { providerName } from '../../repository/providerNames.ts';
import type { RepositoriesRow, StepRow } from './row.ts';

const signIn = (): StepRow => ({ label: t('Sign In'), icon: 'key', command: 'codeReview.signIn' });
const retry = (): StepRow => ({ label: t('Retry'), icon: 'refresh', command: 'codeReview.refreshRepositories' });
const check = (): StepRow => ({ label: t('Check Connection'), icon: 'plug', command: 'codeReview.checkConnection' });

/** The connected repositories, listed when the view is first seen and again on demand. */
export class RepositoriesView implements vscode.TreeDataProvider<RepositoriesRow>, Disposable {
  readonly #connections: Connections;
  readonly #copies: OpenRepositories;
  readonly #log: Log;
  readonly #owned = new DisposableStore();
  readonly #tree: LazyTree<RepositoriesRow>;
  /** Also where it failed: what is only drawn anew makes no request. */
  #listed: Promise<RepositoryList> | undefined;
  #hasFailed = false;
  /** The address and the key that it was asked with. */
  #account: string | undefined;
  #stop = new AbortController();
  #filter = '';

  constructor(tree: LazyTree<RepositoriesRow>, connections: Connections, copies: OpenRepositories, log: Log) {
    this.#tree = tree;
    this.#connections = connections;
    this.#copies = copies;
    this.#log = log;
    // Which of them are open here.
    for (const changed of [copies.onDidChange, copies.onDidVisit]) this.#owned.add(changed(() => tree.redraw()));
    this.#show('loading');
  }

  /** Lists again, with a request; one that is not answered yet is given up, since the editor waits for its rows. */
  refresh(): void {
    this.#connections.forgetLists();
    this.#listAgain();
  }

  /** Lists again if another address or key is in use by now, or the list could not be had. */
  async follow(): Promise<void> {
    const listed = this.#listed;
    if (listed === undefined) return;
    const isSame = !this.#hasFailed && (await this.#accountNow()) === this.#account;
    if (!isSame && listed === this.#listed) this.#listAgain();
  }

  /** Asks for text that names have to hold; empty shows all. */
  async askFilter(): Promise<void> {
    const typed = await vscode.window.showInputBox({
      title: t('Code Review: Filter Repositories'),
      prompt: t('Show only repositories whose name or provider holds this text. Leave empty to show all.'),
      value: this.#filter,
    });
    if (typed !== undefined) this.setFilter(typed);
  }

  setFilter(text: string): void {
    this.#filter = text.trim();
    this.#tree.view.description = this.#filter === '' ? '' : t('filtered: {filter}', { filter: this.#filter });
    setContextKey('codeReview.filtered', this.#filter !== '');
    this.#tree.redraw();
  }

  async getTreeItem(row: RepositoriesRow): Promise<vscode.TreeItem> {
    const { repositoryItem, stepItem } = await import('../lazyDrawing.ts');
    return 'repository' in row ? repositoryItem(row) : stepItem(row);
  }

  async getChildren(row?: RepositoriesRow): Promise<RepositoriesRow[]> {
    if (row !== undefined) return [];
    const listed = this.#list();
    let list: RepositoryList;
    try {
      list = await listed;
    } catch (error) {
      return listed === this.#listed ? this.#showFailure(error) : this.getChildren();
    }
    const { repositories } = list;
    const copies = await this.#copies.all();
    const lacking = list.isCut || list.unreadable > 0 ? (await import('../lazyDrawing.ts')).missing(list) : '';
    const rows = repositories
      .map(repository => ({
        repository,
        isOpen: copies.some(({ identity }) => isSameRepository(repository, identity)),
      }))
      .filter(({ repository }) => matches(repository, this.#filter))
      .sort(
        (a, b) => Number(b.isOpen) - Number(a.isOpen) || a.repository.fullName.localeCompare(b.repository.fullName),
      );
    this.#show(rows.length > 0 ? 'listed' : repositories.length > 0 ? 'filteredOut' : 'empty');
    // A message would hide the way out of a filter that leaves nothing.
    if (rows.length > 0 || repositories.length === 0) this.#tree.view.message = lacking;
    return rows;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #listAgain(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#listed = undefined;
    this.#hasFailed = false;
    this.#tree.redraw();
  }

  #list(): Promise<RepositoryList> {
    if (this.#listed !== undefined) return this.#listed;
    this.#show('loading');
    const listing = this.#request();
    this.#listed = listing;
    listing.catch((error: unknown) => {
      if (listing !== this.#listed) return;
      this.#hasFailed = true;
      if (!CodeReviewError.is(error, 'auth')) this.#log.error('listing repositories', error);
    });
    void vscode.window.withProgress({ location: { viewId: 'codeReview.repositories' } }, () =>
      listing.catch(() => undefined),
    );
    return listing;
  }

  async #request(): Promise<RepositoryList> {
    const { signal } = this.#stop;
    this.#account = await this.#accountNow();
    return (await this.#connections.open()).repositories(signal);
  }

  /** Undefined also where the address is none. */
  async #accountNow(): Promise<string | undefined> {
    try {
      return await this.#connections.account();
    } catch {
      return undefined;
    }
  }

  /** The sentence of a failure, and the ways out of it. */
  #showFailure(error: unknown): StepRow[] {
    this.#show('failed');
    this.#tree.view.message = displayMessage(error);
    if (CodeReviewError.is(error, 'auth')) return [signIn(), check()];
    return [retry(), check(), signIn()];
  }

  #show(state: ContextKeys['codeReview.repositories']): void {
    // While it is listed again, the rows that are still in sight keep their sentence. An unset message is spelled '' here:
    // the API's type does not take undefined under exact optional types.
    if (state !== 'loading') this.#tree.view.message = '';
    setContextKey('codeReview.repositories', state);
  }
}

function matches({ fullName, provider }: Repository, filter: string): boolean {
  const wanted = filter.toLowerCase();
  return fullName.toLowerCase().includes(wanted) || providerName(provider).toLowerCase().includes(wanted);
}
