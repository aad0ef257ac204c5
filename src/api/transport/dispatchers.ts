import tls from 'node:tls';
import { Agent, Pool, ProxyAgent, type buildConnector, type Dispatcher } from 'undici';
import type { NetworkSettings } from '../../core/protocol/networkSettings.ts';
import { proxyAddress, proxyLogin, proxyToken, routeTo } from './proxyRoute.ts';
import { ProxyFailed } from './notSent.ts';
import { longestBody, type Timeouts } from './transport.ts';

/** A dispatcher for each origin or socket, made as the settings say and made anew when they have changed. */
export class Dispatchers {
  readonly #timeouts: Timeouts;
  readonly #byTarget = new Map<string, Dispatcher>();
  #settings = '';
  #context: tls.SecureContext | undefined;

  constructor(timeouts: Timeouts) {
    this.#timeouts = timeouts;
  }

  /** @param socketPath leads to the service instead of the URL's host and port */
  to(url: URL, network: NetworkSettings, socketPath?: string): Dispatcher {
    const settings = JSON.stringify(network);
    if (settings !== this.#settings) {
      this.#settings = settings;
      this.#context = undefined;
      // What is under way ends as it began.
      for (const old of this.#byTarget.values()) old.close().catch(() => undefined);
      this.#byTarget.clear();
    }
    const target = socketPath ?? url.origin;
    let dispatcher = this.#byTarget.get(target);
    if (dispatcher === undefined) {
      dispatcher = this.#make(url, network, socketPath);
      this.#byTarget.set(target, dispatcher);
    }
    return dispatcher;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byTarget.values()].map(dispatcher => dispatcher.destroy()));
  }

  #make(url: URL, network: NetworkSettings, socketPath: string | undefined): Dispatcher {
    const { connect, headers, body } = this.#timeouts;
    const isSecure = url.protocol === 'https:' && network.systemCertificates;
    const secureContext = isSecure ? (this.#context ??= systemContext()) : undefined;
    // Said since a variable of the environment, which any other extension may set, has Node check no certificate.
    const rejectUnauthorized = true;
    const tlsOptions = {
      timeout: connect,
      rejectUnauthorized,
      ...(secureContext === undefined ? {} : { secureContext }),
    };
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
    if (socketPath !== undefined) return new Agent({ ...common, connect: { socketPath, timeout: connect } });
    const { proxy } = routeTo(url, network, process.env);
    if (proxy === undefined) return new Agent({ ...common, connect: tlsOptions });
    const tunnel = { ...common, requestTls: tlsOptions };
    if (proxy.protocol.startsWith('socks')) {
      // The name of the service is always looked up by the proxy.
      return new ProxyAgent({ ...tunnel, uri: `socks5://${proxy.host}`, ...proxyLogin(proxy) });
    }
    const token = proxyToken(proxy, network);
    return new ProxyAgent({
      ...tunnel,
      uri: proxyAddress(proxy),
      // Always through a tunnel: the proxy has no business with the API key.
      proxyTunnel: true,
      ...(token === undefined ? {} : { token }),
      // The setting is about the proxy's certificate; the service's is always checked.
      proxyTls: { ...tlsOptions, rejectUnauthorized: network.proxyStrictSSL },
      clientFactory: (origin, options) => proxyPool(origin, options as { connect: buildConnector.connector }, connect),
    });
  }
}

/** Connections to a proxy itself: an error while one is made says so, and it has as long to make a tunnel as to be reached. */
function proxyPool(origin: URL, { connect }: { connect: buildConnector.connector }, timeout: number): Pool {
  return new Pool(origin, {
    headersTimeout: timeout,
    connect: (options, done) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null) done(null, socket);
        else done(new ProxyFailed(error), null);
      }),
  });
}

/** Built once, since undici would otherwise build one for each connection, which takes tens of milliseconds. */
function systemContext(): tls.SecureContext | undefined {
  // Not in the oldest Node of a supported editor.
  const read = (tls as { getCACertificates?: (kind: 'default' | 'system') => string[] }).getCACertificates;
  if (read === undefined) return undefined;
  return tls.createSecureContext({ ca: [...new Set([...read('default'), ...read('system')])] });
}
