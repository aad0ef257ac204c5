import { azureRepository } from './azureUrl.ts';
import { splitUrl, type SplitUrl } from './splitUrl.ts';

/** Kinds of hosting that remotes, pull request refs and web addresses differ by. */
export type Provider =
  'github' | 'gitlab' | 'bitbucket' | 'bitbucket-server' | 'azure' | 'azure-server' | 'gitea' | 'git';

/** A repository as its remote URL names it. */
export interface RemoteRepository {
  readonly provider: Provider;
  /** Lower-cased name of the web host, without aliases for ssh. */
  readonly host: string;
  /** Port of the web host where the URL tells one; an ssh port says nothing of it. */
  readonly port: number | undefined;
  /** Everything before the last part: a user, an organisation, groups, `organisation/project`. */
  readonly owner: string;
  readonly repo: string;
  /** `owner/repo` */
  readonly fullName: string;
  /** https address that the pages of all its repositories begin with; undefined where the web host cannot be told. */
  readonly site: string | undefined;
  /** https address of its page; undefined where the web host cannot be told. */
  readonly webUrl: string | undefined;
}

/** Extra knowledge about hosts: host (with its port where it has one) to provider. */
export type Hosts = Readonly<Record<string, string>>;

const knownHosts: ReadonlyMap<string, Provider> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
  // Has repositories, but no pull requests.
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

const providers = new Set<string>(['github', 'gitlab', 'bitbucket', 'bitbucket-server', 'gitea']);

/**
 * Reads a remote's URL as git takes it: scheme URLs and the short `user@host:path` form.
 * @returns undefined for paths of this machine and for what names no repository
 */
export function parseRemoteUrl(
  raw: string,
  { hosts = {} }: { readonly hosts?: Hosts } = {},
): RemoteRepository | undefined {
  const url = splitUrl(raw);
  if (url === undefined) return undefined;
  const isWeb = url.scheme === 'http' || url.scheme === 'https';
  const place = {
    host: aliases.get(url.host) ?? url.host,
    port: isWeb ? url.port : undefined,
    segments: url.segments,
  };
  const configured = configuredProvider(url, place.host, hosts);
  if (configured === undefined) {
    const azure = azureRepository(url);
    if (azure !== undefined) return azurePlace(place, azure);
  }
  if (isWeb && !knownHosts.has(place.host) && (configured ?? 'bitbucket-server') === 'bitbucket-server') {
    const found = belowScm(place);
    if (found !== undefined) return found;
  }
  return plain(place, configured ?? guessedProvider(url, place.host, isWeb));
}

interface Place {
  readonly host: string;
  readonly port: number | undefined;
  readonly segments: readonly string[];
}

function azurePlace(
  { host, port }: Place,
  { provider, organisation, project, repo }: NonNullable<ReturnType<typeof azureRepository>>,
): RemoteRepository {
  const isCloud = provider === 'azure';
  const at = isCloud ? { host: 'dev.azure.com', port: undefined } : { host, port };
  const owner = [organisation, project].filter(Boolean).join('/');
  const site = siteOf(at, organisation === '' ? [] : organisation.split('/'));
  const webUrl = `${site}/${encodeURIComponent(project)}/_git/${encodeURIComponent(repo)}`;
  return { provider, ...at, owner, repo, fullName: `${owner}/${repo}`, site, webUrl };
}

/** Bitbucket Data Center: `…/scm/PROJECT/repo` over https, perhaps below a context path. */
function belowScm(place: Place): RemoteRepository | undefined {
  const { segments } = place;
  const mark = segments.findIndex(segment => segment.toLowerCase() === 'scm');
  const [owner, repo] = segments.slice(mark + 1);
  if (mark < 0 || segments.length !== mark + 3 || owner === undefined || repo === undefined) return undefined;
  return named(place, 'bitbucket-server', segments.slice(0, mark), owner, repo);
}

function plain(place: Place, provider: Provider): RemoteRepository | undefined {
  const parts = [...place.segments];
  const repo = parts.pop();
  if (repo === undefined || parts.length === 0) return undefined;
  // GitLab nests groups, and of an unknown host everything counts; the others have one owner below a context path.
  const isNested = provider === 'gitlab' || provider === 'git';
  const owner = isNested ? parts.join('/') : (parts.at(-1) ?? '');
  return named(place, provider, isNested ? [] : parts.slice(0, -1), owner, repo);
}

function named(
  place: Place,
  provider: Provider,
  context: readonly string[],
  owner: string,
  repo: string,
): RemoteRepository {
  const { host, port } = place;
  const fullName = `${owner}/${repo}`;
  if (provider === 'git') return { provider, host, port, owner, repo, fullName, site: undefined, webUrl: undefined };
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

function configuredProvider(url: SplitUrl, host: string, hosts: Hosts): Provider | undefined {
  const found = hosts[`${host}:${url.port ?? ''}`] ?? hosts[host] ?? hosts[url.host];
  return found !== undefined && providers.has(found) ? (found as Provider) : undefined;
}

function guessedProvider(url: SplitUrl, host: string, isWeb: boolean): Provider {
  const known = knownHosts.get(host) ?? (host.endsWith('.ghe.com') ? 'github' : undefined);
  if (known !== undefined) return known;
  if (!isWeb && url.port === 7999) return 'bitbucket-server';
  return nameHints.find(([hint]) => hint.test(host))?.[1] ?? 'git';
}
