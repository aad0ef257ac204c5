/**
 * `node test/bench/requests/polling.ts [--hours 1000] [--seed 1]`: three windows that share a key and its hourly limit watch
 * reviews, simulated: what it costs, and how long an ended review stays unnoticed. Ends with an error when a promise is
 * broken.
 */
import { parseArgs } from 'node:util';
import { nextPollDelay, watchDeadline } from '../../../src/reviews/watch/pollPolicy.ts';
import { randomNumbers } from '../random.ts';

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});

const hour = 3_600_000;
const windows = [0, 1, 2];
/** Requests that watching leaves to the user. */
const reserve = 12;
/** Of all windows together. */
const listingsPerHour = 6;

interface Case {
  readonly plan: string;
  readonly limit: number;
  readonly reviewsPerHour: number;
  /** Seconds. */
  readonly promisedDelay: number | undefined;
}

interface Running {
  readonly triggeredAt: number;
  readonly endsAt: number;
  lastPollAt: number | undefined;
  random: readonly number[];
}

/** Something a window does at a moment. */
interface Happening {
  readonly at: number;
  readonly run: () => void;
}

/** One exact ledger of the last 3,600 seconds, whoever asks. */
class Ledger {
  readonly limit: number;
  readonly #granted: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  /** What may still be asked for when so many are to be left. */
  remaining(now: number, kept: number): number {
    while ((this.#granted[0] ?? now) <= now - hour) this.#granted.shift();
    return Math.max(0, this.limit - kept - this.#granted.length);
  }

  /** Milliseconds until one may be asked for when so many are to be left. */
  renewsIn(now: number, kept: number): number {
    const last = this.#granted[this.#granted.length - (this.limit - kept)];
    return last === undefined ? 0 : last + hour - now;
  }

  take(now: number, kept: number): boolean {
    if (this.remaining(now, kept) < 1) return false;
    this.#granted.push(now);
    return true;
  }
}

class Simulation {
  readonly arrivals: number[] = [];
  readonly delays: number[] = [];
  refused = 0;
  gaveUp = 0;
  readonly #random: () => number;
  readonly #ledger: Ledger;
  readonly #happenings: Happening[] = [];
  readonly #running = new Set<Running>();
  #triggers: number[] = [];
  #durations: readonly number[] = [];
  #activeWindow = 0;
  #now = 0;

  constructor({ limit, reviewsPerHour }: Case, hours: number, seed: number) {
    const random = randomNumbers(seed);
    this.#random = () => random(2 ** 32) / 2 ** 32;
    this.#ledger = new Ledger(limit);
    for (let at = this.#pause(reviewsPerHour); at < hours * hour; at += this.#pause(reviewsPerHour))
      this.#happenings.push({ at: Math.ceil(at), run: () => this.#trigger() });
    for (let at = this.#pause(listingsPerHour); at < hours * hour; at += this.#pause(listingsPerHour))
      this.#happenings.push({ at: Math.ceil(at), run: () => this.#request(0) });
    this.#happenings.sort((a, b) => b.at - a.at);
    for (let next = this.#happenings.pop(); next !== undefined; next = this.#happenings.pop()) {
      this.#now = next.at;
      next.run();
    }
  }

  /** Milliseconds between two things that happen so often, each on its own. */
  #pause(perHour: number): number {
    return (-Math.log(this.#random()) * hour) / perHour;
  }

  #at(at: number, run: () => void): void {
    const moment = Math.ceil(at);
    let place = this.#happenings.length;
    while (place > 0 && (this.#happenings[place - 1]?.at ?? 0) <= moment) place--;
    this.#happenings.splice(place, 0, { at: moment, run });
  }

  /** The moment a request arrives at the service; undefined when the ledger grants none. */
  #request(kept: number): number | undefined {
    if (!this.#ledger.take(this.#now, kept)) {
      if (kept === 0) this.refused++;
      return undefined;
    }
    const arrival = this.#now + 50 + 450 * this.#random();
    this.arrivals.push(arrival);
    return arrival;
  }

  #trigger(): void {
    const arrival = this.#request(0);
    if (arrival === undefined) return;
    this.#activeWindow = Math.floor(this.#random() * windows.length);
    for (const other of this.#running) if (other.random.length > 0) this.#wait(other, this.#activeWindow);
    this.#triggers = [this.#now, ...this.#triggers].filter(at => at > this.#now - hour);
    const normal = Math.sqrt(-2 * Math.log(this.#random())) * Math.cos(2 * Math.PI * this.#random());
    const endsAt = arrival + 3.5 * 60_000 * Math.exp(0.7 * normal);
    const running: Running = { triggeredAt: this.#now, endsAt, lastPollAt: undefined, random: [] };
    this.#running.add(running);
    this.#watch(running);
  }

  /** Every window waits for the next look on its own. */
  #watch(running: Running): void {
    running.random = windows.map(this.#random);
    for (const window of windows) this.#wait(running, window);
  }

  #wait(running: Running, window: number): void {
    const { random } = running;
    this.#at(this.#now + this.#nextPollDelay(running, window), () => {
      // Another window has claimed this look.
      if (running.random === random) this.#look(running, window);
    });
  }

  #look(running: Running, window: number): void {
    const arrival = this.#request(reserve);
    if (arrival === undefined) {
      this.#wait(running, window);
      return;
    }
    running.random = [];
    running.lastPollAt = this.#now - running.triggeredAt;
    this.#at(arrival + 50 + 100 * this.#random(), () => {
      const elapsed = this.#now - running.triggeredAt;
      if (running.endsAt <= arrival) {
        this.delays.push(this.#now - running.endsAt);
        this.#durations = [elapsed, ...this.#durations.slice(0, 19)];
        this.#running.delete(running);
      } else if (elapsed >= watchDeadline) {
        this.gaveUp++;
        this.#running.delete(running);
      } else this.#watch(running);
    });
  }

  #nextPollDelay({ triggeredAt, lastPollAt, random }: Running, window: number): number {
    const now = this.#now;
    return nextPollDelay(
      {
        elapsed: now - triggeredAt,
        lastPollAt,
        durations: this.#durations,
        budget: {
          limit: this.#ledger.limit,
          remaining: this.#ledger.remaining(now, reserve),
          renewsIn: this.#ledger.renewsIn(now, reserve),
        },
        pending: this.#running.size,
        submitted: this.#triggers.filter(at => at > now - hour).length,
        active: window === this.#activeWindow,
      },
      random[window] ?? 0,
    );
  }
}

/** Hours of the clock that the service would have refused a request in. */
function hoursOver(arrivals: readonly number[], limit: number, server: 'fixed' | 'rolling'): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  const over = sorted.filter((at, index) => {
    const earlier = sorted[index - limit];
    if (earlier === undefined) return false;
    return server === 'rolling' ? earlier > at - hour : Math.floor(earlier / hour) === Math.floor(at / hour);
  });
  return new Set(over.map(at => Math.floor(at / hour))).size;
}

const cases: readonly Case[] = [
  { plan: 'Free', limit: 100, reviewsPerHour: 4, promisedDelay: 25 },
  { plan: 'Free', limit: 100, reviewsPerHour: 10, promisedDelay: 60 },
  { plan: 'Pro', limit: 1_000, reviewsPerHour: 20, promisedDelay: undefined },
];
const hours = Number(values.hours);
for (const each of cases) {
  const { arrivals, delays, refused, gaveUp } = new Simulation(each, hours, Number(values.seed));
  const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length / 1_000;
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number): string => ((sorted[Math.floor(sorted.length * share)] ?? 0) / 1_000).toFixed(0);
  const over = (['fixed', 'rolling'] as const).map(server => hoursOver(arrivals, each.limit, server));
  const kept = over.every(count => count === 0) && refused === 0 && mean < (each.promisedDelay ?? Infinity);
  if (!kept) process.exitCode = 1;
  const figures = [
    `${(arrivals.length / hours).toFixed(1)} requests/h`,
    `hours over the limit ${over.join(' (fixed), ')} (rolling)`,
    `noticed after mean ${mean.toFixed(1)} s, p50 ${at(0.5)}, p95 ${at(0.95)}`,
    `user refused ${refused}`,
    `given up ${gaveUp} of ${delays.length + gaveUp}`,
  ];
  const promised = each.promisedDelay === undefined ? '' : `   promised: mean below ${each.promisedDelay} s`;
  const name = `${each.plan}, ${each.reviewsPerHour} reviews/h`.padEnd(22);
  console.log(`${kept ? 'kept  ' : 'BROKEN'} ${name} ${figures.join('; ')}${promised}`);
}
