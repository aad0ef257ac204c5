import { CodeReviewError } from '../core/errors.ts';
import { BodyTooLong, longestBody } from './transport.ts';

interface Meaning {
  readonly message: (host: string) => string;
  readonly advice: string;
}

/** Errors after which nothing of the request can have left this machine. */
const neverSent: Readonly<Record<string, Meaning>> = {
  ENOTFOUND: {
    message: host => `The name ${host} is not known.`,
    advice: 'Check the address of the service and the network.',
  },
  EAI_AGAIN: { message: host => `The name ${host} could not be looked up.`, advice: 'Check the network.' },
  ECONNREFUSED: { message: host => `Nothing answers at ${host}.`, advice: 'Check the address, or try again later.' },
  EHOSTUNREACH: { message: host => `${host} cannot be reached.`, advice: 'Check the network.' },
  ENETUNREACH: { message: host => `${host} cannot be reached.`, advice: 'Check the network.' },
  ETIMEDOUT: { message: host => `${host} did not take the connection in time.`, advice: 'Check the network.' },
  UND_ERR_CONNECT_TIMEOUT: {
    message: host => `${host} did not take the connection in time.`,
    advice: 'Check the network.',
  },
  CERT_HAS_EXPIRED: {
    message: host => `The certificate of ${host} has expired.`,
    advice: 'Tell who runs the service.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    message: untrusted,
    advice: 'Add its certificate to the system’s, or set NODE_EXTRA_CA_CERTS.',
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    message: untrusted,
    advice: 'Add its certificate to the system’s, or set NODE_EXTRA_CA_CERTS.',
  },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    message: untrusted,
    advice: 'Add its certificate to the system’s, or set NODE_EXTRA_CA_CERTS.',
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    message: untrusted,
    advice: 'Add its certificate to the system’s, or set NODE_EXTRA_CA_CERTS.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: host => `The certificate shown by ${host} is for another name.`,
    advice: 'Check the address of the service.',
  },
  EPROTO: {
    message: host => `${host} does not speak https at this port.`,
    advice: 'Check the address of the service.',
  },
};

const tooSlow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** What was being sent. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** `review.example.com:8443` */
  readonly host: string;
}

/**
 * The error that a failed request means. A `POST` that may have arrived is `unclear`: it must not be sent again before
 * the user knows.
 */
export function networkError(cause: unknown, { method, host }: Sent): CodeReviewError {
  const codes = codesOf(cause);
  const known = codes.map(code => neverSent[code]).find(meaning => meaning !== undefined);
  if (known !== undefined) return new CodeReviewError('network', known.message(host), known.advice, { cause });
  if (cause instanceof BodyTooLong || codes.includes('UND_ERR_RES_EXCEEDED_MAX_SIZE')) {
    const message = `The answer of ${host} is longer than ${longestBody >> 20} MB and was not read.`;
    return new CodeReviewError('refused', message, 'Check that the address is the one of its API.', { cause });
  }
  const proxyStatus = proxyAnswer(cause);
  if (proxyStatus !== undefined) {
    const isSignIn = proxyStatus === '407';
    const message = isSignIn
      ? 'The proxy asks for a user name and password.'
      : `The proxy did not let the request through (${proxyStatus}).`;
    const advice = isSignIn
      ? 'Set “http.proxyAuthorization”, or put them into the address in “http.proxy”.'
      : `Ask who runs it whether ${host} may be reached.`;
    return new CodeReviewError('network', message, advice, { cause });
  }
  if (method === 'POST') {
    const message = `The connection to ${host} broke while a review was being triggered, so it is not known whether it was.`;
    const advice = 'Look at the pull request before you trigger it again: it may count twice.';
    return new CodeReviewError('unclear', message, advice, { cause });
  }
  const slow = codes.some(code => tooSlow.has(code)) || (cause instanceof Error && cause.name === 'TimeoutError');
  return slow
    ? new CodeReviewError('timeout', `${host} did not answer in time.`, 'Try again later.', { cause })
    : new CodeReviewError('network', `The connection to ${host} broke.`, 'Try again.', { cause });
}

function untrusted(host: string): string {
  return `The certificate of ${host} is not trusted here.`;
}

/** Whether nothing of the request can have left this machine, so that it may be sent again in another way. */
export function isNeverSent(cause: unknown): boolean {
  return codesOf(cause).some(code => code in neverSent);
}

/** The status with which a proxy refused the tunnel, after which nothing was sent through it. */
function proxyAnswer(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  return /Proxy response \((\d{3})\)/.exec(error.message)?.[1] ?? proxyAnswer(error.cause, depth + 1);
}

/** The codes along the chain of causes; several addresses of one name come as an AggregateError. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...own, ...[...inner, error.cause].flatMap(each => codesOf(each, depth + 1))];
}
