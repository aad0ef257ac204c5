import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { plainLine } from '../../core/base/text.ts';
import { isSettled, type ReviewRecord } from '../../reviews/store/reviewRecord.ts';
import { untilOlder } from '../../reviews/summary/reviewWords.ts';
import { statusText } from '../../reviews/summary/statusText.ts';
import { budgetSentence } from '../connection/budgetSentence.ts';
import type { Connections } from '../connection/connections.ts';
import type { ReviewerChoice } from '../connection/reviewerChoice.ts';
import type { Worklist } from '../findings/worklist.ts';
import { settings } from '../platform/settings.ts';
import { notReviewed } from './statusBarItem.ts';

const restMilliseconds = 100;

/** The verdict on the repository that is worked on; a click offers every next step for it. */
export class StatusBar implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  readonly #worklist: Worklist;
  readonly #connections: Connections;
  readonly #reviewers: ReviewerChoice;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #aging: NodeJS.Timeout | undefined;
  #budget = '';
  #hasUsedBudget = false;
  #budgetTurn = 0;
  #shown = '';
  #latest: readonly ReviewRecord[] = [];

  constructor(
    item: vscode.StatusBarItem,
    worklist: Worklist,
    connections: Connections,
    reviewers: ReviewerChoice,
    onError: (error: unknown) => void,
  ) {
    this.#worklist = worklist;
    this.#connections = connections;
    this.#reviewers = reviewers;
    this.#onError = onError;
    this.#item = item;
    this.#owned.add(worklist.onDidChange(() => this.#soon()));
    this.#owned.add(worklist.onDidChangeActive(() => this.#soon()));
    this.#owned.add(reviewers.onDidChange(() => this.#updateAll()));
    this.#owned.add(
      connections.onDidUseBudget(() => {
        this.#hasUsedBudget = true;
        this.#soon();
      }),
    );
    this.#owned.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#updateAll();
      }),
    );
    this.#update();
  }

  /** Says what is left of the hour for the account that is in use now, if it has said so before. */
  async followAccount(): Promise<void> {
    if (this.#budget !== '') await this.#readBudget();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#aging);
    this.#owned.dispose();
  }

  /** Each letter that is typed may change a number, and each answer what is left. Nobody reads them that fast. */
  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const hasNews = this.#hasNews();
      if (this.#hasUsedBudget) void this.#readBudget();
      else if (hasNews) this.#updateAll();
      else this.#update();
    }, restMilliseconds);
  }

  /** The latest review of each current series. */
  get #records(): readonly ReviewRecord[] {
    return this.#worklist.active?.current.flatMap(({ records: [record] }) => record ?? []) ?? [];
  }

  /** Whether a review has another state than when this was asked last. */
  #hasNews(): boolean {
    const before = this.#latest;
    this.#latest = this.#records;
    return before.length !== this.#latest.length || this.#latest.some((record, index) => record !== before[index]);
  }

  /** What other windows use of the budget is read when this one has something new to show or is turned to. */
  #updateAll(): void {
    this.#update();
    if (this.#budget !== '' || this.#records.some(record => !isSettled(record))) void this.#readBudget();
  }

  #update(): void {
    const { active, overview } = this.#worklist;
    const isOneOfSeveral = overview.repositories.filter(({ open }) => open !== undefined).length > 1;
    const now = Date.now();
    const state = active?.current.length ? statusText(active, now, isOneOfSeveral) : undefined;
    clearTimeout(this.#aging);
    const older = active?.current.flatMap(({ shown }) => (shown ? untilOlder(now - shown.settledAt) : [])) ?? [];
    // The editor does not say when it is read. With the focus all is read anew.
    const update = (): void => {
      if (vscode.window.state.focused) this.#update();
    };
    if (older.length > 0) this.#aging = setTimeout(update, Math.min(...older));
    const { text, lines } = state ?? notReviewed();
    const tooltip = [...lines, this.#readsAlong, this.#budget].filter(Boolean).join('\n');
    if (this.#item.text === text && this.#shown === tooltip) return;
    this.#shown = tooltip;
    this.#item.text = text;
    this.#item.tooltip = tooltip
      .split('\n')
      .map(line => plainLine(line, 1_000))
      .join('\n');
    this.#item.accessibilityInformation = { label: `Code Review: ${plainLine(tooltip)}` };
    // Without a folder there is a branch to tell of only where an editor has led to one.
    if (vscode.workspace.workspaceFolders ?? state) this.#item.show();
    else this.#item.hide();
  }

  /** Said while code would leave this machine. */
  get #readsAlong(): string {
    const isAsked = settings.baseUrl === '' && this.#reviewers.name !== undefined;
    return isAsked ? this.#reviewers.sentence : '';
  }

  /** Reads that overlap may end in any order: the one that began last counts. */
  async #readBudget(): Promise<void> {
    const turn = ++this.#budgetTurn;
    this.#hasUsedBudget = false;
    let sentence = '';
    try {
      sentence = budgetSentence(await this.#connections.budget());
    } catch (error) {
      this.#onError(error);
    }
    if (turn !== this.#budgetTurn) return;
    this.#budget = sentence;
    this.#update();
  }
}
