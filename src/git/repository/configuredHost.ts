import type { SplitUrl } from './splitUrl.ts';

const providers = ['github', 'gitlab', 'bitbucket', 'bitbucket-server', 'azure', 'azure-server', 'gitea'] as const;

/** Hosting providers that differ in remotes, pull request refs and web URLs; `git` is any other host. */
export type Provider = (typeof providers)[number] | 'git';

/**
 * The setting that maps hosts to providers. Keys are `host` or `host:port`, optionally with the path above the host's
 * repositories (`acme.example/gitlab`).
 */
export type HostSettings = Readonly<Record<string, string>>;

/** The configuration of the host of a URL. */
interface ConfiguredHost {
  readonly provider: Provider;
  /** The path segments above its repositories; usually empty. */
  readonly context: readonly string[];
}

/**
 * Finds the most specific entry for a URL: with its port, and with the longest path. SSH URLs omit the path, so an
 * entry matches them if it is the only one of its host.
 * @param host name of the web host, not an SSH alias
 */
export function configuredHost(url: SplitUrl, host: string, hosts: HostSettings): ConfiguredHost | undefined {
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

function entriesOf(hosts: HostSettings): (ConfiguredHost & { readonly authority: string })[] {
  return Object.entries(hosts).flatMap(([key, provider]) => {
    const [authority = '', ...context] = key.replace(/^https?:\/\//i, '').split('/');
    const known = providers.find(each => each === provider);
    if (known === undefined) return [];
    return {
      authority: authority.toLowerCase(),
      context: context.filter(segment => segment !== ''),
      provider: known,
    };
  });
}

function isBelow(segments: readonly string[], context: readonly string[]): boolean {
  return context.every((segment, index) => segment.toLowerCase() === segments[index]?.toLowerCase());
}
