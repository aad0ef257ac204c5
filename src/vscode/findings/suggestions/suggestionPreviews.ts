import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { Emitter } from '../../../core/base/events.ts';
import { t } from '../../../core/base/l10n.ts';
import type { LineEdit } from '../../../core/review/suggestedEdit.ts';
import { plainMarkdown } from '../../../core/render/plainMarkdown.ts';
import type { WorkItem } from '../workItem.ts';
import { textAfter } from './documentEdit.ts';
import { isShowing, previewScheme, previewTabs } from './previewTabs.ts';

/** A document and the edits that its preview shows. */
export interface DocumentEdits {
  readonly document: vscode.TextDocument;
  /** In the order of the text. */
  readonly edits: readonly LineEdit[];
}

/** Files beside what they would be with suggestions: of one at a time, or of all. */
export class SuggestionPreviews implements vscode.TextDocumentContentProvider, Disposable {
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<vscode.Uri>;
  readonly #texts = new Map<string, string>();
  /** Counts the previews of one suggestion: the last one stays. */
  #turn = 0;

  constructor(onError: (error: unknown) => void) {
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, this));
    this.#owned.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === previewScheme) this.#texts.delete(uri.toString());
      }),
    );
  }

  /** Fires where a preview that may be open by now shows another text. */
  get onDidChange() {
    return this.#changed.event;
  }

  /** Shows a document beside what a suggestion would make of it, in place of the preview before. */
  async show({ finding }: WorkItem, document: vscode.TextDocument, edit: LineEdit): Promise<void> {
    const turn = ++this.#turn;
    const uri = this.#put({ document, edits: [edit] }, finding.id);
    const title = t('Suggestion: {title}', { title: plainMarkdown(finding.comment.title, 60) });
    const selection = new vscode.Range(edit.startLine, 0, edit.startLine, 0);
    // As a preview it would take the place of the editor that one comes back to.
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, { preview: false, selection });
    if (turn === this.#turn) await vscode.window.tabGroups.close(previewTabs().filter(tab => !isShowing(tab, uri)));
  }

  /** Shows all documents beside what they would be. */
  async showAll(title: string, files: readonly DocumentEdits[]): Promise<void> {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    // They are shown as a preview, which would take the place of the editor that one comes back to.
    if (activeTab?.isPreview === true) await vscode.commands.executeCommand('workbench.action.keepEditor');
    const rows = files.map(file => [file.document.uri, file.document.uri, this.#put(file, 'all')]);
    await vscode.commands.executeCommand('vscode.changes', title, rows);
  }

  /** Closes the previews; the editor that one came from is shown again. @param title of a preview of all suggestions */
  async close(title?: string): Promise<void> {
    const isIt = ({ label }: vscode.Tab): boolean => title !== undefined && label.startsWith(title);
    const all = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    await vscode.window.tabGroups.close([...previewTabs(), ...all.filter(isIt)]);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #put({ document, edits }: DocumentEdits, query: string): vscode.Uri {
    const uri = document.uri.with({ scheme: previewScheme, query });
    this.#texts.set(uri.toString(), textAfter(document, edits));
    this.#changed.fire(uri);
    return uri;
  }
}
