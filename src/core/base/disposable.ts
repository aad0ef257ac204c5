/** An object that releases its resources; the same shape as VS Code's `Disposable`. */
export interface Disposable {
  dispose(): unknown;
}

/** Disposes its members in reverse order; a member added after disposal is disposed at once. */
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
