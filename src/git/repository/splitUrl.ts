/** The parts of a remote's URL. */
export interface SplitUrl {
  readonly scheme: string;
  readonly user: string | undefined;
  /** In lower case, without the brackets of an IPv6 address. */
  readonly host: string;
  /** Undefined for the scheme's default port. */
  readonly port: number | undefined;
  /** Decoded path segments, the last one without `.git`. */
  readonly segments: readonly string[];
}

const longestUrl = 4_096;
const ownPorts: Readonly<Record<string, number>> = { http: 80, https: 443, ssh: 22 };

/**
 * Splits a URL by git's rules: `scheme://…`, else `[user@]host:path` without a slash before the colon. Undefined for
 * local paths and URLs of remote helpers.
 */
export function splitUrl(raw: string): SplitUrl | undefined {
  const url = raw.trim();
  if (url.length > longestUrl || /^[a-z0-9]+::/i.test(url)) return undefined;
  const withScheme = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(url);
  if (withScheme !== null) {
    const [, rawScheme = '', authority = '', path = ''] = withScheme;
    const scheme = rawScheme.toLowerCase().replace(/^git\+|\+git$/, '');
    return scheme === 'file' ? undefined : assemble(scheme, authority, path);
  }
  if (/^[a-z]:[\\/]/i.test(url) || /^[./\\~]/.test(url)) return undefined;
  // SSH forms with a port: [user@host:port]:path and user@[host:port]:path
  const [, whole, below = ''] = /^\[([^\]:]+:\d+)\]:(.*)$/.exec(url) ?? [];
  if (whole !== undefined) return assemble('ssh', whole, below);
  const [, authority, path = ''] = /^((?:[^/:\s]*@)?(?:\[[^\]]+\]|[^:/\\\s@]+)):(?!\/\/)(.*)$/.exec(url) ?? [];
  return authority === undefined ? undefined : assemble('ssh', authority.replace(/\[([^\]:]+:\d+)\]$/, '$1'), path);
}

function assemble(scheme: string, authority: string, path: string): SplitUrl | undefined {
  // A password may contain an @.
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? undefined : authority.slice(0, at).split(':')[0];
  const [, rawHost = '', rawPort] = /^(\[[^\]]+\]|[^:]*)(?::(\d{0,5}))?$/.exec(authority.slice(at + 1)) ?? [];
  const host = rawHost.replace(/^\[|\]$/g, '').toLowerCase();
  if (!isHost(host, rawHost.startsWith('['))) return undefined;
  const isWeb = scheme === 'http' || scheme === 'https';
  const segments = path
    .split('/')
    .map(segment => (isWeb ? decodePercent(segment) : segment))
    .filter(segment => segment !== '' && segment !== '.');
  const last = segments.pop()?.replace(/\.git$/i, '');
  if (last === undefined || last === '' || ![...segments, last].every(isName)) return undefined;
  const port = rawPort === undefined || rawPort === '' ? undefined : Number(rawPort);
  return { scheme, user, host, port: port === ownPorts[scheme] ? undefined : port, segments: [...segments, last] };
}

function isHost(host: string, isAddress: boolean): boolean {
  return isAddress ? /^[0-9a-f:.]+$/.test(host) : /^[\p{L}\p{N}_](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_])?\.?$/u.test(host);
}

/** Whether a segment is safe to show, compare and use in URLs: no `..`, slash or control characters. */
function isName(segment: string): boolean {
  return segment !== '..' && !/[/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(segment);
}

/** Decodes percent-encoding; returns invalid text unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
