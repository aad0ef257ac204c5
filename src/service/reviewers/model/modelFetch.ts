import { defaultTimeouts } from '../../../api/transport.ts';
import type { NetworkSettings } from '../../../core/networkSettings.ts';

/** A `fetch` for a model at an address, through the company's network; loads what it needs when a model is asked. */
export function modelFetch(network: NetworkSettings): typeof fetch {
  let loading: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    loading ??= load(network);
    return (await loading)(input, init);
  };
}

async function load(network: NetworkSettings): Promise<typeof fetch> {
  const { networkFetch } = await import('../../../api/http.ts');
  // A model may think for as long as whoever asks it waits.
  return networkFetch(network, { ...defaultTimeouts, headers: 0, body: 0 });
}
