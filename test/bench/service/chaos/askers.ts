import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosTeam } from './team.ts';

/** What clients have seen. */
export interface Seen {
  /** Ids of the reviews that were acknowledged, by the idempotency key they were asked for with. */
  readonly acknowledged: Map<string, string>;
  /** Requests that the key which asks too much was granted. */
  granted: number;
  /** Answers that no client should get. */
  readonly wrong: string[];
}

/** Milliseconds until a client asks again. */
const pause = 100;

/** Clients that ask for reviews and follow them, each again whenever it gets no answer, and one that asks too much. */
export class Askers {
  readonly seen: Seen = { acknowledged: new Map(), granted: 0, wrong: [] };
  readonly #team: ChaosTeam;
  readonly #random: (below: number) => number;
  readonly #running: Promise<unknown>;
  #isStopped = false;

  constructor(team: ChaosTeam, random: (below: number) => number, count: number) {
    this.#team = team;
    this.#random = random;
    this.#running = Promise.all([
      ...Array.from({ length: count }, (_, index) => this.#askOn(`asker ${index}`)),
      this.#askTooMuch(),
    ]);
  }

  /** Resolves once so many reviews were acknowledged. */
  async acknowledged(count: number): Promise<void> {
    while (this.seen.acknowledged.size < count) await delay(5);
  }

  /** Resolves once every client has its answer. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #askOn(name: string): Promise<void> {
    for (let number = 0; !this.#isStopped; number++) await this.#follow(`${name}, review ${number}`);
  }

  async #follow(idempotencyKey: string): Promise<void> {
    const key = await this.#newKey();
    const asked = {
      repository: this.#random(2) === 0 ? 'acme/app' : 'acme/site',
      pr: 1 + this.#random(12),
      incremental: this.#random(2) === 0,
    };
    const post = async (): Promise<string> => {
      const { body } = await this.#request(key, '/v1/reviews', [201], {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(asked),
      });
      return (JSON.parse(body) as { readonly id: string }).id;
    };
    const id = await post();
    this.seen.acknowledged.set(idempotencyKey, id);
    if (this.#random(5) === 0 && (await post()) !== id) this.seen.wrong.push(`${idempotencyKey}: two reviews`);
    while (!this.#isStopped) {
      const { status, body } = await this.#request(key, `/v1/reviews/${id}`, [200, 429]);
      if (status === 429 || (JSON.parse(body) as { readonly status: string }).status !== 'pending') return;
      await delay(pause);
    }
  }

  async #askTooMuch(): Promise<void> {
    const key = await this.#newKey();
    while (!this.#isStopped) {
      const { status } = await this.#request(key, '/v1/repositories', [200, 429]);
      if (status === 200) this.seen.granted++;
      else await delay(pause);
    }
  }

  /** Asks any API process, until one answers. */
  async #request(key: string, where: string, expected: readonly number[], init: RequestInit = {}): Promise<Answer> {
    for (;;) {
      const addresses = this.#team.apis.flatMap(({ address }) => address ?? []);
      const address = addresses[this.#random(Math.max(1, addresses.length))];
      if (address !== undefined)
        try {
          const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` };
          const response = await fetch(address + where, { ...init, headers });
          const body = await response.text();
          if (expected.includes(response.status)) return { status: response.status, body };
          if (response.status !== 503) this.seen.wrong.push(`${where}: ${response.status} ${body}`);
        } catch {
          // It was killed.
        }
      await delay(pause);
    }
  }

  async #newKey(): Promise<string> {
    for (;;)
      try {
        return await this.#team.newKey();
      } catch {
        await delay(pause);
      }
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
}
