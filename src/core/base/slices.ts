const sliceMilliseconds = 8;

/** Cuts long work into slices, between which everything else has its turn. */
export class Slices {
  #since = performance.now();
  #turn: Promise<void> = Promise.resolve();

  /** Goes on at once, or in another turn of the event loop once the slice is used up. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since < sliceMilliseconds) return;
    // One after another: those that rest at the same time would otherwise all go on in the same turn.
    this.#turn = this.#turn.then(() => new Promise(resolve => setImmediate(resolve)));
    await this.#turn;
    this.#since = performance.now();
  }
}
