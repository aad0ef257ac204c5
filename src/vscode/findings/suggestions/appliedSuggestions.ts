import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { decodeUtf8 } from '../placement/decodeText.ts';
import type { WorkItem } from '../workItem.ts';
import type { Worklist } from '../worklist.ts';

/** What was just applied to a document. */
export interface Applied {
  readonly document: vscode.TextDocument;
  /** Its text until then. */
  readonly before: string;
  readonly items: readonly WorkItem[];
}

/** What was applied to a file at once, with the file's text on both sides of it. */
interface Step {
  readonly before: string;
  readonly after: string;
  /** The file's text on disk then, which reverting it brings back; undefined until it is read. */
  saved?: string | undefined;
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
  readonly #worklist: Pick<Worklist, 'decide'>;
  readonly #onError: (error: unknown) => void;
  readonly #textOnDisk: (document: vscode.TextDocument) => Promise<string | undefined>;
  readonly #owned = new DisposableStore();
  readonly #histories = new Map<string, History>();
  #deciding: Promise<void> = Promise.resolve();

  constructor(
    worklist: Pick<Worklist, 'decide'>,
    onError: (error: unknown) => void,
    textOnDisk: (document: vscode.TextDocument) => Promise<string | undefined> = savedText,
  ) {
    this.#worklist = worklist;
    this.#onError = onError;
    this.#textOnDisk = textOnDisk;
    this.#owned.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.#owned.add(vscode.workspace.onDidOpenTextDocument(document => this.#follow(document)));
  }

  /** Notes what was applied; resolves when its findings are done, unless it is undone by then. */
  async add(applied: readonly Applied[]): Promise<void> {
    for (const { document, before, items } of applied) {
      const name = document.uri.toString();
      const { steps = [], count = 0 } = this.#histories.get(name) ?? {};
      // What was undone cannot be done again once something else was done.
      const kept = steps.slice(0, count);
      const step: Step = { before, after: document.getText(), items };
      this.#histories.set(name, { steps: [...kept, step], count: count + 1 });
      // Read while the findings are decided about: nobody reverts the file at once.
      void this.#textOnDisk(document).then(text => (step.saved = text === step.after ? undefined : text));
    }
    await this.#inTurn(() => this.#decide(applied.flatMap(({ items }) => items)));
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
    // What the user has decided otherwise meanwhile stays so.
    this.#inTurn(() => this.#decide(between, 'open')).catch(this.#onError);
  }

  /** One after the other, so that the last one is kept last. */
  #inTurn(decide: () => Promise<void>): Promise<void> {
    const deciding = this.#deciding.then(decide);
    this.#deciding = deciding.catch(() => undefined);
    return deciding;
  }

  /** By what is in the texts by now: by its turn, a step may have been undone and another one done. */
  async #decide(items: readonly WorkItem[], from?: 'open'): Promise<void> {
    const steps = [...this.#histories.values()].flatMap(history => history.steps.slice(0, history.count));
    const applied = new Set(steps.flatMap(step => step.items.map(({ fingerprint }) => fingerprint)));
    const [done, open] = [true, false].map(is => items.filter(({ fingerprint }) => applied.has(fingerprint) === is));
    await this.#worklist.decide(done ?? [], { state: 'done', at: Date.now() }, from);
    await this.#worklist.decide(open ?? [], { state: 'open' }, 'done');
  }
}

async function savedText({ uri }: vscode.TextDocument): Promise<string | undefined> {
  return readFile(uri.fsPath).then(decodeUtf8, () => undefined);
}

/** How many steps a text holds; undefined for one that was edited otherwise. */
function countIn(steps: readonly Step[], text: string): number | undefined {
  const next = steps.findIndex(({ before, saved }) => before === text || saved === text);
  if (next >= 0) return next;
  const last = steps.findLastIndex(({ after }) => after === text);
  return last < 0 ? undefined : last + 1;
}
