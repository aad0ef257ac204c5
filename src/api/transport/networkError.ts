import { CodeReviewError, type ErrorDetails } from '../../core/base/errors.ts';
import { explainCertificateError, type ErrorExplanation } from './certificateErrors.ts';
import { causeChain, errorCodes, hasErrorName } from './causeChain.ts';
import { isNotSent, failedProxy } from './notSentError.ts';
import { maxBodyBytes } from './transport.ts';

const unreachable: ErrorExplanation = { message: host => `${host} cannot be reached.`, advice: 'Check the network.' };
const silent: ErrorExplanation = {
  message: host => `Nothing answers at ${host}.`,
  advice: 'Check the address, or try again later.',
};
const noConnection: ErrorExplanation = {
  message: host => `${host} did not accept the connection in time.`,
  advice: 'Check the network.',
};

/** Transient failures to connect. */
const passing: Readonly<Record<string, ErrorExplanation>> = {
  ENOTFOUND: {
    message: host => `The name ${host} is not known.`,
    advice: 'Check the address and the network.',
  },
  EAI_AGAIN: { message: host => `The name ${host} could not be looked up.`, advice: 'Check the network.' },
  ECONNREFUSED: silent,
  // The local socket is gone.
  ENOENT: silent,
  ECONNRESET: { message: host => `${host} closed the connection.`, advice: 'Try again later.' },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: noConnection,
  UND_ERR_CONNECT_TIMEOUT: noConnection,
  UND_ERR_PRX_CONN: { message: host => `${host} closed the connection.`, advice: 'Ask whoever runs it.' },
  UND_ERR_SOCKET: { message: host => `${host} closed the connection.`, advice: 'Try again later.' },
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
const addressAdvice = 'Check that the address is the one of its API.';

/** Advice if a review may or may not have been triggered. */
export const unclearAdvice = 'Look at the pull request before you trigger it again: it may count twice.';

/** The request that failed. */
interface FailedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** `review.example.com:8443` */
  readonly host: string;
}

/**
 * Converts the failure of a request to an error. A `POST` that may have arrived is `unclear`: it must not be sent again
 * without the user's consent.
 */
export function networkError(cause: unknown, { method, host }: FailedRequest): CodeReviewError {
  const codes = errorCodes(cause);
  const fail = (
    kind: 'network' | 'timeout' | 'refused' | 'service' | 'unclear',
    message: string,
    advice: string,
    phase: NonNullable<ErrorDetails['phase']> = 'HTTP',
  ): CodeReviewError => new CodeReviewError(kind, message, advice, { cause, phase });
  const refusal = proxyAnswer(cause);
  if (refusal === '407') {
    const advice = 'Set “http.proxyAuthorization”, or put them into the address in “http.proxy”.';
    return fail('network', 'The proxy asks for a user name and password.', advice, 'proxy');
  }
  if (refusal !== undefined && /^5\d\d$/.test(refusal)) {
    const advice = 'Check the address of the service, or try again later.';
    return fail('network', `The proxy could not connect to ${host} (${refusal}).`, advice, 'proxy');
  }
  if (refusal !== undefined) {
    const message = `The proxy did not let the request through (${refusal}).`;
    return fail('network', message, `Ask its administrator whether ${host} is allowed.`, 'proxy');
  }
  if (isNotSent(cause)) {
    const proxy = failedProxy(cause);
    const other = proxy === undefined ? host : `the proxy ${proxy}`;
    const [shown, phase] = hasErrorName(cause, 'ProxyError') ? ([other, 'proxy'] as const) : ([host, 'TLS'] as const);
    const certificate = codes.map(explainCertificateError).find(known => known !== undefined);
    if (certificate !== undefined) return fail('network', begun(certificate.message(shown)), certificate.advice, phase);
    if (codes.some(code => isTls(code) && code.includes('ALERT'))) {
      const advice = 'Ask its administrator: it may require a client certificate or another version of TLS.';
      return fail('network', begun(`${shown} refused the encrypted connection.`), advice, phase);
    }
    if (codes.some(isTls)) {
      const message = begun(`${shown} does not speak https at this port.`);
      return fail('network', message, 'Check its address.', phase);
    }
    const isName = codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN');
    const step = proxy === undefined ? (isName ? 'name' : 'connection') : 'proxy';
    const named = isName && proxy !== undefined ? `of ${other}` : other;
    const known = codes.map(code => passing[code]).find(meaning => meaning !== undefined);
    if (known !== undefined) return fail('network', begun(known.message(named)), known.advice, step);
    return isTimeout(cause, codes)
      ? fail('timeout', begun(noConnection.message(other)), noConnection.advice, step)
      : fail('network', begun(unreachable.message(other)), unreachable.advice, step);
  }
  if (method === 'POST') {
    const message = `No complete response came from ${host}, so it is unknown whether the review was triggered.`;
    return fail('unclear', message, unclearAdvice);
  }
  if (codes.includes('UND_ERR_RES_EXCEEDED_MAX_SIZE') || hasErrorName(cause, 'BodyTooLargeError')) {
    return fail(
      'refused',
      `The response of ${host} is longer than ${maxBodyBytes >> 20} MB and was not read.`,
      addressAdvice,
    );
  }
  if (hasErrorName(cause, 'HTTPParserError') || codes.some(code => unreadable.has(code))) {
    return fail('service', `${host} sent an unreadable response.`, addressAdvice);
  }
  return isTimeout(cause, codes)
    ? fail('timeout', `${host} did not answer in time.`, 'Try again later.')
    : fail('network', `The connection to ${host} broke.`, 'Try again.');
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

/** Capitalizes a leading "the"; keeps the name of a host as it is. */
function begun(sentence: string): string {
  return sentence.replace(/^the /, 'The ');
}
