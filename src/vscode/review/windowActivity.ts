import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';
import type { UserActivity } from '../../reviews/reviewRuns.ts';

const longestPause = 10 * 60_000;

/** Whether somebody uses this window, as VS Code tells it. */
export class WindowActivity implements UserActivity, Disposable {
  readonly #returned: Emitter<void>;
  readonly #subscription: Disposable;
  #usedAt = Date.now();

  constructor(onError: (error: unknown) => void) {
    this.#returned = new Emitter<void>(onError);
    this.#subscription = vscode.window.onDidChangeWindowState(({ focused, active }) => {
      this.#usedAt = Date.now();
      if (focused && active) this.#returned.fire();
    });
  }

  get active(): boolean {
    return vscode.window.state.active || Math.abs(Date.now() - this.#usedAt) < longestPause;
  }

  get onDidReturn() {
    return this.#returned.event;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#returned.dispose();
  }
}
