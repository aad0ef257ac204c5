import type { RepositoryIdentity } from '../../repository/identifyRepository.ts';
import { ProviderClient, type ProviderAccess } from './client.ts';
import type { ProvidedPullRequest, ProviderRepository } from './providerApi.ts';
import { providerApis } from './providerApis.ts';

/** A repository in its provider's REST interface; undefined without a host. @param fullName another one of that host */
export function providerRepository(
  { site, host, fullName: own }: RepositoryIdentity,
  fullName = own,
): ProviderRepository | undefined {
  const slash = fullName.lastIndexOf('/');
  if (site === undefined || host === undefined) return undefined;
  return { site, host, owner: fullName.slice(0, slash), repo: fullName.slice(slash + 1) };
}

/** What is known without the host is not kept waiting for longer, in milliseconds. */
const longestWait = 2_000;

/**
 * What the host says today of a pull request that this machine knows.
 * @returns `missing` if the host has none of that number in the repository; undefined if it does not say
 * @throws CodeReviewError of kind `cancelled` only
 */
export async function askHost(
  access: ProviderAccess,
  identity: RepositoryIdentity,
  { repository, number }: { readonly repository?: string | undefined; readonly number: number },
  signal: AbortSignal,
): Promise<ProvidedPullRequest | 'missing' | undefined> {
  const api = providerApis[identity.provider];
  const base = providerRepository(identity, repository);
  if (api === undefined || base === undefined) return undefined;
  const client = new ProviderClient(access, api, identity);
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(longestWait)]);
    const pull = await client.pullRequest(base, number, bounded);
    // A private repository is not found either.
    return client.isMissing && (await client.record(base, bounded)) !== undefined ? 'missing' : pull;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
