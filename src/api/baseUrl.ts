import { CodeReviewError } from '../core/base/errors.ts';
import { isLoopbackHost, isPrivateHost } from '../core/system/privateHost.ts';

/** Address of a service, checked. */
export interface BaseUrl {
  /** Without a final slash; a path is kept as a prefix of every request. */
  readonly href: string;
  readonly origin: string;
  /** On this machine, which plain http is spoken with unasked. */
  readonly isLoopback: boolean;
  /** Path of the Unix domain socket or name of the named pipe that leads to it, instead of a port. */
  readonly socketPath?: string;
}

/** The address of a service that listens on a socket of this machine. */
export function socketBaseUrl(socketPath: string): BaseUrl {
  return { href: 'http://localhost', origin: 'http://localhost', isLoopback: true, socketPath };
}

/**
 * Reads the address that a person typed.
 * @param mayBePlain whether the user agreed to plain http with an origin of the own network
 * @throws CodeReviewError of kind `input` that says what is wrong with it
 */
export function parseBaseUrl(text: string, mayBePlain: (origin: string) => boolean = () => false): BaseUrl {
  const typed = text.trim();
  let url: URL;
  try {
    url = new URL(typed);
  } catch (cause) {
    const advice = 'Type it with https://, for example https://review.example.com.';
    throw new CodeReviewError('input', 'This is not the address of a service.', advice, { cause });
  }
  if (url.username !== '' || url.password !== '') {
    throw new CodeReviewError(
      'input',
      'The address holds a user name or a password.',
      'Leave them out: the API key is asked for separately.',
    );
  }
  const isLoopback = isLoopbackHost(url.hostname);
  const isPrivate = isPrivateHost(url.hostname);
  const isPlainAllowed = isLoopback || (isPrivate && mayBePlain(url.origin));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPlainAllowed)) {
    throw new CodeReviewError(
      'input',
      'The address has to begin with https://, since the API key travels with every request.',
      isPrivate
        ? 'To ask a host of your own network with http://, sign in with that address and agree to it.'
        : 'Only a service on this machine or, once you agreed to it, of your own network may be asked with http://.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new CodeReviewError(
      'input',
      'The address holds a query or a fragment.',
      'Leave out everything from the ? or # on.',
    );
  }
  // People paste the address of an endpoint; the version is part of every path already.
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1(?:\/(?:repositories|reviews))?$/, '');
  return { href: `${url.origin}${path}`, origin: url.origin, isLoopback };
}
