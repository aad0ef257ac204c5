import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { run } from './hostedReviews.ts';
import { attended } from './window.ts';

/** A hosted service whose reviews run until it is told that they have ended. */
export class PendingService {
  readonly key: string;
  /** What came with its requests for reviews. */
  readonly keys: (string | undefined)[] = [];
  /** Those of the reviews that are asked for from now on. */
  comments: readonly object[];
  hasEnded = false;
  /** The id of a review that runs on while the others have ended. */
  held: string | undefined;
  address = '';
  /** The id of the latest review. */
  latest = '';
  /** Resolves when its review is no longer watched. */
  watched: PromiseLike<unknown> = Promise.resolve();
  readonly #reviews = new Map<string, readonly object[]>();
  readonly #server: Server;

  constructor(comments: readonly object[], key: string) {
    this.comments = comments;
    this.key = key;
    this.#server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/repositories') {
        response.end('{"data":[]}');
        return;
      }
      this.keys.push(request.headers.authorization);
      const isAsked = request.method === 'POST';
      if (isAsked) this.#reviews.set((this.latest = `review${this.#reviews.size + 1}`), this.comments);
      const id = isAsked ? this.latest : (request.url?.split('/').at(-1) ?? '');
      const isRunning = !this.hasEnded || this.held === id;
      const state = isRunning ? { status: 'pending' } : { status: 'completed', comments: this.#reviews.get(id) };
      response.end(JSON.stringify({ id, ...state }));
      if (isAsked) this.#server.emit('asked');
    });
  }

  get host(): string {
    return new URL(this.address).host;
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Signs in and has the branch reviewed; resolves once the service has been asked for it. */
  async begin(): Promise<void> {
    await run('signIn', this.address, this.key);
    await attended(['Review'], async () => {
      const asked = once(this.#server, 'asked');
      this.watched = vscode.commands.executeCommand('codeReview.reviewCurrentBranch');
      await asked;
    });
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
