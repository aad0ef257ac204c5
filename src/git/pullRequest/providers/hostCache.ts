import type { HttpResponse } from '../../../api/transport/transport.ts';
import type { RepositoryRecord } from './providerApi.ts';

const longestQuiet = 60 * 60_000;
const usualQuiet = 60_000;

/** Cache of hosts' responses beyond one search: rate limits and repository records. */
export class HostCache {
  readonly #now: () => number;
  readonly #quietUntil = new Map<string, number>();
  readonly #records = new Map<string, RepositoryRecord>();

  /** @param now milliseconds since the epoch */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * When a host's rate limit ends, in milliseconds since the epoch; undefined if it is not exceeded.
   * @param asker the account that the limit applies to
   */
  quietUntil(host: string, asker: string): number | undefined {
    const until = this.#quietUntil.get(`${asker} ${host}`);
    return until !== undefined && until > this.#now() ? until : undefined;
  }

  /** Records a rate-limit response: 429, and GitHub's 403 (`Retry-After`, `X-RateLimit-Reset`). */
  note(host: string, asker: string, { status, headers }: HttpResponse): void {
    if (status !== 429 && status !== 403) return;
    const wait = this.#waitOf(headers) ?? (status === 429 ? usualQuiet : 0);
    if (wait > 0) this.#quietUntil.set(`${asker} ${host}`, this.#now() + Math.min(wait, longestQuiet));
  }

  /** Returns a repository's record; requests each once. @param key URL of its page */
  async record(key: string, ask: () => Promise<RepositoryRecord | undefined>): Promise<RepositoryRecord | undefined> {
    const known = this.#records.get(key) ?? (await ask());
    if (known !== undefined) this.#records.set(key, known);
    return known;
  }

  /** Milliseconds. */
  #waitOf(headers: HttpResponse['headers']): number | undefined {
    const after = headers['retry-after'];
    if (after !== undefined) {
      const wait = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - this.#now();
      if (Number.isFinite(wait)) return wait;
    }
    const isUsedUp = (headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining']) === '0';
    const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
    return isUsedUp && Number.isFinite(reset) ? reset * 1_000 - this.#now() : undefined;
  }
}
