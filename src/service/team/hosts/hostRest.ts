import type { HttpResponse, Transport } from '../../../api/transport/transport.ts';
import { ProviderClient } from '../../../git/pullRequest/providers/client.ts';
import type {
  ProvidedPullRequest,
  ProviderApi,
  ProviderRepository,
} from '../../../git/pullRequest/providers/providerApi.ts';
import { providerApis } from '../../../git/pullRequest/providers/providerApis.ts';
import { restToken } from './authorization.ts';
import type { CloneAddress, Credential } from './cloneAddress.ts';
import { readBase, readFacts, type RepositoryFacts } from './providerFields.ts';

/** A pull request as its host describes it. */
export interface HostedPullRequest extends Omit<ProvidedPullRequest, 'number'> {
  readonly baseBranch: string | undefined;
  /** Full hash, or the beginning of it. */
  readonly baseCommit: string | undefined;
  readonly isDraft: boolean;
}

/** Where a repository is, as much as its REST interface needs. */
export type RestAddress = Pick<CloneAddress, 'provider' | 'fullName' | 'site'>;

interface Parts {
  readonly transport: Transport;
  readonly credential: Credential | undefined;
}

/** One repository in its provider's REST interface. */
export class HostRest {
  readonly #parts: Parts;
  readonly #address: RestAddress;
  readonly #api: ProviderApi;
  readonly #base: ProviderRepository;
  #status: number | undefined;

  private constructor(parts: Parts, address: RestAddress, api: ProviderApi, site: string) {
    const slash = address.fullName.lastIndexOf('/');
    const [owner, repo] = [address.fullName.slice(0, slash), address.fullName.slice(slash + 1)];
    this.#parts = parts;
    this.#address = address;
    this.#api = api;
    this.#base = { site, host: new URL(site).hostname, owner, repo };
  }

  /** @returns undefined for a host without a known REST interface */
  static of(parts: Parts, address: RestAddress): HostRest | undefined {
    const api = providerApis[address.provider];
    if (api === undefined || address.site === undefined || !URL.canParse(address.site)) return undefined;
    return new HostRest(parts, address, api, address.site);
  }

  /** HTTP status of the last response; undefined if there was none. */
  get status(): number | undefined {
    return this.#status;
  }

  /** @returns undefined if the host refuses or fails @throws CodeReviewError of kind `cancelled` only */
  async pullRequest(number: number, signal: AbortSignal): Promise<HostedPullRequest | undefined> {
    const { provider } = this.#address;
    let described: unknown;
    const read: ProviderApi['read'] = (item, ...asked) => this.#api.read((described = item), ...asked);
    const pull = await this.#client({ read }).pullRequest(this.#base, number, signal);
    return pull && { ...pull, ...readBase(provider, described) };
  }

  /** @returns undefined if the host refuses or fails @throws CodeReviewError of kind `cancelled` only */
  async facts(signal: AbortSignal): Promise<(RepositoryFacts & { readonly fullName: string | undefined }) | undefined> {
    let facts: RepositoryFacts | undefined;
    const client = this.#client({
      readRecord: (body, repository) => {
        facts = readFacts(this.#address.provider, body);
        return this.#api.readRecord(body, repository);
      },
    });
    const record = await client.record(this.#base, signal);
    return record && facts && { ...facts, fullName: record.fullName };
  }

  #client(changed: Partial<ProviderApi>): ProviderClient {
    const { transport, credential } = this.#parts;
    const { provider, fullName, site } = this.#address;
    const { scheme, token } = credential === undefined ? {} : restToken(provider, credential);
    const api = { ...this.#api, ...(scheme !== undefined && { scheme }), ...changed };
    const noting: Transport = {
      send: async (request, signal) => this.#note(await transport.send(request, signal)),
      close: () => Promise.resolve(),
    };
    const access = { transport: noting, token: () => Promise.resolve(token) };
    return new ProviderClient(access, api, {
      provider,
      fullName,
      site,
      host: this.#base.host,
      webUrl: undefined,
      remote: undefined,
    });
  }

  #note(response: HttpResponse): HttpResponse {
    this.#status = response.status;
    return response;
  }
}
