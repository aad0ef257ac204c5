import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from './log.ts';

/** What the database says at the moment of a scrape. */
export interface Measured {
  /** Stored reviews by status. */
  readonly reviews: Readonly<Record<string, number>>;
  /** Reviews that wait for a worker, and the age of the oldest in seconds. */
  readonly waiting: { readonly count: number; readonly oldestSeconds: number };
}

/** The connections of the pool. */
interface PoolUse {
  readonly total: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** What the figures are taken from. */
export interface MetricsSources {
  readonly measure: () => Promise<Measured>;
  readonly pool: () => PoolUse;
  /** Number of failures in the log. */
  readonly failures: () => number;
}

/** The figures of this process and of the queue, in Prometheus' text format. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #durations: Histogram<'method' | 'route' | 'status'>;
  readonly #refused: Counter;
  readonly contentType = this.#registry.contentType;

  constructor({ measure, pool, failures }: MetricsSources) {
    const registers = [this.#registry];
    const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> =>
      new Gauge({ name: `code_review_${name}`, help, labelNames: [...labelNames], registers });
    this.#durations = new Histogram({
      name: 'code_review_http_request_duration_seconds',
      help: 'Answered requests by route and status, with their durations',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    });
    const counter = (name: string, help: string): Counter =>
      new Counter({ name: `code_review_${name}`, help, registers });
    this.#refused = counter('permits_refused_total', 'Requests refused because the limit of their key was used up');
    const failed = counter('failures_total', 'Failures in the log');
    const connections = gauge('database_connections', 'Connections to the database', ['state']);
    const up = gauge('database_up', 'Whether the database answered this scrape');
    const reviews = gauge('reviews', 'Stored reviews', ['status']);
    const waiting = gauge('queue_waiting', 'Reviews that wait for a worker');
    const oldest = gauge('queue_oldest_seconds', 'Age of the review that has waited longest');
    this.#collect = async () => {
      const { total, idle, waiting: starved } = pool();
      failed.reset();
      failed.inc(failures());
      connections.set({ state: 'busy' }, total - idle);
      connections.set({ state: 'idle' }, idle);
      connections.set({ state: 'awaited' }, starved);
      const measured = await measure().catch(() => undefined);
      up.set(measured === undefined ? 0 : 1);
      reviews.reset();
      // Reset, one without labels would be 0.
      for (const each of [waiting, oldest]) each.remove();
      if (measured === undefined) return;
      for (const [status, count] of Object.entries(measured.reviews)) reviews.set({ status }, count);
      waiting.set(measured.waiting.count);
      oldest.set(measured.waiting.oldestSeconds);
    };
  }

  readonly #collect: () => Promise<void>;

  /** Counts an answered request. */
  request({ method, route, status, milliseconds, keyId }: AnsweredRequest): void {
    this.#durations.observe({ method, route, status }, milliseconds / 1_000);
    // Sign-ins are limited as well, without a key.
    if (status === 429 && keyId !== undefined) this.#refused.inc();
  }

  /** The answer to a scrape. If the database is gone, its figures are missing and `code_review_database_up` is 0. */
  async text(): Promise<string> {
    await this.#collect();
    return this.#registry.metrics();
  }
}
