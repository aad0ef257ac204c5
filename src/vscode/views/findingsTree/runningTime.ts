import type { Disposable } from '../../../core/base/disposable.ts';
import { isWatched } from '../../../reviews/store/reviewRecord.ts';
import type { Row } from './row.ts';

const second = 1_000;

/** Draws the rows of running reviews anew each second, while there are some in sight: they say how long it has taken. */
export class RunningTime implements Disposable {
  readonly #draw: (row: Row) => void;
  #rows: Row[] = [];
  #isInSight = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(draw: (row: Row) => void) {
    this.#draw = draw;
  }

  /** The editor has asked for all rows again, and these are the first. */
  begin(rows: readonly Row[]): void {
    this.#rows = [];
    this.add(rows);
  }

  /** The editor has asked for more rows. */
  add(rows: readonly Row[]): void {
    this.#rows.push(...rows.filter(row => row.kind === 'review' && isWatched(row.record)));
    this.#run();
  }

  show(isInSight: boolean): void {
    this.#isInSight = isInSight;
    this.#run();
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #run(): void {
    const isNeeded = this.#isInSight && this.#rows.length > 0;
    if (isNeeded === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = isNeeded ? setInterval(() => this.#rows.forEach(this.#draw), second) : undefined;
  }
}
