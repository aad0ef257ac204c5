import { createHash } from 'node:crypto';
import path from 'node:path';
import { systemClock, type Clock } from '../../core/base/clock.ts';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import type { WatchBudget } from './watchBudget.ts';
import { formatEnd } from '../../core/base/formatTime.ts';
import { t } from '../../core/base/l10n.ts';
import type { Permits, Purpose } from './permits.ts';
import type { HttpResponse } from '../transport/transport.ts';
import { FallbackLedger } from './fallbackLedger.ts';
import { HourLedger } from './hourLedger.ts';
import { ServerLimitStore } from './serverLimitStore.ts';
import { RemainingBudget } from './remainingBudget.ts';
import { FolderWatcher } from '../../files/folderWatcher.ts';

export interface BudgetOptions {
  /** Folder of the budgets of all keys, shared by all windows; created if missing. */
  readonly folder: string;
  /** `https://review.example.com` */
  readonly origin: string;
  /** The API key; only its hash is stored. */
  readonly key: string;
  /** The plan's requests per hour; called every time, so that a change takes effect at once. */
  readonly limit: () => number;
  /** Called once when the disk fails, and for errors of listeners. */
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
}

/** Usage of the hourly limit, as shown to the user. */
export interface BudgetState {
  /** Requests per hour. */
  readonly limit: number;
  /** Requests of the last hour from all windows on this machine; other clients with the same key are not counted. */
  readonly used: number;
  readonly remaining: number;
  /** When the next permit becomes available again, in milliseconds since the epoch; undefined if none is in use. */
  readonly resetAt: number | undefined;
}

/** The hourly request limit of a key at a service, shared by all windows and corrected by what the service reports. */
export class Budget implements Permits, Disposable {
  readonly #origin: string;
  readonly #limit: () => number;
  readonly #clock: Clock;
  readonly #ledger: FallbackLedger;
  readonly #server: ServerLimitStore;
  readonly #folder: FolderWatcher;
  readonly #used: Emitter<undefined>;
  readonly #owned = new DisposableStore();
  readonly #onError: (error: unknown) => void;
  #learned: Promise<void> = Promise.resolve();

  constructor({ folder, origin, key, limit, onError, clock = systemClock }: BudgetOptions) {
    this.#origin = origin;
    this.#limit = limit;
    this.#clock = clock;
    this.#onError = onError;
    const own = path.join(folder, hash(origin, key));
    let isTold = false;
    const onDiskError = (error: unknown): void => {
      if (!isTold) onError(error);
      isTold = true;
    };
    const now = (): number => clock.now();
    this.#ledger = new FallbackLedger(new HourLedger(own, now), now, onDiskError);
    this.#server = new ServerLimitStore(own, onDiskError);
    this.#used = this.#owned.add(new Emitter(onError));
    this.#folder = this.#owned.add(new FolderWatcher(own, clock, onError));
  }

  /** Fires when this window sends a request or receives a response. */
  get onDidUse(): Event<undefined> {
    return this.#used.event;
  }

  /** Fires on changes by this and other windows; watches the shared files while it has listeners. */
  readonly onDidChange: Event<undefined> = listener => {
    const here = this.onDidUse(listener);
    const elsewhere = this.#folder.onDidChange(() => listener(undefined));
    return {
      dispose: () => {
        elsewhere.dispose();
        here.dispose();
      },
    };
  };

  async take(purpose: Purpose): Promise<void> {
    let standing = await this.#standing();
    const kept = (): number => (purpose === 'watch' ? standing.reserve : 0);
    while (standing.remaining > kept()) {
      if (await this.#ledger.take(standing.ceiling - kept())) {
        this.#used.fire(undefined);
        return;
      }
      // Other windows took the remaining permits.
      standing = await this.#standing();
    }
    throw this.#usedUp(standing, kept());
  }

  async giveBack(): Promise<void> {
    await this.#ledger.giveBack();
    this.#used.fire(undefined);
  }

  learn(answer: Pick<HttpResponse, 'status' | 'headers'>): void {
    const now = this.#clock.now();
    // A failure with one response must not block later requests.
    this.#learned = this.#learned
      .then(() => this.#server.learn(answer, now))
      .then(() => this.#used.fire(undefined))
      .catch(this.#onError);
  }

  async state(): Promise<BudgetState> {
    const { limit, used, remaining, resetAt } = await this.#standing();
    return { limit, used, remaining, resetAt };
  }

  /** The budget for polling running reviews, without the reserve. */
  async watching(): Promise<WatchBudget> {
    const standing = await this.#standing();
    const remaining = Math.max(0, standing.remaining - standing.reserve);
    const renewsIn = remaining > 0 ? 0 : Math.max(0, standing.freeAt(standing.reserve) - this.#clock.now());
    return { limit: standing.limit, remaining, renewsIn };
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #standing(): Promise<RemainingBudget> {
    await this.#learned;
    const now = this.#clock.now();
    const [taken, server] = await Promise.all([this.#ledger.granted(), this.#server.current(now)]);
    return new RemainingBudget(taken, this.#limit(), server, now);
  }

  #usedUp(standing: RemainingBudget, kept: number): CodeReviewError {
    const until = standing.freeAt(kept);
    const time = formatEnd(until);
    const message =
      standing.remaining === 0
        ? t('The request limit of this key is used up at {origin} until {time}.', { origin: this.#origin, time })
        : t(
            'Running reviews are not polled until {time}: the last requests of the hour at {origin} are reserved for your own actions.',
            { time, origin: this.#origin },
          );
    return new CodeReviewError('rateLimit', message, t('Results that are already here stay.'), { until });
  }
}

function hash(origin: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([origin, key]))
    .digest('hex')
    .slice(0, 16);
}
