import type { ApiClient, RepositoryList } from '../../api/client.ts';
import { cancelReview } from '../../api/embedded/cancelReview.ts';
import { parseBaseUrl, type BaseUrl } from '../../api/baseUrl.ts';
import type { Budget, BudgetState } from '../../api/rateLimit/budget.ts';
import type { Budgets } from '../../api/rateLimit/budgets.ts';
import type { Permits } from '../../api/rateLimit/permits.ts';
import type { Transport } from '../../api/transport/transport.ts';
import type { KeyKind } from '../../core/review/apiKey.ts';
import { systemClock } from '../../core/base/clock.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import type { Event } from '../../core/base/events.ts';
import { t } from '../../core/base/l10n.ts';
import type { ReviewService } from '../../reviews/reviewRuns.ts';
import { budgetSentence } from './budgetSentence.ts';
import type { EmbeddedService } from './embeddedService.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import type { Log } from '../platform/log.ts';
import type { PlainHttpConsent } from './plainHttp.ts';
import { RepositoryLists } from './repositoryLists.ts';
import { settings } from '../platform/settings.ts';

/** A ready connection to the hosted or the embedded service. */
export interface Connection extends ReviewService {
  readonly client: ApiClient;
  readonly isEmbedded: boolean;
  /** The connected repositories; a request that is under way or just answered is shared. */
  readonly repositories: (signal: AbortSignal) => Promise<RepositoryList>;
  /** "review.example.com" or "the embedded service", for messages. */
  readonly label: string;
  /** The remaining requests as a sentence; empty without a limit. */
  readonly budgetSentence: () => Promise<string>;
}

/** The name of the embedded service in records of reviews. */
const embedded = 'embedded';

const never: Event<string> = () => ({ dispose: () => undefined });

/** Connects to the configured service: the hosted one at `codeReview.baseUrl`, else the embedded one. */
export class Connections {
  readonly #transport: Transport;
  readonly #keys: ApiKeyStore;
  readonly #embedded: EmbeddedService;
  readonly #budgets: Budgets;
  readonly #log: Log;
  readonly #plain: Pick<PlainHttpConsent, 'isAllowed'>;
  readonly #lists = new RepositoryLists(systemClock);

  constructor(
    transport: Transport,
    keys: ApiKeyStore,
    embedded: EmbeddedService,
    budgets: Budgets,
    log: Log,
    plain: Pick<PlainHttpConsent, 'isAllowed'>,
  ) {
    this.#plain = plain;
    this.#transport = transport;
    this.#keys = keys;
    this.#embedded = embedded;
    this.#budgets = budgets;
    this.#log = log;
  }

  /** Fires when this window uses a key's budget. */
  get onDidUseBudget(): Event<undefined> {
    return this.#budgets.onDidUse;
  }

  /** Returns the request budget of the active key; `undefined` without a key and for the embedded service. */
  async budget(): Promise<BudgetState | undefined> {
    const { hosted } = this;
    const active = hosted === undefined ? undefined : await this.#keys.active(hosted.origin);
    if (hosted === undefined || active === undefined) return undefined;
    return (await this.#budgets.of(hosted.origin, active.key)).state();
  }

  /** The hosted service's address; undefined if the embedded one is used. @throws CodeReviewError of kind `input` */
  get hosted(): BaseUrl | undefined {
    if (settings.baseUrl === '') return undefined;
    try {
      return parseBaseUrl(settings.baseUrl, origin => this.#plain.isAllowed(origin));
    } catch (cause) {
      if (!CodeReviewError.is(cause, 'input')) throw cause;
      throw new CodeReviewError('input', cause.message, cause.advice, { cause, next: 'signIn' });
    }
  }

  /** The address and the key in use, for comparison alone; undefined without a key. @throws CodeReviewError of kind `input` */
  async account(): Promise<string | undefined> {
    const { hosted } = this;
    if (hosted === undefined) return embedded;
    const active = await this.#keys.active(hosted.origin);
    return active && accountOf(hosted, active.key);
  }

  /**
   * Whether a service is the configured one, or the embedded one, which can always be used.
   * @param service as reviews name it
   * @throws CodeReviewError of kind `input` if the configured address is none
   */
  isInUse(service: string): boolean {
    return service === embedded || service === this.hosted?.origin;
  }

  /** Whether there is a key for a service, as far as it needs one. @param service as reviews name it */
  async hasKey(service: string): Promise<boolean> {
    return service === embedded || (await this.#keys.active(service)) !== undefined;
  }

  /** Whether there is no key for a service since the user signed out of it. @param service as reviews name it */
  async isSignedOut(service: string): Promise<boolean> {
    return !(await this.hasKey(service)) && !(await this.#keys.hasVanished(service));
  }

  /** Checks a key, which need not be stored, by a request of its own; who asks for its repositories next has the answer. */
  check(baseUrl: BaseUrl, key: string, signal: AbortSignal): Promise<RepositoryList> {
    this.forgetLists();
    return this.#list(baseUrl, key, signal);
  }

  /** Has the repositories listed by a request the next time. */
  forgetLists(): void {
    this.#lists.forget();
  }

  /** Starts the embedded service early, if it is the configured one. */
  prepare(): void {
    // Failures are reported by `open`.
    if (settings.baseUrl === '') this.#embedded.running().catch(() => undefined);
  }

  /**
   * @param service the service of a review, which may no longer be the configured one
   * @throws CodeReviewError of kind `auth` if there is no key for the hosted service
   */
  async open(service?: string): Promise<Connection> {
    const { hosted } = this;
    if (hosted === undefined || service === embedded) return this.openEmbedded();
    if ((await this.#keys.active(hosted.origin)) === undefined) {
      const isGone = await this.#keys.hasVanished(hosted.origin);
      throw isGone
        ? new CodeReviewError(
            'auth',
            t('The API key for {origin} is no longer in the secret storage.', { origin: hosted.origin }),
            t('Sign in again.'),
          )
        : new CodeReviewError(
            'auth',
            t('There is no API key for {origin} yet.', { origin: hosted.origin }),
            t('Sign in to store one.'),
          );
    }
    const { origin } = hosted;
    const key = async (): Promise<string> => {
      const active = await this.#keys.active(origin);
      if (active === undefined)
        throw new CodeReviewError('auth', t('The API key for {origin} is gone.', { origin }), t('Sign in again.'));
      this.#keys.markUsed(origin, active.kind);
      return active.key;
    };
    const budget = async (): Promise<Budget> => this.#budgets.of(origin, await key());
    const client = await this.#client(hosted, key, budget);
    return {
      name: origin,
      label: new URL(origin).host,
      isEmbedded: false,
      onHint: never,
      client,
      repositories: async signal => this.#list(hosted, await key(), signal),
      triggerReview: (pullRequest, signal) => client.triggerReview(pullRequest, signal),
      getReview: (id, signal) => client.getReview(id, signal),
      budget: async () => (await budget()).watching(),
      onDidChangeBudget: this.#budgets.onDidChange,
      budgetSentence: async () => budgetSentence(await (await budget()).state()),
    };
  }

  /** Creates a client for a key that is not stored, to check the key. */
  try(baseUrl: BaseUrl, key: string): Promise<ApiClient> {
    return this.#client(
      baseUrl,
      () => Promise.resolve(key),
      () => this.#budgets.of(baseUrl.origin, key),
    );
  }

  /** Records the use of a key that was just checked and stored. */
  markUsed(baseUrl: BaseUrl, kind: KeyKind): void {
    this.#keys.markUsed(baseUrl.origin, kind);
  }

  /** Connects to the embedded service, whatever is configured. */
  async openEmbedded(): Promise<Connection> {
    const { baseUrl } = await this.#embedded.running();
    const client = await this.#client(baseUrl, async () => (await this.#embedded.running()).key);
    return {
      name: embedded,
      label: t('the embedded service'),
      isEmbedded: true,
      budgetSentence: () => Promise.resolve(''),
      onHint: this.#embedded.onHint,
      client,
      repositories: signal => client.listRepositories(signal),
      triggerReview: (pullRequest, signal, { fromScratch } = {}) =>
        client.triggerReview(pullRequest, signal, fromScratch && { incremental: false }),
      getReview: (id, signal) => client.getReview(id, signal),
      cancelReview: (id, signal) => cancelReview(client, id, signal),
    };
  }

  #list(baseUrl: BaseUrl, key: string, signal: AbortSignal): Promise<RepositoryList> {
    const ask = async (each: AbortSignal): Promise<RepositoryList> =>
      (await this.try(baseUrl, key)).listRepositories(each);
    return this.#lists.of(accountOf(baseUrl, key), ask, signal);
  }

  async #client(baseUrl: BaseUrl, key: () => Promise<string>, budget?: () => Promise<Budget>): Promise<ApiClient> {
    const { ApiClient } = await import('../../api/client.ts');
    const log = (exchange: Parameters<Log['exchange']>[0]): void => this.#log.exchange(exchange);
    const permits: Permits | undefined = budget && {
      take: async purpose => (await budget()).take(purpose),
      // Without the key, which may be gone by now, there is nothing to correct.
      giveBack: () =>
        budget().then(
          known => known.giveBack(),
          () => undefined,
        ),
      learn: answer =>
        void budget().then(
          known => known.learn(answer),
          () => undefined,
        ),
    };
    const ofEmbedded = { transport: this.#toRunning(), mayRepeat: true };
    const own = baseUrl.socketPath === undefined ? { transport: this.#transport } : ofEmbedded;
    return new ApiClient({ baseUrl, key, log, ...own, ...(permits && { permits }) });
  }

  /** The embedded service may end during a request: each attempt goes to the process that runs then. */
  #toRunning(): Transport {
    return {
      send: async (request, signal) => {
        const { socketPath } = (await this.#embedded.running()).baseUrl;
        return this.#transport.send({ ...request, ...(socketPath !== undefined && { socketPath }) }, signal);
      },
      close: () => Promise.resolve(),
    };
  }
}

function accountOf({ href }: BaseUrl, key: string): string {
  return `${href}\0${key}`;
}
