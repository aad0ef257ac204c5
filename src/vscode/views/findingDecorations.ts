import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';
import { plural } from '../../core/base/l10n.ts';
import { countFindings } from '../../reviews/current/findingCounts.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';
import { settings } from '../platform/settings.ts';

const mostShown = 99;

/** The number of open findings beside a file's name, where the editor's own number of problems is not the same. */
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
    const items = this.#worklist.of(uri);
    const { open, worst } = countFindings(items);
    // The editor itself numbers errors and warnings. The same number twice would tell nothing.
    if (open === 0 || open === numberedByEditor(items, uri)) return undefined;
    const isSevere = worst === 'critical' || worst === 'high';
    const color = new vscode.ThemeColor(isSevere ? 'list.errorForeground' : 'list.warningForeground');
    const badge = open > mostShown ? '9+' : `${open}`;
    return new vscode.FileDecoration(
      badge,
      plural(open, '{count} open finding of a review', '{count} open findings of a review'),
      color,
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

/** How many open findings the editor counts beside a file's name, as errors and warnings. */
function numberedByEditor(items: readonly WorkItem[], uri: vscode.Uri): number {
  const isOff = vscode.workspace.getConfiguration('problems').get('decorations.enabled') === false;
  if (isOff || settings.showAs(uri) === 'threads') return 0;
  const isCounted = ({ isOpen, state, severity }: WorkItem): boolean =>
    isOpen && state !== 'outdated' && !['low', 'info', 'praise'].includes(severity);
  return items.filter(isCounted).length;
}
