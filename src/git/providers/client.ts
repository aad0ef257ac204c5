import { cancelled } from '../../core/errors.ts';
import type { HttpResponse, Transport } from '../../api/transport.ts';
import type { RepositoryIdentity } from '../identity.ts';
import {
  decodePullRequests,
  type ProvidedPullRequest,
  type ProviderApi,
  type PullRequestQuery,
} from './providerApi.ts';

/** How the REST interfaces of providers are reached. */
export interface ProviderAccess {
  readonly transport: Transport;
  /**
   * A token for a host, asked for only after an anonymous request was refused; undefined where there is none without
   * disturbing the user. The host comes from the repository's configuration: it gets what is returned here, so only a
   * host that the user signed in to may get anything.
   */
  readonly token: (provider: string, host: string) => Promise<string | undefined>;
}

/** Statuses that a sign-in may change: private repositories are not found, and Azure DevOps leads to its sign-in page. */
const refusals = new Set([203, 302, 401, 403, 404]);
const longestMilliseconds = 5_000;

/** Asks one provider, anonymously for as long as that is enough. Whatever fails is no answer. */
export class ProviderClient {
  readonly #access: ProviderAccess;
  readonly #api: ProviderApi;
  readonly #identity: RepositoryIdentity;
  #token: string | undefined;

  constructor(access: ProviderAccess, api: ProviderApi, identity: RepositoryIdentity) {
    this.#access = access;
    this.#api = api;
    this.#identity = identity;
  }

  /** The pull requests of one answer, in at most a few seconds. @throws CodeReviewError of kind `cancelled` only */
  async get(url: string, query: PullRequestQuery, signal: AbortSignal): Promise<readonly ProvidedPullRequest[]> {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(longestMilliseconds)]);
    try {
      let response = await this.#send(url, bounded);
      if (refusals.has(response.status) && this.#token === undefined) {
        this.#token = await this.#access.token(this.#identity.provider, this.#identity.host ?? '');
        if (this.#token !== undefined) response = await this.#send(url, bounded);
      }
      return response.status === 200 ? decodePullRequests(this.#api, JSON.parse(response.body), query) : [];
    } catch {
      if (signal.aborted) throw cancelled(signal);
      return [];
    }
  }

  #send(url: string, signal: AbortSignal): Promise<HttpResponse> {
    const { headers, scheme } = this.#api;
    const authorization = this.#token === undefined ? {} : { authorization: `${scheme} ${this.#token}` };
    return this.#access.transport.send({ method: 'GET', url, headers: { ...headers, ...authorization } }, signal);
  }
}
