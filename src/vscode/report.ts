import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/disposable.ts';
import { CodeReviewError } from '../core/errors.ts';
import { Emitter } from '../core/events.ts';
import { toMarkdown } from '../reviews/exports/markdown.ts';
import type { Worklist } from './worklist.ts';

const scheme = 'code-review-report';

/** The shown review as a read-only document, rendered by the editor's own Markdown preview; it follows the next review. */
export class Report implements vscode.TextDocumentContentProvider, Disposable {
  readonly #worklist: Worklist;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<vscode.Uri>;
  #shown: { readonly uri: vscode.Uri; readonly reviewId: string } | undefined;

  constructor(worklist: Worklist, onError: (error: unknown) => void) {
    this.#worklist = worklist;
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#owned.add(
      worklist.onDidChange(() => {
        const { record } = worklist;
        if (this.#shown === undefined || record === undefined || record.reviewId === this.#shown.reviewId) return;
        this.#shown = { ...this.#shown, reviewId: record.reviewId };
        this.#changed.fire(this.#shown.uri);
      }),
    );
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** @throws CodeReviewError of kind `input` when no review is shown */
  async show(): Promise<void> {
    const { record } = this.#worklist;
    if (record === undefined) throw new CodeReviewError('input', 'No review is shown.', 'Review the branch first.');
    const { repository, number } = record.subject.pullRequest;
    const uri = vscode.Uri.from({ scheme, path: `/Review of ${repository.replaceAll('/', ' ')} ${number}.md` });
    this.#shown = { uri, reviewId: record.reviewId };
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  provideTextDocumentContent(): string {
    const { record } = this.#worklist;
    return record === undefined ? '' : toMarkdown(record);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
