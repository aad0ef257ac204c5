import { t } from '../../core/base/l10n.ts';
import type { NetworkSettings } from '../../core/protocol/networkSettings.ts';
import { isLoopbackHost } from '../../core/system/privateHost.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy to use, or a direct connection and whether it is explicitly configured or just the default. */
export type ProxyRoute =
  | { readonly proxy: URL; readonly from: string }
  | { readonly proxy: undefined; readonly why: string; readonly isMeant: boolean };

/** Decoded user name and password. */
interface Login {
  readonly username: string;
  readonly password: string;
}

const proxyProtocols = new Set(['http:', 'https:', 'socks:', 'socks5:', 'socks5h:']);

/** The route to a URL, by VS Code's precedence: loopback, exceptions, setting, environment. */
export function routeTo(url: URL, settings: NetworkSettings, environment: Environment): ProxyRoute {
  const direct = (why: string, isMeant = true): ProxyRoute => ({ proxy: undefined, why, isMeant });
  if (isLoopbackHost(url.hostname) || url.hostname.endsWith('.localhost')) return direct(t('it is on this machine'));
  if (settings.proxySupport === 'off') return direct(t('http.proxySupport is off'));
  const named = (name: string): string =>
    [environment[name], environment[name.toUpperCase()]].find(value => value !== undefined && value !== '') ?? '';
  const exceptions = settings.noProxy.length > 0 ? settings.noProxy : named('no_proxy').split(/[\s,]+/);
  if (exceptions.some(entry => isException(entry.trim(), url))) return direct(t('it is an exception from the proxy'));
  const configured = proxyUrl(settings.proxy);
  if (configured !== undefined) return { proxy: configured, from: 'http.proxy' };
  const secure = url.protocol === 'https:' ? named('https_proxy') : '';
  const fromEnvironment = proxyUrl(secure === '' ? named('http_proxy') : secure);
  if (fromEnvironment !== undefined) return { proxy: fromEnvironment, from: t('the environment') };
  return direct(
    settings.proxy.trim() === '' ? t('no proxy is set') : t('http.proxy names no proxy that can be used'),
    false,
  );
}

/** The URL of a proxy without credentials, such as `http://proxy.example.com:8080`. */
export function proxyAddress({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** The credentials in a proxy's URL. */
export function proxyLogin({ username, password }: URL): Login | undefined {
  return username === '' ? undefined : { username: decoded(username), password: decoded(password) };
}

/** The `Proxy-Authorization` header: from the setting, else from the credentials in the URL. */
export function proxyAuthorization(proxy: URL, settings: NetworkSettings): string | undefined {
  const proxyAuthorization = settings.proxyAuthorization.trim();
  if (proxyAuthorization !== '') return proxyAuthorization;
  const login = proxyLogin(proxy);
  return login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
}

/** Decodes percent-encoding; keeps text with a literal `%` as it is. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, encoded => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

function proxyUrl(setting: string): URL | undefined {
  const text = setting.trim();
  if (text === '') return undefined;
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return proxyProtocols.has(url.protocol) && url.host !== '' ? url : undefined;
}

/** Whether an entry of `NO_PROXY` matches: a suffix of the host, with or without a port, or `*`. */
function isException(entry: string, url: URL): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const [, name = '', port] = /^\*?\.?([^:]+)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  const ownPort = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  if (name === '' || (port !== undefined && port !== ownPort)) return false;
  return url.hostname === name || url.hostname.endsWith(`.${name}`);
}
