import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import type { WorkItem } from '../workItem.ts';
import type { Worklist } from '../worklist.ts';

/** What was applied to a file at once, with the file's text on both sides of it. */
interface Step {
  readonly before: string;
  readonly after: string;
  readonly items: readonly WorkItem[];
}

interface History {
  readonly steps: readonly Step[];
  /** How many of them are in the text. */
  readonly count: number;
}

/**
 * Follows the text of files that suggestions were applied to: where it is again what it was before, by undo or otherwise,
 * their findings are open again, and done where it is what it was after. Forgotten with the window, as undo is.
 */
export class AppliedSuggestions implements Disposable {
  readonly #worklist: Worklist;
  readonly #onError: (error: unknown) => void;
  readonly #owned = new DisposableStore();
  readonly #histories = new Map<string, History>();
  #deciding: Promise<void> = Promise.resolve();

  constructor(worklist: Worklist, onError: (error: unknown) => void) {
    this.#worklist = worklist;
    this.#onError = onError;
    this.#owned.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.#owned.add(vscode.workspace.onDidOpenTextDocument(document => this.#follow(document)));
  }

  /** Notes what was just applied to a document. @param before its text until then */
  add(document: vscode.TextDocument, before: string, items: readonly WorkItem[]): void {
    const name = document.uri.toString();
    const { steps = [], count = 0 } = this.#histories.get(name) ?? {};
    // What was undone cannot be done again once something else was done.
    const kept = steps.slice(0, count);
    const step = { before, after: document.getText(), items };
    this.#histories.set(name, { steps: [...kept, step], count: count + 1 });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #follow(document: vscode.TextDocument): void {
    const name = document.uri.toString();
    const history = this.#histories.get(name);
    if (history === undefined) return;
    const { steps, count } = history;
    const now = countIn(steps, document.getText());
    if (now === undefined || now === count) return;
    this.#histories.set(name, { steps, count: now });
    const between = steps.slice(Math.min(now, count), Math.max(now, count)).flatMap(({ items }) => items);
    this.#deciding = this.#deciding.then(() => this.#decide(between, now > count)).catch(this.#onError);
  }

  /** What the user has decided otherwise meanwhile stays so. */
  async #decide(items: readonly WorkItem[], isDone: boolean): Promise<void> {
    const before = isDone ? 'open' : 'done';
    const changed = items.filter(item => this.#worklist.decisionOn(item).state === before);
    await this.#worklist.decide(changed, isDone ? { state: 'done', at: Date.now() } : { state: 'open' });
  }
}

/** How many steps a text holds; undefined for one that was edited otherwise. */
function countIn(steps: readonly Step[], text: string): number | undefined {
  const next = steps.findIndex(({ before }) => before === text);
  if (next >= 0) return next;
  const last = steps.findLastIndex(({ after }) => after === text);
  return last < 0 ? undefined : last + 1;
}
