import * as vscode from 'vscode';
import type { Disposable } from '../core/disposable.ts';
import { DisposableStore } from '../core/disposable.ts';
import { Emitter, type Event } from '../core/events.ts';
import { isSettled, type ReviewRecord, type SettledRecord } from '../reviews/reviewRecord.ts';
import type { Reviews } from '../reviews/reviews.ts';
import { setContextKey } from './contextKeys.ts';
import type { WorkingCopies } from './workingCopies.ts';

const rootsName = 'reviewedRoots';

/**
 * The review of the branch that is checked out where the user works. Looks at repositories only once a review was made
 * in this workspace, so that a window that never reviews costs nothing.
 */
export class CurrentBranch implements Disposable {
  readonly #copies: WorkingCopies;
  readonly #reviews: Reviews;
  readonly #state: vscode.Memento;
  readonly #onError: (error: unknown) => void;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<void>;
  #record: ReviewRecord | undefined;
  #shown: SettledRecord | undefined;
  #turn = 0;
  #updating: Promise<void> = Promise.resolve();

  constructor(copies: WorkingCopies, reviews: Reviews, state: vscode.Memento, onError: (error: unknown) => void) {
    this.#copies = copies;
    this.#reviews = reviews;
    this.#state = state;
    this.#onError = onError;
    this.#changed = this.#owned.add(new Emitter<void>(onError));
    this.#owned.add(copies.onDidChange(() => this.#update()));
    this.#owned.add(vscode.window.onDidChangeActiveTextEditor(() => this.#update()));
    this.#owned.add(
      reviews.onDidChange(record => {
        this.#remember(record);
        this.#update();
      }),
    );
    this.#update();
  }

  /** Fires when another review, or another state of it, is the current one. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** The latest review of the branch; undefined when there is none. */
  get record(): ReviewRecord | undefined {
    return this.#record;
  }

  /** The latest review that has ended: its findings stay on the screen while the next one is pending. */
  get shown(): SettledRecord | undefined {
    return this.#shown;
  }

  /** Resolves when the latest change has been followed. */
  async settled(): Promise<void> {
    for (let updating; updating !== this.#updating;) {
      updating = this.#updating;
      await updating;
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const turn = ++this.#turn;
    this.#updating = this.#read().then(
      ([record, shown]) => {
        if (turn !== this.#turn) return;
        setContextKey('codeReview.hasPending', this.#reviews.pending.length > 0);
        if (record === this.#record && shown === this.#shown) return;
        this.#record = record;
        this.#shown = shown;
        this.#changed.fire();
      },
      (error: unknown) => this.#onError(error),
    );
  }

  /** The latest review of the branch, and the latest that has ended. */
  async #read(): Promise<readonly [ReviewRecord | undefined, SettledRecord | undefined]> {
    const roots = this.#state.get<readonly string[]>(rootsName, []);
    if (roots.length === 0) return [undefined, undefined];
    await Promise.all(roots.map(root => this.#reviews.restore(root)));
    const active = await this.#copies.ofActiveEditor();
    const open = active === undefined ? await this.#copies.all() : [active];
    for (const { copy } of open) {
      const [latest, ...earlier] = this.#reviews.of(copy.root).filter(({ subject }) => subject.branch === copy.branch);
      if (latest !== undefined) return [latest, [latest, ...earlier].find(isSettled)];
    }
    return [undefined, undefined];
  }

  #remember({ subject: { root } }: ReviewRecord): void {
    const roots = this.#state.get<readonly string[]>(rootsName, []);
    if (root !== undefined && !roots.includes(root)) void this.#state.update(rootsName, [...roots, root]);
  }
}
