import type * as vscode from 'vscode';
import { setContextKey } from '../platform/contextKeys.ts';

const stateKey = 'repositoryAccess';

/** The hosts that the user allowed to be asked about private repositories. */
export class RepositoryAccess {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
    if (this.hosts.length > 0) setContextKey('codeReview.hasRepositoryAccess', true);
  }

  get hosts(): readonly string[] {
    return this.#state.get<readonly string[]>(stateKey, []);
  }

  async add(host: string): Promise<void> {
    await this.#keep([...new Set([...this.hosts, host])]);
  }

  /** @returns the hosts that were allowed */
  async forget(): Promise<readonly string[]> {
    const { hosts } = this;
    if (hosts.length > 0) await this.#keep([]);
    return hosts;
  }

  async #keep(hosts: readonly string[]): Promise<void> {
    await this.#state.update(stateKey, hosts.length === 0 ? undefined : hosts);
    setContextKey('codeReview.hasRepositoryAccess', hosts.length > 0);
  }
}
