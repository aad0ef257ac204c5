import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { openText } from '../openText.ts';
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

/** What a text is known again by. */
interface TextMark {
  readonly length: number;
  readonly hash: string;
}

/** What was applied to a file at once, with the file's text on both sides of it. */
interface Step<Item = WorkItem> {
  readonly before: TextMark;
  readonly after: TextMark;
  /** The file's text on disk then, which reverting it brings back; undefined until it is read. */
  saved?: TextMark | undefined;
  readonly items: readonly Item[];
}

interface History<Item = WorkItem> {
  readonly steps: readonly Step<Item>[];
  /** How many of them are in the text. */
  readonly count: number;
}

/** The history of a file that is not saved, with the ids of the findings. */
interface Unsaved extends History<string> {
  readonly uri: string;
}

const unsavedState = 'unsavedSuggestions';

/**
 * Follows the text of files that suggestions were applied to: where it is again what it was before, by undo or otherwise,
 * their findings are open again, and done where it is what it was after. Forgotten with the window, as undo is, but for
 * files that are not saved, whose text may be lost with it.
 */
export class AppliedSuggestions implements Disposable {
  readonly #worklist: Pick<Worklist, 'decide' | 'byId' | 'informed'>;
  readonly #state: vscode.Memento;
  readonly #onError: (error: unknown) => void;
  readonly #textOnDisk: (document: vscode.TextDocument) => Promise<string | undefined>;
  readonly #owned = new DisposableStore();
  readonly #histories = new Map<string, History>();
  #deciding: Promise<void> = Promise.resolve();

  constructor(
    worklist: Pick<Worklist, 'decide' | 'byId' | 'informed'>,
    state: vscode.Memento,
    onError: (error: unknown) => void,
    textOnDisk: (document: vscode.TextDocument) => Promise<string | undefined> = savedText,
  ) {
    this.#worklist = worklist;
    this.#state = state;
    this.#onError = onError;
    this.#textOnDisk = textOnDisk;
    this.#owned.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.#owned.add(vscode.workspace.onDidOpenTextDocument(document => this.#follow(document)));
    this.#owned.add(vscode.workspace.onDidSaveTextDocument(document => this.#keepIfKnown(document)));
  }

  /** Goes on with files that were not saved when the window was closed, as they are now. */
  async restore(): Promise<void> {
    const left = this.#unsaved;
    if (left.length === 0) return;
    await this.#worklist.informed();
    for (const { uri, steps, count } of left) {
      const found = steps.map(step => ({ ...step, items: step.items.flatMap(id => this.#worklist.byId(id) ?? []) }));
      if (!this.#histories.has(uri)) this.#histories.set(uri, { steps: found, count });
      const document = await openText(vscode.Uri.parse(uri));
      if (document !== undefined) this.#follow(document);
      await this.#inTurn(() => this.#keep(uri, document));
    }
  }

  /** Notes what was applied; resolves when its findings are done, unless it is undone by then. */
  async add(applied: readonly Applied[]): Promise<void> {
    const noted = applied.map(async ({ document, before, items }) => {
      const name = document.uri.toString();
      const { steps = [], count = 0 } = this.#histories.get(name) ?? {};
      // What was undone cannot be done again once something else was done.
      const kept = steps.slice(0, count);
      const after = document.getText();
      const step: Step = { before: markOf(before), after: markOf(after), items };
      this.#histories.set(name, { steps: [...kept, step], count: count + 1 });
      const text = await this.#textOnDisk(document);
      step.saved = text === undefined || text === after ? undefined : markOf(text);
      return () => this.#keep(name, document);
    });
    await this.#inTurn(async () => {
      for (const keep of await Promise.all(noted)) await keep();
      await this.#decide(applied.flatMap(({ items }) => items));
    });
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
    this.#keepIfKnown(document);
  }

  #keepIfKnown(document: vscode.TextDocument): void {
    const name = document.uri.toString();
    if (this.#histories.has(name)) this.#inTurn(() => this.#keep(name, document)).catch(this.#onError);
  }

  get #unsaved(): readonly Unsaved[] {
    return this.#state.get<readonly Unsaved[]>(unsavedState, []);
  }

  /** Keeps the history of a file for the next window as long as it is not saved. */
  async #keep(uri: string, document: vscode.TextDocument | undefined): Promise<void> {
    const known = this.#histories.get(uri);
    const isSaved = document === undefined || known === undefined || (await this.#isSaved(document, known));
    const others = this.#unsaved.filter(each => each.uri !== uri);
    const history = isSaved ? undefined : known;
    if (history === undefined && others.length === this.#unsaved.length) return;
    const steps = history?.steps.map(step => ({ ...step, items: step.items.map(({ finding }) => finding.id) })) ?? [];
    const all = history === undefined ? others : [...others, { uri, steps, count: history.count }];
    await this.#state.update(unsavedState, all.length === 0 ? undefined : all);
  }

  /** What is applied to an editor that is read-only in this window never makes it dirty, and cannot be saved. */
  async #isSaved(document: vscode.TextDocument, { steps, count }: History): Promise<boolean> {
    if (document.isDirty) return false;
    const text = await this.#textOnDisk(document);
    return text === undefined || (countIn(steps, text) ?? count) === count;
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
  const isIt = (mark: TextMark | undefined): boolean => mark?.length === text.length && mark.hash === hashOf(text);
  const next = steps.findIndex(({ before, saved }) => isIt(before) || isIt(saved));
  if (next >= 0) return next;
  const last = steps.findLastIndex(({ after }) => isIt(after));
  return last < 0 ? undefined : last + 1;
}

function markOf(text: string): TextMark {
  return { length: text.length, hash: hashOf(text) };
}

function hashOf(text: string): string {
  return hash('sha256', text);
}
