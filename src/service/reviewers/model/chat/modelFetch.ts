import { defaultTimeouts, type Timeouts } from '../../../../api/transport/transport.ts';
import type { NetworkSettings } from '../../../../core/protocol/networkSettings.ts';
import { once } from '../../../../core/base/once.ts';

interface Http {
  readonly proxyFetch: (network: NetworkSettings, timeouts: Timeouts) => typeof fetch;
}

/**
 * A `fetch` for a model at an address that honors the network settings; loads the HTTP client on first use.
 * @param importHttp loads the client; tried again at the next request if it fails
 */
export function modelFetch(
  network: NetworkSettings,
  importHttp: () => Promise<Http> = () => import('../../../../api/transport/undiciTransport.ts'),
): typeof fetch {
  // The caller limits the time, not the transport.
  const load = once(async () => (await importHttp()).proxyFetch(network, { ...defaultTimeouts, headers: 0, body: 0 }));
  return async (input, init) => (await load())(input, init);
}
