import { keyProblem } from '../core/review/apiKey.ts';
import { systemClock, type Clock } from '../core/base/clock.ts';
import { cancelledError, CodeReviewError } from '../core/base/errors.ts';
import { plainLine } from '../core/base/text.ts';
import type { PullRequestId } from '../core/review/pullRequest.ts';
import { repositoryKey, type Repository } from '../core/review/repository.ts';
import { Redactor } from '../core/base/redactor.ts';
import { Slices } from '../core/base/slices.ts';
import type { Review } from '../core/review/review.ts';
import { responseError } from './responseError.ts';
import type { BaseUrl } from './baseUrl.ts';
import { decodeRepository, listOf } from './decode/repositories.ts';
import { decodeReviewInSlices } from './decode/review.ts';
import { JsonTooLargeError, unescapeAscii } from '../core/base/jsonText.ts';
import { t } from '../core/base/l10n.ts';
import { detectRateLimit } from './rateLimit/detectRateLimit.ts';
import { networkError, unclearAdvice } from './transport/networkError.ts';
import { nextPage } from './pagination.ts';
import { parseResponse } from './parseResponse.ts';
import type { Permits, Purpose } from './rateLimit/permits.ts';
import { withRetries } from './retry.ts';
import { isNotSent } from './transport/notSentError.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport/transport.ts';

/** A request as it is logged; `path` is the documented route, without ids and queries. */
export type Exchange =
  | { readonly direction: 'out'; readonly method: string; readonly path: string }
  | {
      readonly direction: 'in';
      readonly method: string;
      readonly path: string;
      /** The HTTP status, or the kind of error if there was no response. */
      readonly outcome: string;
      readonly milliseconds: number;
    };

export interface ApiClientOptions {
  readonly baseUrl: BaseUrl;
  /** Called for every request, so that a changed key is used at once. */
  readonly key: () => Promise<string>;
  readonly transport: Transport;
  readonly log: (exchange: Exchange) => void;
  /** Whether a review that is triggered twice does no harm, so that a request which may have arrived is repeated. */
  readonly mayRepeat?: boolean;
  /** The hourly limit; if absent, requests are not counted. */
  readonly permits?: Permits;
  readonly clock?: Clock;
  /** Random number from 0 to 1; spreads retries. */
  readonly random?: () => number;
}

/** The connected repositories, and what is missing from the list. */
export interface RepositoryList {
  readonly repositories: readonly Repository[];
  /** Number of elements that are no repositories. */
  readonly unreadable: number;
  /** Whether there are more pages than were requested. */
  readonly isCut: boolean;
}

interface Call {
  readonly method: HttpRequest['method'];
  /** The documented route, for the log. */
  readonly route: string;
  readonly url: string;
  /** The object of the request in messages, for example "the pull request acme/app #7". */
  readonly subject: string;
  /** Advice if the object is not found; by default, to check that its repository is connected. */
  readonly whereMissing?: string;
  readonly purpose: Purpose;
  readonly body?: unknown;
  /** Sent with each attempt, so that a service which knows it does not take a repeated request for another one. */
  readonly idempotencyKey?: string;
}

const mostPages = 50;
const connectFirst = (): string => t('Check that its repository is connected to the account of this key.');

/**
 * Client of the API (docs/api.md): strict in what it sends, tolerant in what it reads. Throws only `CodeReviewError`.
 */
export class ApiClient {
  readonly #options: ApiClientOptions;
  readonly #clock: Clock;

  constructor(options: ApiClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** `GET /v1/repositories`, all pages. */
  async listRepositories(signal: AbortSignal): Promise<RepositoryList> {
    const route = '/v1/repositories';
    const subject = t('the list of repositories');
    const whereMissing = t('Check that the address is the one of its API.');
    const byKey = new Map<string, Repository>();
    let unreadable = 0;
    const seen = new Set<string>();
    let url: string | undefined = this.#url(route);
    while (url !== undefined && !seen.has(url) && seen.size < mostPages) {
      seen.add(url);
      const read = pageOf(url);
      const { elements, next }: Page = await this.#call(
        { method: 'GET', route, url, subject, whereMissing, purpose: 'user' },
        read,
        signal,
      );
      const known = byKey.size;
      for (const repository of elements.map(decodeRepository)) {
        if (repository === undefined) unreadable++;
        else byKey.set(repositoryKey(repository), repository);
      }
      // A service that ignores the page parameter would otherwise use up the hourly limit.
      url = byKey.size > known ? next : undefined;
    }
    return { repositories: [...byKey.values()], unreadable, isCut: url !== undefined && !seen.has(url) };
  }

  /**
   * `POST /v1/reviews`
   * @param more fields that are not in the documented API, for the embedded service
   * @throws CodeReviewError of kind `unclear` if the review may or may not have been triggered
   */
  async triggerReview({ repository, number }: PullRequestId, signal: AbortSignal, more?: object): Promise<Review> {
    const route = '/v1/reviews';
    const subject = t('the pull request {name}', { name: `${plainLine(repository, 200)} #${number}` });
    const body = { repository, pr: number, ...more };
    const idempotencyKey = crypto.randomUUID();
    const call = { method: 'POST', route, url: this.#url(route), subject, purpose: 'user', body } as const;
    return this.#call({ ...call, idempotencyKey }, json => decodeReviewInSlices(json, new Slices()), signal);
  }

  /**
   * `GET /v1/reviews/:id`
   * @param purpose `user` if the user requested it
   */
  async getReview(id: string, signal: AbortSignal, purpose: Purpose = 'watch'): Promise<Review> {
    const url = this.#url(`/v1/reviews/${pathSegment(id)}`);
    const subject = t('the review {id}', { id: plainLine(id, 80) });
    const read = async (json: unknown): Promise<Review> => {
      const review = await decodeReviewInSlices(json, new Slices(), id);
      if (review.id === id) return review;
      throw new CodeReviewError('service', t('The service returned a different review than requested.'));
    };
    return this.#call({ method: 'GET', route: '/v1/reviews/:id', url, subject, purpose }, read, signal);
  }

  /** `GET` of any other route: the embedded service has some that are not in the documented API. */
  async get(route: string, subject: string, signal: AbortSignal): Promise<unknown> {
    const call = { method: 'GET', route, url: this.#url(route), subject, purpose: 'user' } as const;
    return this.#call(call, json => json, signal);
  }

  /** `PUT` with a JSON body. */
  async put(route: string, subject: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const call = { method: 'PUT', route, url: this.#url(route), subject, purpose: 'user', body } as const;
    return this.#call(call, json => json, signal);
  }

  #url(path: string): string {
    return this.#options.baseUrl.href + path;
  }

  async #call<T>(
    call: Call,
    read: (json: unknown, response: HttpResponse) => T | Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { baseUrl, random = Math.random, mayRepeat } = this.#options;
    const { method, url } = call;
    // The key is only ever sent to the origin that it belongs to.
    if (new URL(url).origin !== baseUrl.origin) {
      throw new CodeReviewError('service', t('The service returned a URL of another origin.'), t('Check its address.'));
    }
    const retries = { clock: this.#clock, random, isIdempotent: method !== 'POST' || mayRepeat === true };
    const response = await withRetries(() => this.#attempt(call, signal), retries, signal);
    try {
      return await read(parseResponse(response.body, baseUrl.origin), response);
    } catch (error) {
      if (!CodeReviewError.is(error)) throw error;
      // The response is unreadable, but the service accepted the request: the review may be running.
      const { kind, message, advice, details, cause } = error;
      if (method === 'POST')
        throw new CodeReviewError('unclear', message, [advice, unclearAdvice()].filter(Boolean).join(' '), {
          cause: error,
        });
      const { unread = cause instanceof JsonTooLargeError ? 'tooLarge' : 'malformed' } = details;
      throw new CodeReviewError(kind, message, advice, { ...details, unread, cause });
    }
  }

  /** @returns a successful response */
  async #attempt(call: Call, signal: AbortSignal): Promise<HttpResponse> {
    const { method, route, url, purpose, body, idempotencyKey } = call;
    const { baseUrl, transport, log, permits, mayRepeat = false } = this.#options;
    const key = await this.#key();
    await permits?.take(purpose);
    const headers = {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      // In quotes, as its draft has it; services that know no quotes take them for a part of it.
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': `"${idempotencyKey}"` }),
    };
    const { socketPath } = baseUrl;
    const request = {
      ...{ method, url, headers },
      ...(socketPath !== undefined && { socketPath }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    log({ direction: 'out', method, path: route });
    const started = this.#clock.now();
    const answered = (outcome: string): void =>
      log({ direction: 'in', method, path: route, outcome, milliseconds: this.#clock.now() - started });
    let response: HttpResponse;
    try {
      response = withoutKey(await transport.send(request, signal), key);
    } catch (cause) {
      const { host } = new URL(url);
      const error = signal.aborted ? cancelledError(signal) : networkError(cause, { method, host, mayRepeat });
      answered(error.kind);
      // The service does not count what it never heard of.
      if (isNotSent(cause)) await permits?.giveBack();
      throw error;
    }
    answered(`${response.status}`);
    if (isSuccess(response.status)) {
      permits?.learn(response);
      return response;
    }
    permits?.learn(detectRateLimit(response) ?? response);
    throw responseError(
      response,
      { whereMissing: connectFirst(), ...call, key, origin: baseUrl.origin },
      this.#clock.now(),
    );
  }

  async #key(): Promise<string> {
    const key = await this.#options.key();
    const problem = keyProblem(key);
    if (problem !== undefined) throw new CodeReviewError('auth', t('The stored API key cannot be sent.'), problem);
    return key;
  }
}

/** Redacts the key, which a service may echo. */
function withoutKey({ status, headers, body }: HttpResponse, key: string): HttpResponse {
  const secrets = new Redactor();
  secrets.add(key);
  const clean = Object.entries(headers).map(([name, value]) => [name, secrets.redact(value)] as const);
  return { status, headers: Object.fromEntries(clean), body: secrets.redact(unescapeAscii(body)) };
}

interface Page {
  readonly elements: readonly unknown[];
  readonly next: string | undefined;
}

const pageOf =
  (url: string) =>
  (json: unknown, response: HttpResponse): Page => ({ elements: listOf(json), next: nextPage(response, json, url) });

/** 2xx except 206 (partial content): a truncated review could look like one without comments. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300 && status !== 206;
}

/** Encodes an id as one path segment; `.` and `..` would be resolved in any encoding. */
function pathSegment(id: string): string {
  if (id === '.' || id === '..' || id === '') {
    throw new CodeReviewError('service', t('The service returned a review id that cannot be requested.'));
  }
  return encodeURIComponent(id);
}
