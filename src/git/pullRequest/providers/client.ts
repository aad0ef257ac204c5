import { cancelledError } from '../../../core/base/errors.ts';
import type { HttpResponse, Transport } from '../../../api/transport/transport.ts';
import type { RepositoryIdentity } from '../../repository/identifyRepository.ts';
import type { Provider } from '../../repository/remoteUrl.ts';
import { HostCache } from './hostCache.ts';
import {
  decodePullRequest,
  decodePullRequests,
  joinFullName,
  pullRequestUrl,
  type ProvidedPullRequest,
  type ProviderResponse,
  type ProviderApi,
  type ProviderRepository,
  type ProviderRequest,
  type PullRequestQuery,
  type RepositoryRecord,
} from './providerApi.ts';

/** Access to the REST APIs of providers. */
export interface ProviderAccess {
  readonly transport: Transport;
  /**
   * Returns a token for a host without prompting the user; undefined if there is none. Called only after an anonymous
   * request was refused. The host comes from the repository's configuration and receives the token, so return one only
   * for hosts that the user signed in to.
   */
  readonly token: (provider: Provider, host: string) => Promise<string | undefined>;
  /** Cache for repeated searches. */
  readonly memory?: HostCache;
}

/** The pull requests of all pages of a response. */
export interface PullRequestList {
  readonly pulls: readonly ProvidedPullRequest[];
  /** False if there are more than were read. */
  readonly isWhole: boolean;
  /** Whether the repository was renamed. */
  readonly isMoved: boolean;
}

/**
 * Statuses that a sign-in may change: private repositories are not found, limits are wider, and Azure DevOps leads to
 * its sign-in page.
 */
const refusals = new Set([203, 302, 401, 403, 404, 429]);
const redirects = new Set([301, 307, 308]);
const longestMilliseconds = 5_000;
const mostPages = 4;

/** Client of one provider; anonymous until a request is refused. Failures give no result. */
export class ProviderClient {
  readonly #access: ProviderAccess;
  readonly #api: ProviderApi;
  readonly #identity: RepositoryIdentity;
  readonly #memory: HostCache;
  /** What was asked already, by address and body: hosts that filter by nothing answer several queries at once. */
  readonly #answers = new Map<string, Promise<ProviderResponse | undefined>>();
  #token: string | undefined;
  #status: number | undefined;
  #isRefused = false;
  #limitedUntil: number | undefined;

  constructor(access: ProviderAccess, api: ProviderApi, identity: RepositoryIdentity) {
    this.#access = access;
    this.#api = api;
    this.#identity = identity;
    this.#memory = access.memory ?? new HostCache();
  }

  /** Whether the host refused an anonymous request and there was no token. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Whether the last answer was that there is no such thing, or that it is private. */
  get isMissing(): boolean {
    return this.#status === 404;
  }

  /** When the host accepts requests again after a rate limit, in milliseconds since the epoch. */
  get limitedUntil(): number | undefined {
    return this.#limitedUntil;
  }

  /** Lists pull requests; undefined if the host refuses or fails. @throws CodeReviewError of kind `cancelled` only */
  async pullRequests(query: PullRequestQuery, signal: AbortSignal): Promise<PullRequestList | undefined> {
    const pulls: ProvidedPullRequest[] = [];
    let request = this.#api.request(query);
    let isMoved = false;
    for (let page = 0; request !== undefined; page++) {
      const answer = page < mostPages ? await this.#ask(request, signal) : undefined;
      if (answer === undefined) return page === 0 ? undefined : { pulls, isMoved, isWhole: false };
      pulls.push(...decodePullRequests(this.#api, answer.body, query));
      isMoved ||= answer.isMoved;
      const next = this.#api.next(answer);
      request = next !== undefined && isSameOrigin(next, answer.url) ? { url: next } : undefined;
    }
    return { pulls, isMoved, isWhole: true };
  }

  /** Reads one pull request; undefined if the host refuses or fails. @throws CodeReviewError of kind `cancelled` only */
  async pullRequest(
    base: ProviderRepository,
    number: number,
    signal: AbortSignal,
  ): Promise<ProvidedPullRequest | undefined> {
    const answer = await this.#ask({ url: pullRequestUrl(this.#api, base, number) }, signal);
    const pull = answer && decodePullRequest(this.#api, answer.body, { base, head: undefined, commit: '' });
    return pull?.number === number ? pull : undefined;
  }

  /** Reads a repository's record; cached. @throws CodeReviewError of kind `cancelled` only */
  record(repository: ProviderRepository, signal: AbortSignal): Promise<RepositoryRecord | undefined> {
    return this.#memory.record(`${repository.site}/${joinFullName(repository)}`.toLowerCase(), async () => {
      const answer = await this.#ask({ url: this.#api.recordUrl(repository) }, signal);
      return answer && this.#api.readRecord(answer.body, repository);
    });
  }

  #ask(request: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse | undefined> {
    const key = `${request.url}\n${request.body ?? ''}`;
    const answer = this.#answers.get(key) ?? this.#askAnew(request, signal);
    this.#answers.set(key, answer);
    return answer;
  }

  async #askAnew(request: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse | undefined> {
    this.#status = undefined;
    try {
      let response = await this.#send(request, signal);
      const isRefused = response === undefined || refusals.has(response.status);
      if (isRefused && this.#token === undefined && !this.#isRefused) {
        this.#token = await this.#askToken(signal);
        this.#isRefused = this.#token === undefined;
        if (this.#token !== undefined) response = await this.#send(request, signal);
      }
      const location = redirects.has(response?.status ?? 0) ? response?.headers['location'] : undefined;
      const url =
        location !== undefined && URL.canParse(location, request.url) ? new URL(location, request.url).href : '';
      const isMoved = url !== '' && isSameOrigin(url, request.url);
      if (isMoved) response = await this.#send({ ...request, url }, signal);
      this.#status = response?.status;
      if (response?.status !== 200) {
        this.#limitedUntil ??= this.#memory.quietUntil(new URL(request.url).host, this.#asker);
        return undefined;
      }
      const answered = isMoved ? url : request.url;
      return { url: answered, body: JSON.parse(response.body), headers: response.headers, isMoved };
    } catch {
      if (signal.aborted) throw cancelledError(signal);
      return undefined;
    }
  }

  /** Sends a request with a timeout of a few seconds; undefined if the host's rate limit is exceeded. */
  async #send({ url, body }: ProviderRequest, signal: AbortSignal): Promise<HttpResponse | undefined> {
    const { headers, scheme } = this.#api;
    const host = new URL(url).host;
    const asker = this.#asker;
    if (this.#memory.quietUntil(host, asker) !== undefined) return undefined;
    const authorization = this.#token === undefined ? {} : { authorization: `${scheme} ${this.#token}` };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await this.#access.transport.send(
      {
        method: body === undefined ? 'GET' : 'POST',
        url,
        headers: { ...headers, ...type, ...authorization },
        ...(body === undefined ? {} : { body }),
      },
      AbortSignal.any([signal, AbortSignal.timeout(longestMilliseconds)]),
    );
    this.#memory.note(host, asker, response);
    return response;
  }

  /** The account that a rate limit applies to. */
  get #asker(): string {
    return this.#token === undefined ? 'anybody' : 'user';
  }

  /** Gets a token; the time that the editor takes does not count towards the host's timeout. */
  async #askToken(signal: AbortSignal): Promise<string | undefined> {
    const { provider, host } = this.#identity;
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(longestMilliseconds)]);
    const ended = new Promise<undefined>(resolve => {
      bounded.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const token = await Promise.race([this.#access.token(provider, host ?? ''), ended]);
    signal.throwIfAborted();
    return token;
  }
}

function isSameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && new URL(a).origin === new URL(b).origin;
}
