import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';
import { countFindings } from '../../reviews/current/findingCounts.ts';
import { counted } from '../../reviews/summary/reviewSummary.ts';
import type { Worklist } from '../findings/worklist.ts';

const mostShown = 99;

/** The number of open findings beside each file's name, whether or not the Problems panel shows them. */
export class FindingDecorations implements vscode.FileDecorationProvider, Disposable {
  readonly #worklist: Worklist;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<vscode.Uri[]>;

  constructor(worklist: Worklist, onError: (error: unknown) => void) {
    this.#worklist = worklist;
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#owned.add(
      worklist.onDidChange(uris => {
        if (uris.length > 0) this.#changed.fire([...uris]);
      }),
    );
    this.#owned.add(vscode.window.registerFileDecorationProvider(this));
  }

  get onDidChangeFileDecorations() {
    return this.#changed.event;
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const { open, worst } = countFindings(this.#worklist.of(uri));
    if (open === 0) return undefined;
    const isSevere = worst === 'critical' || worst === 'high';
    const color = new vscode.ThemeColor(isSevere ? 'list.errorForeground' : 'list.warningForeground');
    const badge = open > mostShown ? '9+' : `${open}`;
    return new vscode.FileDecoration(badge, `${counted(open, 'open finding')} of a review`, color);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
