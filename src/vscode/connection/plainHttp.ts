import { hash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as vscode from 'vscode';

/**
 * The origins in the local network for which the user allowed plain HTTP. Each has a file: the global state is written as a
 * whole, so of what two windows keep at once one would be lost.
 */
export class PlainHttpConsent {
  readonly #state: vscode.Memento;
  readonly folder: string;

  /**
   * @param state the global state, which has those of before
   * @param folder of all windows: a workspace must not decide where keys and code are sent
   */
  constructor(state: vscode.Memento, folder: string) {
    this.#state = state;
    this.folder = folder;
  }

  isAllowed(origin: string): boolean {
    const before = this.#state.get<readonly string[]>('plainHttpOrigins', []);
    return before.includes(origin) || existsSync(this.#fileOf(origin));
  }

  allow(origin: string): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(this.#fileOf(origin), origin);
  }

  #fileOf(origin: string): string {
    return path.join(this.folder, hash('sha256', origin));
  }
}
