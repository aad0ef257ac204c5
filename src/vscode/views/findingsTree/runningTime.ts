import type { Disposable } from '../../../core/base/disposable.ts';
import { isWatched } from '../../../reviews/store/reviewRecord.ts';
import { untilOlder } from '../../../reviews/summary/reviewWords.ts';
import type { Row } from './row.ts';

const second = 1_000;

interface Aging {
  readonly row: Row;
  readonly settledAt: number;
  /** When it is older than it says, in milliseconds since the epoch. */
  dueAt: number;
}

/**
 * Draws the rows anew that tell a time, while there are some in sight: those of running reviews each second, for they say
 * how long it has taken, and the others when they are older than they say.
 */
export class RunningTime implements Disposable {
  readonly #draw: (row: Row) => void;
  // By the rows' ids: those below a row are asked for again each time that it is drawn.
  readonly #running = new Map<string, Row>();
  readonly #aging = new Map<string, Aging>();
  #isInSight = false;
  #eachSecond: NodeJS.Timeout | undefined;
  #older: NodeJS.Timeout | undefined;

  constructor(draw: (row: Row) => void) {
    this.#draw = draw;
  }

  /** The editor has asked for all rows again, and these are the first. */
  begin(rows: readonly Row[]): void {
    this.#running.clear();
    this.#aging.clear();
    this.add(rows);
  }

  /** The editor has asked for more rows. */
  add(rows: readonly Row[]): void {
    const now = Date.now();
    for (const row of rows) {
      const settledAt = settledAtOf(row);
      if (row.kind === 'review' && isWatched(row.record)) this.#running.set(row.id, row);
      else if (settledAt !== undefined)
        this.#aging.set(row.id, { row, settledAt, dueAt: now + untilOlder(now - settledAt) });
    }
    this.#run();
  }

  /** What was hidden may be older than it says. */
  show(isInSight: boolean): void {
    this.#isInSight = isInSight;
    this.#run();
  }

  dispose(): void {
    clearInterval(this.#eachSecond);
    clearTimeout(this.#older);
  }

  #run(): void {
    const isRunning = this.#isInSight && this.#running.size > 0;
    // What goes on already goes on.
    if (isRunning !== (this.#eachSecond !== undefined)) {
      clearInterval(this.#eachSecond);
      const drawRunning = (): void => [...this.#running.values()].forEach(this.#draw);
      this.#eachSecond = isRunning ? setInterval(drawRunning, second) : undefined;
    }
    clearTimeout(this.#older);
    if (!this.#isInSight || this.#aging.size === 0) return;
    const first = Math.min(...[...this.#aging.values()].map(({ dueAt }) => dueAt));
    this.#older = setTimeout(() => this.#drawOlder(), Math.max(0, first - Date.now()));
  }

  #drawOlder(): void {
    const now = Date.now();
    for (const aging of this.#aging.values()) {
      if (aging.dueAt > now) continue;
      aging.dueAt = now + untilOlder(now - aging.settledAt);
      this.#draw(aging.row);
    }
    this.#run();
  }
}

/** When the result was there that a row tells the age of, in milliseconds since the epoch. */
function settledAtOf(row: Row): number | undefined {
  if (row.kind === 'review') return row.review.shown?.settledAt;
  return row.kind === 'earlier' ? row.record.settledAt : undefined;
}
