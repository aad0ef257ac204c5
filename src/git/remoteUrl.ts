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
  /** https address of its page; undefined where the web host cannot be told. */
  readonly webUrl: string | undefined;
}

/** Extra knowledge about hosts: host (with its port where it has one) to provider. */
export type Hosts = Readonly<Record<string, string>>;

interface SplitUrl {
  readonly scheme: string;
  readonly host: string;
  readonly port: number | undefined;
  readonly segments: readonly string[];
}

const knownHosts: ReadonlyMap<string, Provider> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
  ['dev.azure.com', 'azure'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
]);

const aliases: ReadonlyMap<string, string> = new Map([
  ['www.github.com', 'github.com'],
  ['ssh.github.com', 'github.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['www.bitbucket.org', 'bitbucket.org'],
  ['ssh.dev.azure.com', 'dev.azure.com'],
]);

const nameHints: readonly (readonly [RegExp, Provider])[] = [
  [/(?:^|[.-])gitlab(?:[.-]|$)/, 'gitlab'],
  [/(?:^|[.-])(?:ghe|github)(?:[.-]|$)/, 'github'],
  [/(?:^|[.-])(?:bitbucket|stash)(?:[.-]|$)/, 'bitbucket-server'],
  [/(?:^|[.-])(?:gitea|forgejo)(?:[.-]|$)/, 'gitea'],
];

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
 * Reads a remote's URL as git takes it: scheme URLs and the short `user@host:path` form.
 * @returns undefined for paths of this machine and for what names no repository
 */
export function parseRemoteUrl(
  raw: string,
  { hosts = {} }: { readonly hosts?: Hosts } = {},
): RemoteRepository | undefined {
  const url = splitUrl(raw.trim());
  if (url === undefined) return undefined;
  const host = aliases.get(url.host) ?? url.host;
  const web = url.scheme === 'http' || url.scheme === 'https';
  const place: Place = { host, port: web ? url.port : undefined, segments: url.segments, web };
  return azure(place) ?? bitbucketServer(place, hosts) ?? plain(place, providerOf(url, host, web, hosts));
}

/** The same repository has the same key: hosts, owners and names are compared without case. */
export function repositoryKey({ host, port, fullName }: RemoteRepository): string {
  return `${host}${port === undefined ? '' : `:${port}`}/${fullName}`.toLowerCase();
}

interface Place {
  readonly host: string;
  readonly port: number | undefined;
  readonly segments: readonly string[];
  readonly web: boolean;
}

/** git's own rules: `scheme://…`, else `[user@]host:path` where no slash comes before the colon; all else is a path. */
function splitUrl(url: string): SplitUrl | undefined {
  const withScheme = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(url);
  if (withScheme !== null) {
    const [, rawScheme = '', authority = '', rawPath = ''] = withScheme;
    const scheme = rawScheme.toLowerCase().replace(/^git\+|\+git$/, '');
    if (scheme === 'file') return undefined;
    const encoded = scheme === 'http' || scheme === 'https';
    return withAuthority(scheme, authority.slice(authority.lastIndexOf('@') + 1), encoded ? decode(rawPath) : rawPath);
  }
  if (/^[a-z]:[\\/]/i.test(url) || /^[./\\~]/.test(url)) return undefined;
  const short = /^(?:[^/:\s]*@)?(\[[^\]]+\]|[^:/\\\s@]+):(?!\/\/)(.*)$/.exec(url);
  if (short === null) return undefined;
  const [, rawHost = '', rawPath = ''] = short;
  // ssh's own spelling of a port: [host:port]:path
  const bracketed = /^\[([^\]:]+:\d+)\]$/.exec(rawHost)?.[1];
  return withAuthority('ssh', bracketed ?? rawHost, rawPath);
}

function withAuthority(scheme: string, authority: string, rawPath: string): SplitUrl | undefined {
  const [, rawHost = '', port] = /^(\[[^\]]+\]|[^:]*)(?::(\d*))?$/.exec(authority) ?? [];
  const host = rawHost.replace(/^\[|\]$/g, '').toLowerCase();
  const segments = rawPath.split('/').filter(segment => segment !== '' && segment !== '.');
  const last = segments.pop()?.replace(/\.git$/i, '');
  if (host === '' || last === undefined || last === '' || segments.includes('..') || last === '..') return undefined;
  return { scheme, host, port: port ? Number(port) : undefined, segments: [...segments, last] };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Azure DevOps is told by the shape of its paths, on its own hosts and on servers. */
function azure({ host, port, segments, web }: Place): RemoteRepository | undefined {
  const cloud = host === 'dev.azure.com' || host.endsWith('.visualstudio.com');
  if (!web && cloud && segments[0] === 'v3' && segments.length === 4) {
    const [, organisation = '', project = '', repo = ''] = segments;
    return azureCloud(organisation, project, repo);
  }
  const mark = segments.indexOf('_git');
  const repo = segments[mark + 1];
  if (mark < 0 || repo === undefined) return undefined;
  const before = segments
    .slice(0, mark)
    .filter(segment => segment.toLowerCase() !== '_full' && segment !== '_optimized');
  if (host === 'dev.azure.com') return azureCloud(before[0] ?? '', before[1] ?? repo, repo);
  if (host.endsWith('.visualstudio.com')) {
    const project = before.find(segment => segment.toLowerCase() !== 'defaultcollection') ?? repo;
    const subdomain = host.split('.')[0] ?? '';
    return azureCloud(subdomain === 'vs-ssh' ? (before[0] ?? '') : subdomain, project, repo);
  }
  const [project = repo] = before.length > 1 ? before.slice(-1) : [];
  const collection = before.length > 1 ? before.slice(0, -1).join('/') : before.join('/');
  const owner = [collection, project].filter(Boolean).join('/');
  const webUrl = `https://${host}${port === undefined ? '' : `:${port}`}/${encodePath(owner)}/_git/${encodeURIComponent(repo)}`;
  return { provider: 'azure-server', host, port, owner, repo, fullName: `${owner}/${repo}`, webUrl };
}

function azureCloud(organisation: string, project: string, repo: string): RemoteRepository {
  const owner = `${organisation}/${project}`;
  const webUrl = `https://dev.azure.com/${encodePath(owner)}/_git/${encodeURIComponent(repo)}`;
  return {
    provider: 'azure',
    host: 'dev.azure.com',
    port: undefined,
    owner,
    repo,
    fullName: `${owner}/${repo}`,
    webUrl,
  };
}

/** Bitbucket Data Center: `…/scm/PROJECT/repo` over https, perhaps below a context path. */
function bitbucketServer({ host, port, segments, web }: Place, hosts: Hosts): RemoteRepository | undefined {
  const mark = segments.findIndex(segment => segment.toLowerCase() === 'scm');
  const configured = hosts[host];
  if (!web || mark < 0 || segments.length !== mark + 3 || knownHosts.has(host)) return undefined;
  if (configured !== undefined && configured !== 'bitbucket-server') return undefined;
  const [owner = '', repo = ''] = segments.slice(mark + 1);
  return {
    provider: 'bitbucket-server',
    host,
    port,
    owner,
    repo,
    fullName: `${owner}/${repo}`,
    webUrl: bitbucketPage(host, port, segments.slice(0, mark), owner, repo),
  };
}

function bitbucketPage(
  host: string,
  port: number | undefined,
  context: readonly string[],
  owner: string,
  repo: string,
): string {
  const base = [`https://${host}${port === undefined ? '' : `:${port}`}`, ...context].join('/');
  const home = owner.startsWith('~')
    ? `users/${encodeURIComponent(owner.slice(1))}`
    : `projects/${encodeURIComponent(owner)}`;
  return `${base}/${home}/repos/${encodeURIComponent(repo)}`;
}

function providerOf(url: SplitUrl, host: string, web: boolean, hosts: Hosts): Provider {
  const named = hosts[`${host}:${url.port ?? ''}`] ?? hosts[host] ?? hosts[url.host];
  if (named !== undefined && providers.has(named)) return named as Provider;
  const known = knownHosts.get(host) ?? (host.endsWith('.ghe.com') ? 'github' : undefined);
  if (known !== undefined) return known;
  if (!web && url.port === 7999) return 'bitbucket-server';
  return nameHints.find(([hint]) => hint.test(host))?.[1] ?? 'git';
}

function plain({ host, port, segments }: Place, provider: Provider): RemoteRepository | undefined {
  const parts = [...segments];
  const repo = parts.pop();
  if (repo === undefined || parts.length === 0) return undefined;
  // GitLab nests groups, and of an unknown host everything counts; the others have one owner below a context path.
  const nested = provider === 'gitlab' || provider === 'git';
  const owner = nested ? parts.join('/') : (parts.at(-1) ?? '');
  const context = nested ? [] : parts.slice(0, -1);
  const fullName = `${owner}/${repo}`;
  const webUrl =
    provider === 'git'
      ? undefined
      : provider === 'bitbucket-server'
        ? bitbucketPage(host, port, context, owner, repo)
        : [`https://${host}${port === undefined ? '' : `:${port}`}`, ...context, encodePath(fullName)].join('/');
  return { provider, host, port, owner, repo, fullName, webUrl };
}

function encodePath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}
