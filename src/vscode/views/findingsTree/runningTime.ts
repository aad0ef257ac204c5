import type { Disposable } from '../../../core/base/disposable.ts';
import { isWatched } from '../../../reviews/store/reviewRecord.ts';
import { ago } from '../../../reviews/summary/reviewWords.ts';
import type { Row } from './row.ts';

const second = 1_000;
/** In milliseconds: what is said of an age is at most this late. */
export const ageStep = 15_000;

interface Aging {
  readonly row: Row;
  readonly settledAt: number;
  /** As it was drawn. */
  age: string;
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
  #eachStep: NodeJS.Timeout | undefined;

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
      else if (settledAt !== undefined) this.#aging.set(row.id, { row, settledAt, age: ago(now - settledAt) });
    }
    this.#run();
  }

  show(isInSight: boolean): void {
    this.#isInSight = isInSight;
    this.#run();
  }

  dispose(): void {
    clearInterval(this.#eachSecond);
    clearInterval(this.#eachStep);
  }

  #run(): void {
    const drawRunning = (): void => [...this.#running.values()].forEach(this.#draw);
    this.#eachSecond = repeat(this.#eachSecond, this.#isInSight && this.#running.size > 0, drawRunning, second);
    const drawOlder = (): void => this.#drawOlder();
    this.#eachStep = repeat(this.#eachStep, this.#isInSight && this.#aging.size > 0, drawOlder, ageStep);
  }

  #drawOlder(): void {
    const now = Date.now();
    for (const aging of this.#aging.values()) {
      const age = ago(now - aging.settledAt);
      if (age === aging.age) continue;
      aging.age = age;
      this.#draw(aging.row);
    }
  }
}

/** When the result was there that a row tells the age of, in milliseconds since the epoch. */
function settledAtOf(row: Row): number | undefined {
  if (row.kind === 'review') return row.review.shown?.settledAt;
  return row.kind === 'earlier' ? row.record.settledAt : undefined;
}

/** Begins what is needed and ends what is not; what goes on already goes on. */
function repeat(
  timer: NodeJS.Timeout | undefined,
  isNeeded: boolean,
  task: () => void,
  milliseconds: number,
): NodeJS.Timeout | undefined {
  if (isNeeded === (timer !== undefined)) return timer;
  clearInterval(timer);
  return isNeeded ? setInterval(task, milliseconds) : undefined;
}
