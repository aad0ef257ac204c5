/** How a company's network is to be used, as VS Code's `http.*` settings say it. */
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
