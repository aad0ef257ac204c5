import type { Dispatcher } from 'undici';
import { explainCertificateError } from './certificateErrors.ts';
import { causeChain, errorCodes } from './causeChain.ts';

const beforeSending = new Set(['NOTHING_SENT', 'UND_ERR_CONNECT_TIMEOUT']);
const connecting = new Set<unknown>(['connect', 'getaddrinfo']);

/**
 * A request failed before any of it was written to a connection, so it is safe to send again. Recognized by `code`,
 * like system errors, since every bundle has its own class.
 */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
  readonly code = 'NOTHING_SENT';
  /** Host of the proxy, if any; names and ports in the cause are then the proxy's. */
  readonly proxy: string | undefined;

  constructor(cause: unknown, proxy: string | undefined) {
    super('Failed before anything was sent', { cause });
    this.proxy = proxy;
  }
}

/** The proxy cannot be reached or its certificate is not trusted; the cause is about the proxy. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';

  constructor(cause: unknown) {
    super('The connection to the proxy failed', { cause });
  }
}

/**
 * Whether nothing of the request can have left this machine, so that it may be sent by another route. If connections
 * cannot be observed, as with VS Code's `fetch`, only an error before there is one proves it.
 */
export function isNotSent(cause: unknown): boolean {
  const isBefore = (code: string): boolean => beforeSending.has(code) || explainCertificateError(code) !== undefined;
  return errorCodes(cause).some(isBefore) || causeChain(cause).some(error => connecting.has(syscallOf(error)));
}

function syscallOf(error: Error): unknown {
  return 'syscall' in error ? error.syscall : undefined;
}

/** The proxy of a request that was not sent. */
export function failedProxy(cause: unknown): string | undefined {
  const proxies = causeChain(cause).map(error => ('proxy' in error ? error.proxy : undefined));
  return proxies.find(proxy => typeof proxy === 'string');
}

/** Calls `begins` when a request starts to be written to a connection; before that nothing can have arrived. */
export function observeSend(dispatcher: Dispatcher, begins: () => void): Dispatcher {
  return dispatcher.compose(dispatch => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      begins();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  });
}
