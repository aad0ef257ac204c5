import { certificateProblem } from './certificateProblem.ts';
import { chainOf } from './errorChain.ts';

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

/** Whether nothing of the request can have left this machine, so that it may be sent again in another way. */
export function isNeverSent(cause: unknown): boolean {
  // Where no connection could be watched, as with the host's own `fetch`, only what happens before there is one proves it.
  return chainOf(cause).some(error => {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    return (
      code === 'NOTHING_SENT' ||
      code === 'UND_ERR_CONNECT_TIMEOUT' ||
      syscall === 'connect' ||
      syscall === 'getaddrinfo' ||
      certificateProblem(code) !== undefined
    );
  });
}

/** The proxy that a request which was never sent was to go through. */
export function proxyOf(cause: unknown): string | undefined {
  const proxies = chainOf(cause).map(error => ('proxy' in error ? error.proxy : undefined));
  return proxies.find(proxy => typeof proxy === 'string');
}
