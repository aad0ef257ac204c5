import { cancelled } from '../../../core/base/errors.ts';
import type { HttpResponse, Transport } from '../../../api/transport/transport.ts';
import type { RepositoryIdentity } from '../../repository/identifyRepository.ts';
import type { Provider } from '../../repository/remoteUrl.ts';
import { HostMemory } from './hostCache.ts';
import {
  decodePullRequests,
  nameOf,
  type ProvidedPullRequest,
  type ProviderAnswer,
  type ProviderApi,
  type ProviderRepository,
  type ProviderRequest,
  type PullRequestQuery,
  type RepositoryRecord,
} from './providerApi.ts';

/** How the REST interfaces of providers are reached. */
export interface ProviderAccess {
  readonly transport: Transport;
  /**
   * A token for a host, asked for only after an anonymous request was refused; undefined where there is none without
   * disturbing the user. The host comes from the repository's configuration: it gets what is returned here, so only a
   * host that the user signed in to may get anything.
   */
  readonly token: (provider: Provider, host: string) => Promise<string | undefined>;
  /** Kept by whoever searches again; without it each search begins anew. */
  readonly memory?: HostMemory;
}

/** All pull requests of an answer. */
export interface Provided {
  readonly pulls: readonly ProvidedPullRequest[];
  /** False where there are more than were read. */
  readonly isWhole: boolean;
  /** The repository has another name today. */
  readonly isMoved: boolean;
}

/** Statuses that a sign-in may change: private repositories are not found, limits are wider, and Azure DevOps leads to its sign-in page. */
const refusals = new Set([203, 302, 401, 403, 404, 429]);
const redirects = new Set([301, 307, 308]);
const longestMilliseconds = 5_000;
const mostPages = 4;

/** Asks one provider, anonymously for as long as that is enough. Whatever fails is no answer. */
export class ProviderClient {
  readonly #access: ProviderAccess;
  readonly #api: ProviderApi;
  readonly #identity: RepositoryIdentity;
  readonly #memory: HostMemory;
  #token: string | undefined;
  #isRefused = false;

  constructor(access: ProviderAccess, api: ProviderApi, identity: RepositoryIdentity) {
    this.#access = access;
    this.#api = api;
    this.#identity = identity;
    this.#memory = access.memory ?? new HostMemory();
  }

  /** The host has refused to tell something, and there was no token to ask it with. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Undefined where the host does not tell. @throws CodeReviewError of kind `cancelled` only */
  async pullRequests(query: PullRequestQuery, signal: AbortSignal): Promise<Provided | undefined> {
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

  /** What is told of a repository, which is asked for once. @throws CodeReviewError of kind `cancelled` only */
  record(repository: ProviderRepository, signal: AbortSignal): Promise<RepositoryRecord | undefined> {
    return this.#memory.record(`${repository.site}/${nameOf(repository)}`.toLowerCase(), async () => {
      const answer = await this.#ask({ url: this.#api.recordUrl(repository) }, signal);
      return answer && this.#api.readRecord(answer.body, repository);
    });
  }

  async #ask(request: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer | undefined> {
    try {
      let response = await this.#send(request, signal);
      const isRefused = response === undefined || refusals.has(response.status);
      if (isRefused && this.#token === undefined && !this.#isRefused) {
        this.#token = await this.#askToken(signal);
        this.#isRefused = this.#token === undefined;
        if (this.#token !== undefined) response = await this.#send(request, signal);
      }
      if (response === undefined) return undefined;
      const location = redirects.has(response.status) ? response.headers['location'] : undefined;
      const url =
        location !== undefined && URL.canParse(location, request.url) ? new URL(location, request.url).href : '';
      const isMoved = url !== '' && isSameOrigin(url, request.url);
      if (isMoved) response = await this.#send({ ...request, url }, signal);
      if (response?.status !== 200) return undefined;
      const answered = isMoved ? url : request.url;
      return { url: answered, body: JSON.parse(response.body), headers: response.headers, isMoved };
    } catch {
      if (signal.aborted) throw cancelled(signal);
      return undefined;
    }
  }

  /** The answer in a few seconds; undefined where the host is to be left alone. */
  async #send({ url, body }: ProviderRequest, signal: AbortSignal): Promise<HttpResponse | undefined> {
    const { headers, scheme } = this.#api;
    const host = new URL(url).host;
    const asker = this.#token === undefined ? 'anybody' : 'user';
    if (this.#memory.isQuiet(host, asker)) return undefined;
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

  /** The editor may take its time to find a sign-in, which is not the host's. */
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
