import { once } from '../../core/base/once.ts';
import type { Transport, TransportOptions } from './transport.ts';

const sharedDispatcher = Symbol.for('undici.globalDispatcher.1');

interface Http {
  readonly createTransport: (options: TransportOptions) => Transport;
}

/**
 * A transport that loads undici with its first request, and with the next one where that failed.
 * @param importHttp how it is loaded
 */
export function loadTransport(
  options: TransportOptions,
  importHttp: () => Promise<Http> = () => import('./undiciTransport.ts'),
): Transport {
  let loaded: Transport | undefined;
  const load = once(async () => (loaded = await withSharedDispatcher(importHttp, options)));
  return {
    send: async (request, signal) => (await load()).send(request, signal),
    close: async () => loaded?.close(),
  };
}

/**
 * Loading undici 8 replaces the dispatcher that the built-in `fetch` of the whole process uses, which breaks other
 * extensions on Node 22 (docs/decisions/undici.md). It is put back as it was.
 */
async function withSharedDispatcher(importHttp: () => Promise<Http>, options: TransportOptions): Promise<Transport> {
  const shared = globalThis as { [sharedDispatcher]?: unknown };
  const before = shared[sharedDispatcher];
  try {
    const { createTransport } = await importHttp();
    return createTransport(options);
  } finally {
    // Also where it was not there yet: the built-in `fetch` then makes its own when it is first used.
    shared[sharedDispatcher] = before;
  }
}
