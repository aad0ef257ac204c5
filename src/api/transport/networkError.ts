import { CodeReviewError, type ErrorDetails } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { explainCertificateError, type ErrorExplanation } from './certificateErrors.ts';
import { causeChain, errorCodes, hasErrorName } from './causeChain.ts';
import { isNotSent, failedProxy } from './notSentError.ts';
import { maxBodyBytes } from './transport.ts';

const unreachable: ErrorExplanation = {
  message: host => t('{host} cannot be reached.', { host }),
  advice: () => t('Check the network.'),
};
const silent: ErrorExplanation = {
  message: host => t('Nothing answers at {host}.', { host }),
  advice: () => t('Check the address, or try again later.'),
};
const noConnection: ErrorExplanation = {
  message: host => t('{host} did not accept the connection in time.', { host }),
  advice: () => t('Check the network.'),
};

/** Transient failures to connect. */
const passing: Readonly<Record<string, ErrorExplanation>> = {
  ENOTFOUND: {
    message: host => t('The name {host} is not known.', { host }),
    advice: () => t('Check the address and the network.'),
  },
  EAI_AGAIN: {
    message: host => t('The name {host} could not be looked up.', { host }),
    advice: () => t('Check the network.'),
  },
  ECONNREFUSED: silent,
  // The local socket is gone.
  ENOENT: silent,
  ECONNRESET: { message: host => t('{host} closed the connection.', { host }), advice: () => t('Try again later.') },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: noConnection,
  UND_ERR_CONNECT_TIMEOUT: noConnection,
  UND_ERR_PRX_CONN: {
    message: host => t('{host} closed the connection.', { host }),
    advice: () => t('Ask whoever runs it.'),
  },
  UND_ERR_SOCKET: {
    message: host => t('{host} closed the connection.', { host }),
    advice: () => t('Try again later.'),
  },
};

/** Transient failures after sending. */
const broken = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);
/** Responses that are not valid HTTP or were not requested. */
const unreadable = new Set(['UND_ERR_HEADERS_OVERFLOW', 'ERR_ASSERTION', 'ENCODED']);
const tooSlow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const addressAdvice = (): string => t('Check that the address is the one of its API.');

/** Advice if a review may or may not have been triggered. */
export const unclearAdvice = (): string =>
  t('Look at the pull request before you trigger it again: it may count twice.');

/** The request that failed. */
interface FailedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** `review.example.com:8443` */
  readonly host: string;
  /** Whether a `POST` that may have arrived may be sent again. */
  readonly mayRepeat?: boolean;
}

/**
 * Converts the failure of a request to an error. A `POST` that may have arrived is `unclear`: it must not be sent again
 * without the user's consent.
 */
export function networkError(cause: unknown, { method, host, mayRepeat = false }: FailedRequest): CodeReviewError {
  const codes = errorCodes(cause);
  const fail = (
    kind: 'network' | 'timeout' | 'refused' | 'service' | 'unclear',
    message: string,
    advice: string,
    phase: NonNullable<ErrorDetails['phase']> = 'HTTP',
    more: Pick<ErrorDetails, 'unread'> = {},
  ): CodeReviewError => new CodeReviewError(kind, message, advice, { cause, phase, ...more });
  const refusal = proxyAnswer(cause);
  if (refusal === '407') {
    const advice = t('Set “http.proxyAuthorization”, or put them into the address in “http.proxy”.');
    return fail('network', t('The proxy asks for a user name and password.'), advice, 'proxy');
  }
  if (refusal !== undefined && /^5\d\d$/.test(refusal)) {
    const advice = t('Check the address of the service, or try again later.');
    return fail('network', t('The proxy could not connect to {host} ({refusal}).', { host, refusal }), advice, 'proxy');
  }
  if (refusal !== undefined) {
    const message = t('The proxy did not let the request through ({refusal}).', { refusal });
    return fail('network', message, t('Ask its administrator whether {host} is allowed.', { host }), 'proxy');
  }
  if (isNotSent(cause)) {
    const proxy = failedProxy(cause);
    const other = proxy === undefined ? host : t('the proxy {proxy}', { proxy });
    const [shown, phase] = hasErrorName(cause, 'ProxyError') ? ([other, 'proxy'] as const) : ([host, 'TLS'] as const);
    const certificate = codes.map(explainCertificateError).find(known => known !== undefined);
    if (certificate !== undefined)
      return fail('network', begun(certificate.message(shown)), certificate.advice(), phase);
    if (codes.some(code => isTls(code) && code.includes('ALERT'))) {
      const advice = t('Ask its administrator: it may require a client certificate or another version of TLS.');
      return fail('network', begun(t('{host} refused the encrypted connection.', { host: shown })), advice, phase);
    }
    if (codes.some(isTls)) {
      const message = begun(t('{host} does not speak https at this port.', { host: shown }));
      return fail('network', message, t('Check its address.'), phase);
    }
    const isName = codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN');
    const step = proxy === undefined ? (isName ? 'name' : 'connection') : 'proxy';
    const known = codes.map(code => passing[code]).find(meaning => meaning !== undefined);
    if (known !== undefined) {
      const message = isName && proxy !== undefined ? unknownProxy(codes, proxy) : begun(known.message(other));
      return fail('network', message, known.advice(), step);
    }
    return isTimeout(cause, codes)
      ? fail('timeout', begun(noConnection.message(other)), noConnection.advice(), step)
      : fail('network', begun(unreachable.message(other)), unreachable.advice(), step);
  }
  if (method === 'POST' && !mayRepeat) {
    const message = t('No complete response came from {host}, so it is unknown whether the review was triggered.', {
      host,
    });
    return fail('unclear', message, unclearAdvice());
  }
  if (codes.includes('UND_ERR_RES_EXCEEDED_MAX_SIZE') || hasErrorName(cause, 'BodyTooLargeError')) {
    return fail(
      'refused',
      t('The response of {host} is longer than {size} MB and was not read.', { host, size: maxBodyBytes >> 20 }),
      addressAdvice(),
      'HTTP',
      { unread: 'tooLarge' },
    );
  }
  if (hasErrorName(cause, 'HTTPParserError') || codes.some(code => unreadable.has(code))) {
    const message = t('{host} sent an unreadable response.', { host });
    return fail('service', message, addressAdvice(), 'HTTP', { unread: 'malformed' });
  }
  return isTimeout(cause, codes)
    ? fail('timeout', t('{host} did not answer in time.', { host }), t('Try again later.'))
    : fail('network', t('The connection to {host} broke.', { host }), t('Try again.'));
}

/**
 * Number of retries after a failure.
 * @param isIdempotent whether the request may safely be sent twice
 */
export function retriesAfter(cause: unknown, isIdempotent: boolean): number {
  const codes = errorCodes(cause);
  if (
    proxyAnswer(cause) !== undefined ||
    codes.some(code => explainCertificateError(code) !== undefined || isTls(code))
  )
    return 0;
  if (isNotSent(cause)) {
    if (!isTimeout(cause, codes) && !codes.some(code => code in passing)) return 0;
    return failedProxy(cause) === undefined ? 2 : 1;
  }
  return isIdempotent && (isTimeout(cause, codes) || codes.some(code => broken.has(code))) ? 2 : 0;
}

/** Whether the proxy requires authentication (407) before anything was sent. */
export function isProxyLoginRequired(cause: unknown): boolean {
  return proxyAnswer(cause) === '407';
}

/**
 * The status with which a proxy refused a tunnel, so that nothing was sent; with HTTP's reason phrase if there is one.
 */
function proxyAnswer(cause: unknown): string | undefined {
  const codes = errorCodes(cause);
  const answers = causeChain(cause).map(({ message }) => {
    if (message === 'Username and password required for authentication') return '407';
    return /Proxy response \((\d{3})\)/.exec(message)?.[1];
  });
  if (codes.includes('UND_ERR_SOCKS5_AUTH_FAILED')) answers.push('407');
  for (const code of codes) {
    const reply = /^UND_ERR_SOCKS5_REPLY_(\d+)$/.exec(code)?.[1];
    if (reply !== undefined) answers.push(`SOCKS reply ${reply}`);
  }
  return answers.find(answer => answer !== undefined);
}

function isTimeout(cause: unknown, codes: readonly string[]): boolean {
  return hasErrorName(cause, 'TimeoutError') || codes.some(code => tooSlow.has(code));
}

function isTls(code: string): boolean {
  return code === 'EPROTO' || /^ERR_(?:SSL|TLS)_/.test(code);
}

function unknownProxy(codes: readonly string[], proxy: string): string {
  return codes.includes('ENOTFOUND')
    ? t('The name of the proxy {proxy} is not known.', { proxy })
    : t('The name of the proxy {proxy} could not be looked up.', { proxy });
}

/** Capitalizes a leading "the"; keeps the name of a host as it is. */
function begun(sentence: string): string {
  return sentence.replace(/^the /, 'The ');
}
