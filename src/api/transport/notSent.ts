import type { Dispatcher } from 'undici';
import { certificateProblem } from './certificateErrors.ts';
import { chainOf, codesOf } from './causeChain.ts';

const beforeSending = new Set(['NOTHING_SENT', 'UND_ERR_CONNECT_TIMEOUT']);
const connecting = new Set<unknown>(['connect', 'getaddrinfo']);

/**
 * The request failed before any of it was written to a connection, which is what makes it safe to send again. Bundles
 * have a class each, so `code` tells it, as with the errors of the system.
 */
export class NothingSent extends Error {
  override readonly name = 'NothingSent';
  readonly code = 'NOTHING_SENT';
  /** Host of the proxy that the way leads through; names and ports are then the proxy's. */
  readonly proxy: string | undefined;

  constructor(cause: unknown, proxy: string | undefined) {
    super('Failed before anything was sent', { cause });
    this.proxy = proxy;
  }
}

/** The proxy cannot be connected to, or what it shows is not to be trusted; what the cause says is about it. */
export class ProxyFailed extends Error {
  override readonly name = 'ProxyFailed';

  constructor(cause: unknown) {
    super('The connection to the proxy failed', { cause });
  }
}

/**
 * Whether nothing of the request can have left this machine, so that it may be sent again in another way. Where no
 * connection could be watched, as with the host's own `fetch`, only what happens before there is one proves it.
 */
export function isNeverSent(cause: unknown): boolean {
  const isBefore = (code: string): boolean => beforeSending.has(code) || certificateProblem(code) !== undefined;
  return codesOf(cause).some(isBefore) || chainOf(cause).some(error => connecting.has(syscallOf(error)));
}

function syscallOf(error: Error): unknown {
  return 'syscall' in error ? error.syscall : undefined;
}

/** The proxy that a request which was never sent was to go through. */
export function proxyOf(cause: unknown): string | undefined {
  const proxies = chainOf(cause).map(error => ('proxy' in error ? error.proxy : undefined));
  return proxies.find(proxy => typeof proxy === 'string');
}

/** Tells when a request begins to be written to a connection: until then nothing of it can have arrived. */
export function noting(dispatcher: Dispatcher, begins: () => void): Dispatcher {
  return dispatcher.compose(dispatch => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      begins();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  });
}
