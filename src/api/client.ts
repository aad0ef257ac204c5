import { keyProblem } from '../core/apiKey.ts';
import { cancelled, CodeReviewError } from '../core/errors.ts';
import type { PullRequestId } from '../core/pullRequest.ts';
import type { Repository } from '../core/repository.ts';
import type { Review } from '../core/review.ts';
import { answerError } from './answerError.ts';
import type { BaseUrl } from './baseUrl.ts';
import { decodeRepository, listOf } from './decodeRepositories.ts';
import { decodeReview } from './decodeReview.ts';
import { networkError } from './networkError.ts';
import { nextPage } from './nextPage.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

/** A request as the log tells it; `path` is the documented route, never an id or a query. */
export type Exchange =
  | { readonly direction: 'out'; readonly method: string; readonly path: string }
  | {
      readonly direction: 'in';
      readonly method: string;
      readonly path: string;
      /** The HTTP status, or the kind of error that took its place. */
      readonly outcome: string;
      readonly milliseconds: number;
    };

export interface ApiClientOptions {
  readonly baseUrl: BaseUrl;
  /** Asked for every request, so that a key that was changed is used at once. */
  readonly key: () => Promise<string>;
  readonly transport: Transport;
  readonly log: (exchange: Exchange) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The connected repositories, and how many elements of the answer named none. */
export interface RepositoryList {
  readonly repositories: readonly Repository[];
  readonly unreadable: number;
}

interface Call {
  readonly method: HttpRequest['method'];
  /** The documented route, for the log. */
  readonly route: string;
  readonly url: string;
  /** "the pull request acme/app#7", for the sentence. */
  readonly subject: string;
  readonly body?: unknown;
}

const mostPages = 50;

/** The documented API (api-spec.md 4): strict in what it sends, tolerant in what it reads. Every failure is a CodeReviewError. */
export class ApiClient {
  readonly #options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  /** `GET /v1/repositories`, with all its pages. */
  async listRepositories(signal: AbortSignal): Promise<RepositoryList> {
    const route = '/v1/repositories';
    const subject = 'the list of repositories';
    const byName = new Map<string, Repository>();
    let unreadable = 0;
    const seen = new Set<string>();
    let url: string | undefined = this.#url(route);
    while (url !== undefined && !seen.has(url) && seen.size < mostPages) {
      seen.add(url);
      const { response, json } = await this.#call({ method: 'GET', route, url, subject }, signal);
      const known = byName.size;
      for (const repository of listOf(json).map(decodeRepository)) {
        if (repository === undefined) unreadable++;
        else byName.set(repository.fullName, repository);
      }
      // A service that takes no notice of the page would otherwise use up the hour.
      url = byName.size > known ? nextPage(response, json, url) : undefined;
    }
    return { repositories: [...byName.values()], unreadable };
  }

  /** `POST /v1/reviews`. @throws CodeReviewError of kind `unclear` when it is not known whether the review was triggered */
  async triggerReview({ repository, number }: PullRequestId, signal: AbortSignal): Promise<Review> {
    const route = '/v1/reviews';
    const subject = `the pull request ${repository}#${number}`;
    const call = { method: 'POST', route, url: this.#url(route), subject, body: { repository, pr: number } } as const;
    const { json } = await this.#call(call, signal);
    return decodeReview(json);
  }

  /** `GET /v1/reviews/:id` */
  async getReview(id: string, signal: AbortSignal): Promise<Review> {
    const url = this.#url(`/v1/reviews/${pathSegment(id)}`);
    const call = { method: 'GET', route: '/v1/reviews/:id', url, subject: `the review ${id}` } as const;
    const { json } = await this.#call(call, signal);
    return decodeReview(json, id);
  }

  /** Any other route below the base address, for what a service of our own offers beside the documented API. */
  async put(route: string, subject: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return (await this.#call({ method: 'PUT', route, url: this.#url(route), subject, body }, signal)).json;
  }

  #url(path: string): string {
    return this.#options.baseUrl.href + path;
  }

  async #call(call: Call, signal: AbortSignal): Promise<{ response: HttpResponse; json: unknown }> {
    const { baseUrl, now } = this.#options;
    const response = await this.#send(call, signal);
    if (response.status < 200 || response.status >= 300) {
      throw answerError(response, { origin: baseUrl.origin, subject: call.subject }, now());
    }
    try {
      return { response, json: JSON.parse(response.body) };
    } catch (cause) {
      const isPage = /^\s*<(?:!doctype|html)/i.test(response.body);
      const message = `${baseUrl.origin} answered ${isPage ? 'a web page' : 'something that is not JSON'} instead of data.`;
      // After a POST that was answered the review may well be running.
      const kind = call.method === 'POST' ? 'unclear' : 'service';
      throw new CodeReviewError(kind, message, 'Check that the address is the one of its API, not of its website.', {
        cause,
      });
    }
  }

  async #send({ method, route, url, body }: Call, signal: AbortSignal): Promise<HttpResponse> {
    const { baseUrl, transport, log, now } = this.#options;
    // The key goes to the address it is bound to and nowhere else, wherever the URL came from.
    if (new URL(url).origin !== baseUrl.origin) {
      throw new CodeReviewError('service', 'The service named an address of another origin.', 'Check its address.');
    }
    const headers = {
      ...(await this.#headers()),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const request = { method, url, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    log({ direction: 'out', method, path: route });
    const started = now();
    const answered = (outcome: string): void =>
      log({ direction: 'in', method, path: route, outcome, milliseconds: now() - started });
    try {
      const response = await transport.send(request, signal);
      answered(`${response.status}`);
      return response;
    } catch (cause) {
      const error = signal.aborted ? cancelled(signal) : networkError(cause, { method, host: new URL(url).host });
      answered(error.kind);
      throw error;
    }
  }

  async #headers(): Promise<Record<string, string>> {
    const key = await this.#options.key();
    const problem = keyProblem(key);
    if (problem !== undefined) throw new CodeReviewError('auth', 'The stored API key cannot be sent.', problem);
    return { authorization: `Bearer ${key}`, accept: 'application/json' };
  }
}

/** The id as one segment of a path; `.` and `..` would be resolved away whatever they are encoded as. */
function pathSegment(id: string): string {
  if (id === '.' || id === '..' || id === '') {
    throw new CodeReviewError('service', 'The service gave the review an id that cannot be asked for.');
  }
  return encodeURIComponent(id);
}
