/** A line of the text before, and both texts. */
export interface Place {
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** How far a line map agrees with another one. */
export class Agreement {
  #lines = 0;
  readonly #wrong = { lost: 0, elsewhere: 0, 'gone and written again': 0, respaced: 0, 'another text': 0 };

  /** @param options whether it counts that the map holds on to lines that were only spaced anew */
  add(map: Int32Array, truth: Int32Array, place: Place, options = { spacingCounts: true }): void {
    const found = map[place.line] ?? -1;
    const expected = truth[place.line] ?? -1;
    this.#lines++;
    if (found === expected) return;
    if (found < 0) this.#wrong.lost++;
    else if (expected >= 0) this.#wrong.elsewhere++;
    else {
      const before = place.before[place.line] ?? '';
      const after = place.after[found] ?? '';
      if (before === after) this.#wrong['gone and written again']++;
      else if (before.replace(/\s/g, '') !== after.replace(/\s/g, '')) this.#wrong['another text']++;
      else if (options.spacingCounts) this.#wrong.respaced++;
    }
  }

  toString(): string {
    const wrong = Object.entries(this.#wrong).filter(([, count]) => count > 0);
    const share = 1 - wrong.reduce((sum, [, count]) => sum + count, 0) / this.#lines;
    return `${(share * 100).toFixed(2)} % of ${this.#lines} (${wrong.map(([name, count]) => `${name} ${count}`).join(', ')})`;
  }
}
