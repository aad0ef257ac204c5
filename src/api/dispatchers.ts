import tls from 'node:tls';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import { proxyToken, routeTo, type NetworkSettings } from './networkSettings.ts';
import { longestBody, type Timeouts } from './transport.ts';

/** A dispatcher for each origin, made as the settings say and made anew when they have changed. */
export class Dispatchers {
  readonly #timeouts: Timeouts;
  readonly #byOrigin = new Map<string, Dispatcher>();
  #settings = '';
  #context: tls.SecureContext | undefined;

  constructor(timeouts: Timeouts) {
    this.#timeouts = timeouts;
  }

  to(url: URL, network: NetworkSettings): Dispatcher {
    const settings = JSON.stringify(network);
    if (settings !== this.#settings) {
      this.#settings = settings;
      this.#context = undefined;
      // What is under way ends as it began.
      for (const old of this.#byOrigin.values()) old.close().catch(() => undefined);
      this.#byOrigin.clear();
    }
    let dispatcher = this.#byOrigin.get(url.origin);
    if (dispatcher === undefined) {
      dispatcher = this.#make(url, network);
      this.#byOrigin.set(url.origin, dispatcher);
    }
    return dispatcher;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byOrigin.values()].map(dispatcher => dispatcher.destroy()));
  }

  #make(url: URL, network: NetworkSettings): Dispatcher {
    const { connect, headers, body } = this.#timeouts;
    const isSecure = url.protocol === 'https:' && network.systemCertificates;
    const secureContext = isSecure ? (this.#context ??= systemContext()) : undefined;
    const tlsOptions = { timeout: connect, ...(secureContext === undefined ? {} : { secureContext }) };
    const common = {
      connections: 2,
      allowH2: false,
      // Shorter than the gap between two looks at a review, so that no stale socket is used for a POST.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 4_000,
      connectTimeout: connect,
      headersTimeout: headers,
      bodyTimeout: body,
      maxResponseSize: longestBody,
    };
    const { proxy } = routeTo(url, network, process.env);
    if (proxy === undefined) return new Agent({ ...common, connect: tlsOptions });
    const token = proxyToken(proxy, network);
    return new ProxyAgent({
      ...common,
      uri: proxy.origin,
      // Always through a tunnel: the proxy has no business with the API key.
      proxyTunnel: true,
      ...(token === undefined ? {} : { token }),
      requestTls: tlsOptions,
      // The setting is about the proxy's certificate; the service's is always checked.
      proxyTls: { ...tlsOptions, rejectUnauthorized: network.proxyStrictSSL },
    });
  }
}

/** Built once, since undici would otherwise build one for each connection, which takes tens of milliseconds (platform.md 2.3). */
function systemContext(): tls.SecureContext | undefined {
  // Not in the oldest Node of a supported editor.
  const read = (tls as { getCACertificates?: (kind: 'default' | 'system') => string[] }).getCACertificates;
  if (read === undefined) return undefined;
  return tls.createSecureContext({ ca: [...new Set([...read('default'), ...read('system')])] });
}
