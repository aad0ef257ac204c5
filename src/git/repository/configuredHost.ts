import type { SplitUrl } from './splitUrl.ts';

/** Kinds of hosting that remotes, pull request refs and web addresses differ by. */
export type Provider =
  'github' | 'gitlab' | 'bitbucket' | 'bitbucket-server' | 'azure' | 'azure-server' | 'gitea' | 'git';

/**
 * Extra knowledge about hosts: `host`, `host:port`, or either with the path below which its repositories are
 * (`acme.example/gitlab`), to provider.
 */
export type Hosts = Readonly<Record<string, string>>;

/** What the settings say of the host of a URL. */
export interface ConfiguredHost {
  readonly provider: Provider;
  /** The path below which its repositories are; mostly none. */
  readonly context: readonly string[];
}

const providers = new Set<string>([
  'github',
  'gitlab',
  'bitbucket',
  'bitbucket-server',
  'azure',
  'azure-server',
  'gitea',
]);

/**
 * The entry that fits a URL best: with its port, and with the longest path. An ssh URL leaves that path out, so an entry
 * fits it where it is the only one of its host.
 * @param host name of the web host, without aliases for ssh
 */
export function configuredHost(url: SplitUrl, host: string, hosts: Hosts): ConfiguredHost | undefined {
  const isWeb = url.scheme === 'http' || url.scheme === 'https';
  const found = entriesOf(hosts)
    .map(entry => ({ ...entry, rank: [`${host}:${url.port ?? ''}`, host, url.host].indexOf(entry.authority) }))
    .filter(({ rank }) => rank >= 0);
  const fitting = isWeb ? found.filter(({ context }) => isBelow(url.segments, context)) : found;
  const [best, ...others] = fitting.sort((a, b) =>
    isWeb ? b.context.length - a.context.length || a.rank - b.rank : a.context.length - b.context.length,
  );
  if (best === undefined || (!isWeb && best.context.length > 0 && others.length > 0)) return undefined;
  return { provider: best.provider, context: best.context };
}

function entriesOf(hosts: Hosts): (ConfiguredHost & { readonly authority: string })[] {
  return Object.entries(hosts).flatMap(([key, provider]) => {
    const [authority = '', ...context] = key.replace(/^https?:\/\//i, '').split('/');
    if (!providers.has(provider)) return [];
    return {
      authority: authority.toLowerCase(),
      context: context.filter(segment => segment !== ''),
      provider: provider as Provider,
    };
  });
}

function isBelow(segments: readonly string[], context: readonly string[]): boolean {
  return context.every((segment, index) => segment.toLowerCase() === segments[index]?.toLowerCase());
}
