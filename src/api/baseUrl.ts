import { CodeReviewError } from '../core/errors.ts';

/** Address of a service, checked. */
export interface BaseUrl {
  /** Without a final slash; a path is kept as a prefix of every request. */
  readonly href: string;
  readonly origin: string;
  /** On this machine: the only place that plain http is spoken with. */
  readonly isLoopback: boolean;
  /** Path of the Unix domain socket or name of the named pipe that leads to it, instead of a port. */
  readonly socketPath?: string;
}

/** The address of a service that listens on a socket of this machine. */
export function socketBaseUrl(socketPath: string): BaseUrl {
  return { href: 'http://localhost', origin: 'http://localhost', isLoopback: true, socketPath };
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Reads the address that a person typed. @throws CodeReviewError of kind `input` that says what is wrong with it */
export function parseBaseUrl(text: string): BaseUrl {
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
  const isLoopback = loopback.has(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new CodeReviewError(
      'input',
      'The address has to begin with https://, since the API key travels with every request.',
      'Only a service on this machine may be asked with http://.',
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
