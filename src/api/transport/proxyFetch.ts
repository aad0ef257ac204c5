import { fetch as send } from 'undici';
import type { NetworkSettings } from '../../core/protocol/networkSettings.ts';
import { Dispatchers } from './dispatchers.ts';
import { NotSentError, observeSend } from './notSentError.ts';
import { routeTo } from './proxyRoute.ts';
import type { Timeouts } from './transport.ts';

/**
 * A `fetch` that uses the proxy settings. If it fails before anything was sent, the error says so and names the proxy.
 */
export function proxyFetch(network: NetworkSettings, timeouts: Timeouts): typeof fetch {
  const dispatchers = new Dispatchers(timeouts);
  const through = async (input: string | URL, init: Parameters<typeof send>[1]): ReturnType<typeof send> => {
    const url = new URL(input);
    const progress = { hasBegun: false };
    const dispatcher = observeSend(await dispatchers.to(url, network), () => (progress.hasBegun = true));
    try {
      return await send(url, { ...init, dispatcher });
    } catch (cause) {
      throw progress.hasBegun ? cause : new NotSentError(cause, routeTo(url, network, process.env).proxy?.host);
    }
  };
  // Node's types belong to another version of undici.
  return through as unknown as typeof fetch;
}
