import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';
import { lazy } from '../../core/base/lazy.ts';
import { countFindings } from '../../reviews/current/findingCounts.ts';
import type { Worklist } from '../findings/worklist.ts';
import { numberOf, rowScheme, type RowMark } from './findingsTree/rowMark.ts';

const restMilliseconds = 100;

/**
 * The marks of rows in the findings tree, and one number beside a file's name. In the tree it is that of the rows below;
 * elsewhere the editor's own number of problems, and where it has none, that of the open findings.
 */
export class FindingDecorations implements vscode.FileDecorationProvider, Disposable {
  readonly #worklist: Worklist;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<vscode.Uri[] | undefined>;
  /** Whether the editor had a number, by the file with open findings that was asked for. */
  readonly #asked = new Map<string, boolean>();
  /** Files of which the editor is told in a moment, by their address. */
  readonly #waiting = new Map<string, vscode.Uri>();
  #timer: NodeJS.Timeout | undefined;
  /** Whether the editor shows numbers at all. To read a setting for each of many files takes longer than all else. */
  #hasNumbers = lazy(showsNumbers);

  constructor(worklist: Worklist, onError: (error: unknown) => void) {
    this.#worklist = worklist;
    this.#changed = this.#owned.add(new Emitter(onError));
    const changed = (uris: readonly vscode.Uri[]): void => {
      if (uris.length > 0) this.#changed.fire([...uris]);
    };
    this.#owned.add(
      worklist.onDidChange(uris => {
        for (const uri of uris) this.#waiting.set(uri.toString(), uri);
        // The editor asks for each number anew: problems and threads go first.
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          changed([...this.#waiting.values()]);
          this.#waiting.clear();
        }, restMilliseconds);
      }),
    );
    this.#owned.add(
      vscode.languages.onDidChangeDiagnostics(({ uris }) =>
        changed(
          uris.filter(uri => {
            const before = this.#asked.get(uri.toString());
            return before !== undefined && before !== this.#hasNumber(uri);
          }),
        ),
      ),
    );
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (!event.affectsConfiguration('problems')) return;
        this.#hasNumbers = lazy(showsNumbers);
        this.#changed.fire(undefined);
      }),
    );
    this.#owned.add(vscode.window.registerFileDecorationProvider(this));
  }

  get onDidChangeFileDecorations() {
    return this.#changed.event;
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme === rowScheme) return decorationOf(JSON.parse(uri.query) as RowMark);
    const items = this.#worklist.of(uri);
    const { open } = countFindings(items);
    if (open === 0) {
      this.#asked.delete(uri.toString());
      return undefined;
    }
    const hasNumber = this.#hasNumber(uri);
    this.#asked.set(uri.toString(), hasNumber);
    return hasNumber ? undefined : decorationOf(numberOf(items, open));
  }

  /** Whether the editor itself has a number beside a file's name: that of all errors and warnings in it, whoever tells them. */
  #hasNumber(uri: vscode.Uri): boolean {
    const { Warning } = vscode.DiagnosticSeverity;
    return this.#hasNumbers() && vscode.languages.getDiagnostics(uri).some(({ severity }) => severity <= Warning);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }
}

function decorationOf({ badge, tooltip, color }: RowMark): vscode.FileDecoration {
  return new vscode.FileDecoration(badge, tooltip, color === undefined ? undefined : new vscode.ThemeColor(color));
}

function showsNumbers(): boolean {
  const problems = vscode.workspace.getConfiguration('problems');
  return problems.get('visibility') !== false && problems.get('decorations.enabled') !== false;
}
