import type { Disposable } from '../../core/base/disposable.ts';
import { toMarkdown } from '../../reviews/exports/markdown.ts';
import { subjectName } from '../../reviews/store/reviewRecord.ts';
import type { ReadOnlyDocuments } from './readOnlyDocuments.ts';
import { shownReview } from '../findings/shownReview.ts';
import type { Worklist } from '../findings/worklist.ts';

/** The shown review as a document; it follows the next review. */
export class Report implements Disposable {
  readonly #worklist: Worklist;
  readonly #documents: ReadOnlyDocuments;
  readonly #subscription: Disposable;
  #shown: { readonly name: string; readonly reviewId: string } | undefined;

  constructor(worklist: Worklist, documents: ReadOnlyDocuments) {
    this.#worklist = worklist;
    this.#documents = documents;
    this.#subscription = worklist.onDidChange(() => this.#follow());
  }

  /** @throws CodeReviewError of kind `input` when no review is shown */
  async show(): Promise<void> {
    const record = shownReview(this.#worklist);
    const subject = subjectName(record.subject).replaceAll('/', ' ').replaceAll('#', '');
    const name = `Review of ${subject}.md`;
    this.#shown = { name, reviewId: record.reviewId };
    await this.#documents.show(name, toMarkdown(record));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #follow(): void {
    const { record } = this.#worklist;
    if (this.#shown === undefined || record === undefined || record.reviewId === this.#shown.reviewId) return;
    this.#shown = { ...this.#shown, reviewId: record.reviewId };
    this.#documents.put(this.#shown.name, toMarkdown(record));
  }
}
