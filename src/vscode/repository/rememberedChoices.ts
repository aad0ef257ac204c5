import type * as vscode from 'vscode';
import type { RememberedChoice } from '../../git/pullRequest/rememberedChoice.ts';

/** The pull requests that the user chose for branches, in this workspace. */
export class RememberedChoices {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get(root: string, branch: string | undefined): RememberedChoice | undefined {
    return branch === undefined ? undefined : this.#state.get<RememberedChoice>(name(root, branch));
  }

  async set(root: string, branch: string | undefined, choice: RememberedChoice): Promise<void> {
    if (branch !== undefined) await this.#state.update(name(root, branch), choice);
  }
}

function name(root: string, branch: string): string {
  return `pullRequest:${JSON.stringify([root, branch])}`;
}
