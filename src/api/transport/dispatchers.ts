import type { SecureContext } from 'node:tls';
import { Agent, Pool, ProxyAgent, type buildConnector, type Dispatcher } from 'undici';
import type { NetworkSettings } from '../../core/protocol/networkSettings.ts';
import { proxyAddress, proxyLogin, proxyAuthorization, routeTo } from './proxyRoute.ts';
import { ProxyError } from './notSentError.ts';
import { systemContext } from './systemContext.ts';
import { maxBodyBytes, type Timeouts } from './transport.ts';

/** A cache of dispatchers by origin or socket; recreates them when the settings change. */
export class Dispatchers {
  readonly #timeouts: Timeouts;
  readonly #byTarget = new Map<string, Dispatcher>();
  #settings = '';
  #context: Promise<SecureContext | undefined> | undefined;

  constructor(timeouts: Timeouts) {
    this.#timeouts = timeouts;
  }

  /** @param socketPath socket to connect to instead of the URL's host and port */
  async to(url: URL, network: NetworkSettings, socketPath?: string): Promise<Dispatcher> {
    const isSecure = url.protocol === 'https:' && network.systemCertificates;
    const secureContext = isSecure ? await (this.#context ??= systemContext()) : undefined;
    const settings = JSON.stringify(network);
    if (settings !== this.#settings) {
      this.#settings = settings;
      // Requests in progress finish on the old dispatcher.
      for (const old of this.#byTarget.values()) old.close().catch(() => undefined);
      this.#byTarget.clear();
    }
    const target = socketPath ?? url.origin;
    let dispatcher = this.#byTarget.get(target);
    if (dispatcher === undefined) {
      dispatcher = this.#make(url, network, secureContext, socketPath);
      this.#byTarget.set(target, dispatcher);
    }
    return dispatcher;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byTarget.values()].map(dispatcher => dispatcher.destroy()));
  }

  #make(
    url: URL,
    network: NetworkSettings,
    secureContext: SecureContext | undefined,
    socketPath: string | undefined,
  ): Dispatcher {
    const { connect, headers, body } = this.#timeouts;
    // Explicit, since another extension may set NODE_TLS_REJECT_UNAUTHORIZED.
    const rejectUnauthorized = true;
    const tlsOptions = {
      timeout: connect,
      rejectUnauthorized,
      ...(secureContext === undefined ? {} : { secureContext }),
    };
    const common = {
      connections: 2,
      allowH2: false,
      // Shorter than the poll interval, so that no stale socket is used for a POST.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 4_000,
      connectTimeout: connect,
      headersTimeout: headers,
      bodyTimeout: body,
      maxResponseSize: maxBodyBytes,
    };
    if (socketPath !== undefined) return new Agent({ ...common, connect: { socketPath, timeout: connect } });
    const { proxy } = routeTo(url, network, process.env);
    if (proxy === undefined) return new Agent({ ...common, connect: tlsOptions });
    const tunnel = { ...common, requestTls: tlsOptions };
    if (proxy.protocol.startsWith('socks')) {
      // The proxy always resolves the name of the service.
      return new ProxyAgent({ ...tunnel, uri: `socks5://${proxy.host}`, ...proxyLogin(proxy) });
    }
    const token = proxyAuthorization(proxy, network);
    return new ProxyAgent({
      ...tunnel,
      uri: proxyAddress(proxy),
      // Always tunnel, so that the proxy never sees the API key.
      proxyTunnel: true,
      ...(token === undefined ? {} : { token }),
      // The setting applies to the proxy's certificate; the service's is always verified.
      proxyTls: { ...tlsOptions, rejectUnauthorized: network.proxyStrictSSL },
      clientFactory: (origin, options) => proxyPool(origin, options as { connect: buildConnector.connector }, connect),
    });
  }
}

/**
 * Connections to the proxy itself. Connection errors are marked as the proxy's; the timeout also applies to CONNECT.
 */
function proxyPool(origin: URL, { connect }: { connect: buildConnector.connector }, timeout: number): Pool {
  return new Pool(origin, {
    headersTimeout: timeout,
    connect: (options, done) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null) done(null, socket);
        else done(new ProxyError(error), null);
      }),
  });
}
