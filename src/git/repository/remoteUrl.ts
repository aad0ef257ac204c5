import { azureRepository } from './azureUrl.ts';
import { configuredHost, type HostSettings, type Provider } from './configuredHost.ts';
import { splitUrl, type SplitUrl } from './splitUrl.ts';

export type { HostSettings, Provider };

/** The repository that a remote URL names. */
export interface RemoteRepository {
  readonly provider: Provider;
  /** Name of the web host in lower case, not an SSH alias. */
  readonly host: string;
  /** Port of the web host, if the URL has one; an SSH port does not count. */
  readonly port: number | undefined;
  /** All segments before the last one: a user, an organisation, groups, or `organisation/project`. */
  readonly owner: string;
  readonly repo: string;
  /** `owner/repo` */
  readonly fullName: string;
  /** https URL that all repositories of the host share as a prefix; undefined if the web host is unknown. */
  readonly site: string | undefined;
  /** https URL of its page; undefined if the web host is unknown. */
  readonly webUrl: string | undefined;
}

const knownHosts: ReadonlyMap<string, Provider> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
  // Gists are repositories without pull requests.
  ['gist.github.com', 'git'],
]);

const aliases: ReadonlyMap<string, string> = new Map([
  ['www.github.com', 'github.com'],
  ['ssh.github.com', 'github.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['www.bitbucket.org', 'bitbucket.org'],
]);

const nameHints: readonly (readonly [RegExp, Provider])[] = [
  [/(?:^|[.-])gitlab(?:[.-]|$)/, 'gitlab'],
  [/(?:^|[.-])(?:ghe|github)(?:[.-]|$)/, 'github'],
  [/(?:^|[.-])(?:bitbucket|stash)(?:[.-]|$)/, 'bitbucket-server'],
  [/(?:^|[.-])(?:gitea|forgejo)(?:[.-]|$)/, 'gitea'],
];

/**
 * Parses a remote's URL: with a scheme, or in the scp-like form `user@host:path`.
 * @param options `hosts` is the setting; `otherwise` is the provider of unknown hosts
 * @returns undefined for local paths and URLs that name no repository
 */
export function parseRemoteUrl(
  raw: string,
  { hosts = {}, otherwise = 'git' }: { readonly hosts?: HostSettings; readonly otherwise?: Provider } = {},
): RemoteRepository | undefined {
  const url = splitUrl(raw);
  if (url === undefined) return undefined;
  const isWeb = url.scheme === 'http' || url.scheme === 'https';
  const host = aliases.get(url.host) ?? hostOfSshAlias(url, hosts) ?? url.host;
  const configured = configuredHost(url, host, hosts);
  const place = {
    host,
    port: isWeb ? url.port : undefined,
    segments: url.segments,
    // A name without a dot may be an alias of ssh, and in the network that of anything.
    isWebHost: isWeb || configured !== undefined || /[.:]/.test(host),
  };
  if (configured === undefined || configured.provider.startsWith('azure')) {
    const azure = azureRepository(url, configured?.context);
    if (azure !== undefined) return azurePlace(place, azure);
  }
  if (isWeb && !knownHosts.has(place.host) && (configured?.provider ?? 'bitbucket-server') === 'bitbucket-server') {
    const found = belowScm(place);
    if (found !== undefined) return found;
  }
  if (configured === undefined) return plain(place, guessedProvider(url, place.host, isWeb) ?? otherwise);
  const { provider, context } = configured;
  return plain({ ...place, segments: isWeb ? url.segments.slice(context.length) : url.segments }, provider, context);
}

/**
 * The host that people with several accounts name with a suffix in `~/.ssh/config`: `github.com-work`. No public host is
 * called so, since no top-level domain begins like that; a name that the settings have an entry for stays as it is.
 */
function hostOfSshAlias(url: SplitUrl, hosts: HostSettings): string | undefined {
  if (url.scheme !== 'ssh' || configuredHost(url, url.host, hosts) !== undefined) return undefined;
  return [...knownHosts.keys()].find(
    known => url.host.startsWith(`${known}-`) && !url.host.includes('.', known.length),
  );
}

interface Place {
  readonly host: string;
  readonly port: number | undefined;
  readonly segments: readonly string[];
  /** Whether the host can be asked by https, so that its name is not one that only ssh may know. */
  readonly isWebHost: boolean;
}

function azurePlace(
  { host, port, isWebHost }: Place,
  { provider, organisation, project, repo }: NonNullable<ReturnType<typeof azureRepository>>,
): RemoteRepository {
  const isCloud = provider === 'azure';
  const at = isCloud ? { host: 'dev.azure.com', port: undefined } : { host, port };
  const owner = [organisation, project].filter(Boolean).join('/');
  const fullName = `${owner}/${repo}`;
  if (!isCloud && !isWebHost) return { provider, ...at, owner, repo, fullName, site: undefined, webUrl: undefined };
  const site = siteOf(at, organisation === '' ? [] : organisation.split('/'));
  const webUrl = `${site}/${encodeURIComponent(project)}/_git/${encodeURIComponent(repo)}`;
  return { provider, ...at, owner, repo, fullName, site, webUrl };
}

/** Bitbucket Data Center: `…/scm/PROJECT/repo` over https, perhaps below a context path. */
function belowScm(place: Place): RemoteRepository | undefined {
  const { segments } = place;
  const mark = segments.findIndex(segment => segment.toLowerCase() === 'scm');
  const [owner, repo] = segments.slice(mark + 1);
  if (mark < 0 || segments.length !== mark + 3 || owner === undefined || repo === undefined) return undefined;
  return named(place, 'bitbucket-server', segments.slice(0, mark), owner, repo);
}

function plain(place: Place, provider: Provider, context: readonly string[] = []): RemoteRepository | undefined {
  const parts = [...place.segments];
  const repo = parts.pop();
  if (repo === undefined || parts.length === 0) return undefined;
  // GitLab has nested groups, and unknown hosts may; the others have one owner below a context path.
  const isNested = provider === 'gitlab' || provider === 'git';
  const owner = isNested ? parts.join('/') : (parts.at(-1) ?? '');
  return named(place, provider, isNested ? context : [...context, ...parts.slice(0, -1)], owner, repo);
}

function named(
  place: Place,
  provider: Provider,
  context: readonly string[],
  owner: string,
  repo: string,
): RemoteRepository {
  const { host, port, isWebHost } = place;
  const fullName = `${owner}/${repo}`;
  if (provider === 'git' || !isWebHost)
    return { provider, host, port, owner, repo, fullName, site: undefined, webUrl: undefined };
  const site = siteOf(place, context);
  const page = provider === 'bitbucket-server' ? bitbucketPage(owner, repo) : encodePath(fullName.split('/'));
  return { provider, host, port, owner, repo, fullName, site, webUrl: `${site}/${page}` };
}

function bitbucketPage(owner: string, repo: string): string {
  const home = owner.startsWith('~') ? ['users', owner.slice(1)] : ['projects', owner];
  return encodePath([...home, 'repos', repo]);
}

function siteOf({ host, port }: Pick<Place, 'host' | 'port'>, context: readonly string[]): string {
  const authority = host.includes(':') ? `[${host}]` : host;
  return [`https://${authority}${port === undefined ? '' : `:${port}`}`, ...context.map(encodeURIComponent)].join('/');
}

function encodePath(parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}

function guessedProvider(url: SplitUrl, host: string, isWeb: boolean): Provider | undefined {
  const known = knownHosts.get(host) ?? (host.endsWith('.ghe.com') ? 'github' : undefined);
  if (known !== undefined) return known;
  if (!isWeb && url.port === 7999) return 'bitbucket-server';
  return nameHints.find(([hint]) => hint.test(host))?.[1];
}
