/** Anything with an end; structurally VS Code's own. */
export interface Disposable {
  dispose(): unknown;
}

/** Owns disposables and ends them in reverse order; what is added after the end is ended at once. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];
  #disposed = false;

  add<T extends Disposable>(disposable: T): T {
    if (this.#disposed) disposable.dispose();
    else this.#owned.push(disposable);
    return disposable;
  }

  dispose(): void {
    this.#disposed = true;
    for (const disposable of this.#owned.splice(0).reverse()) disposable.dispose();
  }
}
