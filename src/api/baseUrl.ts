import { CodeReviewError } from '../core/base/errors.ts';
import { t } from '../core/base/l10n.ts';
import { isLoopbackHost, isPrivateHost } from '../core/system/privateHost.ts';

/** A validated base URL of a service. */
export interface BaseUrl {
  /** Without a final slash; a path becomes the prefix of every request. */
  readonly href: string;
  readonly origin: string;
  /** Whether the host is this machine, for which plain HTTP is allowed. */
  readonly isLoopback: boolean;
  /** Unix domain socket or named pipe to connect to instead of host and port. */
  readonly socketPath?: string;
}

/** The base URL of a service that listens on a local socket. */
export function socketBaseUrl(socketPath: string): BaseUrl {
  return { href: 'http://localhost', origin: 'http://localhost', isLoopback: true, socketPath };
}

/**
 * Parses a URL that the user typed.
 * @param mayBePlain whether the user allowed plain HTTP for an origin in the local network
 * @throws CodeReviewError of kind `input` that says what is wrong with it
 */
export function parseBaseUrl(text: string, mayBePlain: (origin: string) => boolean = () => false): BaseUrl {
  const typed = text.trim();
  let url: URL;
  try {
    url = new URL(typed);
  } catch (cause) {
    const advice = t('Type it with https://, for example https://review.example.com.');
    throw new CodeReviewError('input', t('This is not the address of a service.'), advice, { cause });
  }
  if (url.username !== '' || url.password !== '') {
    throw new CodeReviewError(
      'input',
      t('The address contains a user name or a password.'),
      t('Leave them out: the API key is asked for separately.'),
    );
  }
  const isLoopback = isLoopbackHost(url.hostname);
  const isPrivate = isPrivateHost(url.hostname);
  const isPlainAllowed = isLoopback || (isPrivate && mayBePlain(url.origin));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPlainAllowed)) {
    throw new CodeReviewError(
      'input',
      t('The address has to begin with https://, since the API key is sent with every request.'),
      isPrivate
        ? t('To ask a host of your own network with http://, sign in with that address and agree to it.')
        : t('Only a service on this machine or, once you agreed to it, of your own network may be asked with http://.'),
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new CodeReviewError(
      'input',
      t('The address contains a query or a fragment.'),
      t('Leave out everything from the ? or # on.'),
    );
  }
  // Users paste the URL of an endpoint; every route already includes the version.
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1(?:\/(?:repositories|reviews))?$/, '');
  return { href: `${url.origin}${path}`, origin: url.origin, isLoopback };
}
