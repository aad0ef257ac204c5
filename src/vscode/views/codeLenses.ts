import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import { toRange } from './diagnostics.ts';
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

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    if (!settings.codeLens(uri)) return [];
    return this.#worklist
      .of(uri)
      .filter(({ isOpen }) => isOpen)
      .flatMap(({ finding }) => {
        const range = toRange(finding.range);
        const lens = (title: string, command: string): vscode.CodeLens =>
          new vscode.CodeLens(range, { title, command, arguments: [finding.id] });
        const apply = finding.comment.suggestion === undefined ? [] : [lens(t('Apply'), 'codeReview.applySuggestion')];
        return [lens(plainLine(finding.comment.title, 80), ''), ...apply, lens(t('Done'), 'codeReview.markDone')];
      });
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
