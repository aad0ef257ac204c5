import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';

const scheme = 'code-review-report';

/** Documents that are on no disk and ask nobody to save them: reports of any kind. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, Disposable {
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<vscode.Uri>;
  readonly #texts = new Map<string, string>();

  constructor(onError: (error: unknown) => void) {
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** Makes the document of that name, or gives it another text. @param name with its ending */
  put(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    return uri;
  }

  /** The same, and shows it: Markdown rendered by the editor's own preview, any other text as it is. */
  async show(name: string, text: string): Promise<void> {
    const uri = this.put(name, text);
    if (name.endsWith('.md')) await vscode.commands.executeCommand('markdown.showPreview', uri);
    else await vscode.window.showTextDocument(uri);
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.#texts.get(path) ?? '';
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
