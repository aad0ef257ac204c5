import * as vscode from 'vscode';
import { setContextKey } from '../platform/contextKeys.ts';

const stateKey = 'repositoryAccess';

/** The hosts that the user allowed to be asked about private repositories. `changeRepositoryAccess` changes them. */
export class RepositoryAccess {
  readonly #state: vscode.Memento;
  readonly #storage: vscode.Uri;

  constructor({ globalState, globalStorageUri }: Pick<vscode.ExtensionContext, 'globalState' | 'globalStorageUri'>) {
    this.#state = globalState;
    this.#storage = globalStorageUri;
    if (this.hosts.length > 0) setContextKey('codeReview.hasRepositoryAccess', true);
  }

  get hosts(): readonly string[] {
    return this.#state.get<readonly string[]>(stateKey, []);
  }

  /** The file that keeps the latest changes of all windows. */
  get journal(): string {
    return vscode.Uri.joinPath(this.#storage, 'settings', 'changes').fsPath;
  }

  /** Takes the place of all hosts. */
  async keep(hosts: readonly string[]): Promise<void> {
    await this.#state.update(stateKey, hosts.length === 0 ? undefined : hosts);
    setContextKey('codeReview.hasRepositoryAccess', hosts.length > 0);
  }
}
