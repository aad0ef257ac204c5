/** Longest wait for a tree to be drawn, in milliseconds. */
const longest = 2_000;

/** Whether the editor still has the rows of before: it asks for new ones a moment after it was told to. */
export class Redraw {
  #isPending = true;
  #waiting: (() => void)[] = [];

  get isPending(): boolean {
    return this.#isPending;
  }

  /** The rows have changed. */
  expect(): void {
    this.#isPending = true;
  }

  /** The editor has asked for the rows. */
  done(): void {
    this.#isPending = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when the editor has asked for the rows; after a while, if it does not. */
  async ended(): Promise<void> {
    if (!this.#isPending) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>(resolve => {
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, longest);
    });
    clearTimeout(timer);
  }
}
