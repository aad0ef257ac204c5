import type { Transport, TransportOptions } from './transport.ts';

const sharedDispatcher = Symbol.for('undici.globalDispatcher.1');

/** A transport that loads undici with its first request. */
export function loadTransport(options: TransportOptions): Transport {
  let loading: Promise<Transport> | undefined;
  return {
    async send(request, signal) {
      loading ??= load(options);
      return (await loading).send(request, signal);
    },
    async close() {
      await (await loading)?.close();
    },
  };
}

/**
 * Loading undici 8 replaces the dispatcher that the built-in `fetch` of the whole process uses, which breaks other
 * extensions on Node 22 (platform.md). It is put back as it was.
 */
async function load(options: TransportOptions): Promise<Transport> {
  const shared = globalThis as { [sharedDispatcher]?: unknown };
  const before = shared[sharedDispatcher];
  try {
    const { createTransport } = await import('./http.ts');
    return createTransport(options);
  } finally {
    // Also where it was not there yet: the built-in `fetch` then makes its own when it is first used.
    shared[sharedDispatcher] = before;
  }
}
