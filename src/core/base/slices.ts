/** Cuts long work into slices, between which everything else has its turn. */
export class Slices {
  readonly #milliseconds: number;
  #since = performance.now();
  #turn: Promise<void> = Promise.resolve();

  /** @param milliseconds how long a slice is */
  constructor(milliseconds = 8) {
    this.#milliseconds = milliseconds;
  }

  /** Begins a slice, for work that an event has started in a turn of its own. */
  begin(): void {
    this.#since = performance.now();
  }

  /** Whether everything else should have its turn. */
  get isUsedUp(): boolean {
    return performance.now() - this.#since >= this.#milliseconds;
  }

  /** Goes on at once, or in another turn of the event loop once the slice is used up. */
  async rest(): Promise<void> {
    if (this.isUsedUp) await this.pause();
  }

  /** Goes on in another turn of the event loop, however long the slice has been. */
  async pause(): Promise<void> {
    // One after another: those that rest at the same time would otherwise all go on in the same turn.
    this.#turn = this.#turn.then(() => new Promise(resolve => setImmediate(resolve)));
    await this.#turn;
    this.begin();
  }
}
