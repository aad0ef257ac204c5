/** How a company's network is to be used, as VS Code's `http.*` settings say it (platform.md 2.1). */
export interface NetworkSettings {
  /** Address of a proxy; empty for none. */
  readonly proxy: string;
  /** Value of the `Proxy-Authorization` header; empty for none. */
  readonly proxyAuthorization: string;
  /** Hosts that are asked directly; where there are some, the environment's list does not count. */
  readonly noProxy: readonly string[];
  /** `off` uses no proxy at all. */
  readonly proxySupport: string;
  /** Whether the certificate of the proxy, and only of the proxy, is checked. */
  readonly proxyStrictSSL: boolean;
  /** Whether certificates of the operating system are trusted. */
  readonly systemCertificates: boolean;
}

export const defaultNetwork: NetworkSettings = {
  proxy: '',
  proxyAuthorization: '',
  noProxy: [],
  proxySupport: 'override',
  proxyStrictSSL: true,
  systemCertificates: false,
};

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy to go through, or why the way is direct. */
export type Route =
  | { readonly proxy: URL; readonly from: 'http.proxy' | 'the environment' }
  | { readonly proxy: undefined; readonly why: string };

/** The way to an address, in the order in which VS Code decides: this machine, exceptions, the setting, the environment. */
export function routeTo(url: URL, settings: NetworkSettings, environment: Environment): Route {
  if (isLoopback(url.hostname)) return { proxy: undefined, why: 'it is on this machine' };
  if (settings.proxySupport === 'off') return { proxy: undefined, why: 'http.proxySupport is off' };
  const named = (name: string): string => environment[name] ?? environment[name.toUpperCase()] ?? '';
  const exceptions = settings.noProxy.length > 0 ? settings.noProxy : named('no_proxy').split(/[\s,]+/);
  if (exceptions.some(entry => isException(entry, url)))
    return { proxy: undefined, why: 'it is an exception from the proxy' };
  const configured = proxyUrl(settings.proxy);
  if (configured !== undefined) return { proxy: configured, from: 'http.proxy' };
  const secure = url.protocol === 'https:' ? named('https_proxy') : '';
  const fromEnvironment = proxyUrl(secure === '' ? named('http_proxy') : secure);
  return fromEnvironment === undefined
    ? { proxy: undefined, why: 'no proxy is set' }
    : { proxy: fromEnvironment, from: 'the environment' };
}

/** The header that signs in at a proxy: the setting, else what its address holds. */
export function proxyToken(proxy: URL, { proxyAuthorization }: NetworkSettings): string | undefined {
  if (proxyAuthorization !== '') return proxyAuthorization;
  if (proxy.username === '') return undefined;
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function proxyUrl(text: string): URL | undefined {
  if (text === '') return undefined;
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** Entries end the name of a host, with or without a port; `*` is every host. */
function isException(entry: string, url: URL): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const [, name = '', port] = /^\*?\.?([^:]+)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  const ownPort = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  if (name === '' || (port !== undefined && port !== ownPort)) return false;
  return url.hostname === name || url.hostname.endsWith(`.${name}`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host) || host.endsWith('.localhost');
}
