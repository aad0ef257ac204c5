/** Proxy and certificate settings, as in VS Code's `http.*` settings. */
export interface NetworkSettings {
  /** URL of the proxy; empty for none. */
  readonly proxy: string;
  /** Value of the `Proxy-Authorization` header; empty for none. */
  readonly proxyAuthorization: string;
  /** Hosts to connect to without the proxy; if not empty, `NO_PROXY` in the environment is ignored. */
  readonly noProxy: readonly string[];
  /** `off` disables proxies. */
  readonly proxySupport: string;
  /** Whether the proxy's certificate is verified; the service's always is. */
  readonly proxyStrictSSL: boolean;
  /** Whether the operating system's certificates are trusted. */
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
