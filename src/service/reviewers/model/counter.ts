/** Counts things by name. */
export class Counter<Name extends string> {
  readonly #counts = new Map<Name, number>();

  add(name: Name, count = 1): void {
    if (count > 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  toRecord(): Partial<Record<Name, number>> {
    return Object.fromEntries(this.#counts) as Partial<Record<Name, number>>;
  }

  /** `2 unsure, 1 vague` */
  toString(): string {
    return [...this.#counts].map(([name, count]) => `${count} ${name}`).join(', ');
  }
}
