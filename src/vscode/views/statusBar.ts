import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { plainLine } from '../../core/base/text.ts';
import { statusText } from '../../reviews/summary/statusText.ts';
import { summarise } from '../../reviews/summary/reviewSummary.ts';
import { budgetSentence } from '../connection/budgetSentence.ts';
import type { Connections } from '../connection/connections.ts';
import type { CurrentBranch } from '../repository/currentBranch.ts';
import type { ReviewerChoice } from '../connection/reviewerChoice.ts';
import { settings } from '../platform/settings.ts';
import type { Worklist } from '../findings/worklist.ts';

/** The state of the current branch's review; a click offers every next step for it. */
export class StatusBar implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  readonly #current: CurrentBranch;
  readonly #worklist: Worklist;
  readonly #connections: Connections;
  readonly #reviewers: ReviewerChoice;
  readonly #onError: (error: unknown) => void;
  #budget = '';
  #shown = '';

  constructor(
    current: CurrentBranch,
    worklist: Worklist,
    connections: Connections,
    reviewers: ReviewerChoice,
    onError: (error: unknown) => void,
  ) {
    this.#current = current;
    this.#worklist = worklist;
    this.#connections = connections;
    this.#reviewers = reviewers;
    this.#onError = onError;
    this.#item = this.#owned.add(
      vscode.window.createStatusBarItem('codeReview.status', vscode.StatusBarAlignment.Left, 5),
    );
    this.#item.name = 'Code Review';
    this.#item.command = 'codeReview.showMenu';
    this.#owned.add(current.onDidChange(() => this.#updateAll()));
    this.#owned.add(worklist.onDidChange(() => this.#update()));
    this.#owned.add(reviewers.onDidChange(() => this.#updateAll()));
    this.#owned.add(connections.onDidUseBudget(() => void this.#readBudget()));
    this.#owned.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#updateAll();
      }),
    );
    this.#update();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** What other windows use of the budget is read when this one has something new to show or is turned to. */
  #updateAll(): void {
    this.#update();
    const { record } = this.#current;
    const isWatched = record?.state === 'pending' && record.watched;
    if (isWatched || this.#budget !== '') void this.#readBudget();
  }

  #update(): void {
    const { record } = this.#current;
    const isShown = record !== undefined && record === this.#worklist.record;
    const done = isShown ? this.#worklist.done : 0;
    const state = record === undefined ? nothingYet : { text: statusText(record, done), tooltip: summarise(record) };
    const { text } = state;
    const tooltip = [state.tooltip, this.#readsAlong, this.#budget].filter(Boolean).join('\n');
    if (this.#item.text === text && this.#shown === tooltip) return;
    this.#shown = tooltip;
    this.#item.text = text;
    this.#item.tooltip = tooltip
      .split('\n')
      .map(line => plainLine(line, 1_000))
      .join('\n');
    this.#item.accessibilityInformation = { label: `Code Review: ${plainLine(tooltip)}` };
    // Without a folder there is no branch to tell of.
    if (vscode.workspace.workspaceFolders) this.#item.show();
  }

  /** Said while code would leave this machine. */
  get #readsAlong(): string {
    const isAsked = settings.baseUrl === '' && this.#reviewers.name !== undefined;
    return isAsked ? this.#reviewers.sentence : '';
  }

  async #readBudget(): Promise<void> {
    try {
      this.#budget = budgetSentence(await this.#connections.budget());
    } catch (error) {
      this.#budget = '';
      this.#onError(error);
    }
    this.#update();
  }
}

const nothingYet = {
  text: '$(comment-discussion) Review',
  tooltip: 'This branch has not been reviewed yet. Click for what can be done.',
};
