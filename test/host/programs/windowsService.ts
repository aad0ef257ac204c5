import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long the service takes to say how a review stands, in milliseconds: about as long as the moments lie apart at which
 * two windows would look, so that the second has to know that the first is looking.
 */
export const answerTime = 1_000;

/** A review as the service knows it. All moments are in milliseconds since the epoch. */
export interface ServedReview {
  readonly id: string;
  readonly repository: string;
  readonly triggeredAt: number;
  readonly endsAt: number;
  /** How many issues it ends with; no two reviews end with as many. */
  readonly issues: number;
  /** When it was asked for. */
  readonly looks: number[];
}

/** A hosted service on loopback whose reviews take as long as was agreed, with the limit of the Free plan. */
export class WindowsService {
  readonly address: string;
  readonly reviews: ServedReview[] = [];
  /** Requests with the right key. */
  requests = 0;
  /** Requests with another key, beyond the limit, or for what there is not. */
  refused = 0;
  readonly #server: Server;
  readonly #key: string;
  readonly #limit: number;
  readonly #started = Date.now();
  #agreed: { readonly duration: number; readonly resolve: (review: ServedReview) => void } | undefined;

  private constructor(server: Server, key: string, limit: number) {
    this.#server = server;
    this.#key = key;
    this.#limit = limit;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** @param limit requests per hour */
  static async start(key: string, limit: number): Promise<WindowsService> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WindowsService(server, key, limit);
  }

  /** The next review that is triggered; it takes `duration` milliseconds. */
  agree(duration: number): Promise<ServedReview> {
    return new Promise(resolve => (this.#agreed = { duration, resolve }));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = this.#take(request, Buffer.concat(parts).toString(), at);
    if (answer.status >= 400) this.refused++;
    if (request.url?.startsWith('/v1/reviews/') === true) await delay(answerTime);
    const reset = Math.ceil((this.#started + 3_600_000) / 1_000);
    response
      .writeHead(answer.status, {
        'content-type': 'application/json',
        'x-ratelimit-limit': this.#limit,
        'x-ratelimit-remaining': Math.max(0, this.#limit - this.requests),
        'x-ratelimit-reset': reset,
      })
      .end(JSON.stringify(answer.body));
  }

  #take({ method, url = '', headers }: IncomingMessage, text: string, at: number): { status: number; body: unknown } {
    if (headers.authorization !== `Bearer ${this.#key}`) return { status: 401, body: { message: 'unknown key' } };
    if (++this.requests > this.#limit) return { status: 429, body: { message: 'limit reached' } };
    if (method === 'GET' && url === '/v1/repositories') return { status: 200, body: { data: [] } };
    if (method === 'POST' && url === '/v1/reviews') {
      const { repository } = JSON.parse(text) as { repository: string };
      const number = this.reviews.length + 1;
      const served = {
        id: `r${number}`,
        repository,
        triggeredAt: at,
        endsAt: at + (this.#agreed?.duration ?? 0),
        issues: number,
        looks: [],
      };
      this.reviews.push(served);
      this.#agreed?.resolve(served);
      return { status: 200, body: stateOf(served, at) };
    }
    const review = this.reviews.find(({ id }) => method === 'GET' && url === `/v1/reviews/${id}`);
    if (review === undefined) return { status: 404, body: { message: 'not there' } };
    review.looks.push(at);
    return { status: 200, body: stateOf(review, at) };
  }
}

function stateOf({ id, triggeredAt, endsAt, issues }: ServedReview, now: number): unknown {
  const created = { id, created_at: new Date(triggeredAt).toISOString() };
  if (now < endsAt) return { ...created, status: 'pending' };
  const comments = Array.from({ length: issues }, (_, index) => ({ id: `${id}-${index}`, body: `Issue ${index}` }));
  const end = { status: 'completed', completed_at: new Date(endsAt).toISOString() };
  return { ...created, ...end, issues_found: issues, suggestions: 0, comments };
}
