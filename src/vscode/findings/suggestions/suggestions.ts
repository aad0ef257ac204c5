import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { t } from '../../../core/base/l10n.ts';
import type { LineEdit } from '../../../core/review/suggestedEdit.ts';
import { notify } from '../../platform/notify.ts';
import { openText } from '../openText.ts';
import { fileNotice } from '../placement/fileNotice.ts';
import type { WorkItem } from '../workItem.ts';
import type { Worklist } from '../worklist.ts';
import { AppliedSuggestions } from './appliedSuggestions.ts';
import { applyAll } from './applyAll.ts';
import { replacement } from './documentEdit.ts';
import { savableEdit } from './savedFile.ts';
import { SuggestionPreviews } from './suggestionPreviews.ts';

/** The service's suggestions as edits: one, or all of a file or review as one edit that can be undone. */
export class Suggestions implements Disposable {
  readonly #worklist: Worklist;
  readonly #order: () => readonly WorkItem[];
  readonly #owned = new DisposableStore();
  readonly #applied: AppliedSuggestions;
  readonly #previews: SuggestionPreviews;

  /**
   * @param order returns the open findings in the order of their rows
   * @param state of the workspace
   */
  constructor(
    worklist: Worklist,
    order: () => readonly WorkItem[],
    state: vscode.Memento,
    onError: (error: unknown) => void,
  ) {
    this.#worklist = worklist;
    this.#order = order;
    this.#applied = this.#owned.add(new AppliedSuggestions(worklist, state, onError));
    this.#applied.restore().catch(onError);
    this.#previews = this.#owned.add(new SuggestionPreviews(onError));
  }

  /** Applies one suggestion; its finding is done then. @throws CodeReviewError of kind `input` when it does not fit */
  async apply(item: WorkItem): Promise<void> {
    const { document, edit } = await this.#fitting(item);
    const before = document.getText();
    const changes = new vscode.WorkspaceEdit();
    changes.replace(document.uri, ...replacement(document, edit));
    if (!(await vscode.workspace.applyEdit(changes))) {
      throw new CodeReviewError('input', t('The editor did not take the change.'), t('Save the file, then try again.'));
    }
    // At once: what is previewed while the finding is being decided about stays.
    await Promise.all([this.#applied.add([{ document, before, items: [item] }]), this.#previews.close()]);
  }

  /** Shows the file beside what it would be. */
  async preview(item: WorkItem): Promise<void> {
    const { document, edit } = await this.#fitting(item);
    await this.#previews.show(item, document, edit);
  }

  /** Shows the preview of the next suggestion that fits, in the order of the rows, and around at the end. */
  async previewNext({ finding }: WorkItem): Promise<void> {
    const order = this.#order();
    const at = order.findIndex(item => item.finding.id === finding.id);
    for (const item of [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0))]) {
      const found = await this.#find(item);
      if (found === undefined || 'problem' in found) continue;
      await this.#previews.show(item, found.document, found.edit);
      return;
    }
    notify('info', t('There is no other suggestion that fits the code as it is now.'));
  }

  /** Applies those suggestions of some findings that the user ticks, as one edit. */
  async applyAll(items: readonly WorkItem[]): Promise<void> {
    const offered = items.filter(({ isOpen, finding }) => isOpen && finding.comment.suggestion !== undefined);
    const [first] = offered;
    if (first !== undefined && !offered.some(isInFile)) throw noFile(first);
    await applyAll(offered, { worklist: this.#worklist, applied: this.#applied, previews: this.#previews });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #fitting(item: WorkItem): Promise<{ document: vscode.TextDocument; edit: LineEdit }> {
    const found = await this.#find(item);
    if (found === undefined) throw noFile(item);
    if ('problem' in found) throw new CodeReviewError('input', found.problem, t('Look at it and change it by hand.'));
    return found;
  }

  async #find(
    item: WorkItem,
  ): Promise<{ document: vscode.TextDocument; edit: LineEdit } | { problem: string } | undefined> {
    if (!isInFile(item)) return undefined;
    const document = await openText(item.uri);
    if (document === undefined) return { problem: fileNotice(item) };
    const found = await savableEdit(this.#worklist, item, document);
    return 'problem' in found ? found : { document, edit: found.edit };
  }
}

function isInFile(item: WorkItem): item is WorkItem & { readonly uri: vscode.Uri } {
  return item.uri?.scheme === 'file';
}

/** Why there is no file to apply a suggestion in. */
function noFile(item: WorkItem): CodeReviewError {
  return item.uri === undefined
    ? new CodeReviewError('input', fileNotice(item) || t('This finding is in no file that is open here.'))
    : new CodeReviewError(
        'input',
        t('This pull request is not checked out.'),
        t('Check it out to apply its suggestions.'),
      );
}
