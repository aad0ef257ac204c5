import { once } from '../../core/base/once.ts';
import type { Transport, TransportOptions } from './transport.ts';

const sharedDispatcher = Symbol.for('undici.globalDispatcher.1');

interface Http {
  readonly createTransport: (options: TransportOptions) => Transport;
}

/**
 * A transport that loads undici on the first request; retries on the next one if that failed.
 * @param importHttp imports the bundle
 */
export function lazyTransport(
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
 * extensions on Node 22 (docs/decisions/undici.md). This restores it.
 */
async function withSharedDispatcher(importHttp: () => Promise<Http>, options: TransportOptions): Promise<Transport> {
  const shared = globalThis as { [sharedDispatcher]?: unknown };
  const before = shared[sharedDispatcher];
  try {
    const { createTransport } = await importHttp();
    return createTransport(options);
  } finally {
    // Even if it was unset: the built-in `fetch` creates its own on first use.
    shared[sharedDispatcher] = before;
  }
}
