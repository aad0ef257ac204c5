import type { RepositoryList } from '../../api/client.ts';
import type { Clock } from '../../core/base/clock.ts';
import { cancelledError } from '../../core/base/errors.ts';

/** How long an answer is good for whoever asks for the same, in milliseconds. */
const recent = 10_000;

interface Listing {
  /** Address and key. */
  readonly account: string;
  readonly list: Promise<RepositoryList>;
  readonly stop: AbortController;
  /** Those that wait for it. */
  waiting: number;
  /** Undefined while the request is under way. */
  answeredAt: number | undefined;
}

/**
 * The connected repositories of an account. A request that is under way, or was answered a moment ago, is shared: signing in
 * lists them to check the key, and has the view list them.
 */
export class RepositoryLists {
  readonly #clock: Pick<Clock, 'now'>;
  #latest: Listing | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * @param ask makes the request; it is aborted once nobody waits for it any more
   * @throws CodeReviewError of kind `cancelled` as soon as `signal` is aborted
   */
  async of(
    account: string,
    ask: (signal: AbortSignal) => Promise<RepositoryList>,
    signal: AbortSignal,
  ): Promise<RepositoryList> {
    if (signal.aborted) throw cancelledError(signal);
    const listing = this.#shared(account) ?? this.#begin(account, ask);
    if (listing.answeredAt !== undefined) return listing.list;
    listing.waiting++;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        if (--listing.waiting === 0) this.#end(listing);
        reject(cancelledError(signal));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      void listing.list.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    });
  }

  /** Has the next one who asks make a request, also if an answer is recent. */
  forget(): void {
    this.#latest = undefined;
  }

  #shared(account: string): Listing | undefined {
    const latest = this.#latest;
    if (latest?.account !== account) return undefined;
    const { answeredAt } = latest;
    // Either way: an answer from before the clock was set back is none of a moment ago.
    return answeredAt === undefined || Math.abs(this.#clock.now() - answeredAt) < recent ? latest : undefined;
  }

  #begin(account: string, ask: (signal: AbortSignal) => Promise<RepositoryList>): Listing {
    const stop = new AbortController();
    const listing: Listing = { account, list: ask(stop.signal), stop, waiting: 0, answeredAt: undefined };
    this.#latest = listing;
    listing.list.then(
      () => (listing.answeredAt = this.#clock.now()),
      () => this.#drop(listing),
    );
    return listing;
  }

  #end(listing: Listing): void {
    this.#drop(listing);
    listing.stop.abort();
  }

  #drop(listing: Listing): void {
    if (this.#latest === listing) this.#latest = undefined;
  }
}
