import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { subjectName } from '../../reviews/store/reviewRecord.ts';
import { counted } from '../../reviews/summary/reviewSummary.ts';
import type { RepositoryArgument } from '../repository/chooseRepository.ts';
import type { CurrentBranch } from '../repository/currentBranch.ts';
import { notify } from '../platform/notify.ts';
import { settings } from '../platform/settings.ts';

const command = 'codeReview.reviewCurrentBranch';

/** Offers the next review, once for each push that the last one has not seen; starts it only where the setting says so. */
export class NextReviewOffer implements Disposable {
  readonly #subscription: Disposable;
  #told = '';

  constructor(current: CurrentBranch) {
    this.#subscription = current.onDidChange(() => {
      const { followed, behind } = current;
      if (followed === undefined || behind === 0) return;
      const push = `${followed.reviewId} ${behind}`;
      if (push === this.#told) return;
      this.#told = push;
      const { root } = followed.subject;
      // The repository that was pushed to, whatever editor is active by then.
      const about: RepositoryArgument = root === undefined ? {} : { rootUri: vscode.Uri.file(root) };
      if (settings.reviewsOnPush) void vscode.commands.executeCommand(command, about);
      else {
        const sentence = `${subjectName(followed.subject)} has moved on: ${counted(behind, 'commit')} pushed since the review.`;
        notify('info', sentence, [{ title: 'Review Again', command, arguments: [about] }]);
      }
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
