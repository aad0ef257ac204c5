import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';
import { settings } from '../platform/settings.ts';
import type { Worklist } from '../findings/worklist.ts';

/** A line above each open finding, where the setting asks for it. */
export class CodeLenses implements vscode.CodeLensProvider, Disposable {
  readonly #worklist: Worklist;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<void>;

  constructor(worklist: Worklist, onError: (error: unknown) => void) {
    this.#worklist = worklist;
    this.#changed = this.#owned.add(new Emitter<void>(onError));
    this.#owned.add(worklist.onDidChange(() => this.#changed.fire()));
    this.#owned.add(vscode.languages.registerCodeLensProvider({ scheme: 'file' }, this));
  }

  get onDidChangeCodeLenses() {
    return this.#changed.event;
  }

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const open = settings.codeLens(uri) ? this.#worklist.of(uri).filter(({ isOpen }) => isOpen) : [];
    if (open.length === 0) return [];
    const { lensesFor } = await import('./lazyDrawing.ts');
    return open.flatMap(lensesFor);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
