import { CodeReviewError } from '../core/base/errors.ts';
import { formatEnd } from '../core/base/formatTime.ts';
import { plainLine } from '../core/base/text.ts';
import { Redactor } from '../core/base/redactor.ts';
import { firstOf, names } from './decode/aliases.ts';
import { asText } from './decode/values.ts';
import { detectRateLimit } from './rateLimit/detectRateLimit.ts';
import { unclearAdvice } from './transport/networkError.ts';
import { tryParseJson } from '../core/base/jsonText.ts';
import { t } from '../core/base/l10n.ts';
import { readRateLimit, retryTime } from './rateLimit/headers.ts';
import type { HttpRequest, HttpResponse } from './transport/transport.ts';

/** Describes a request in error messages. */
interface RequestDescription {
  readonly method: HttpRequest['method'];
  /** The key of the request, to be redacted from messages. */
  readonly key: string;
  /** `https://review.example.com` */
  readonly origin: string;
  /** The object of the request, for example "the pull request acme/app #7" or "the review 42". */
  readonly subject: string;
  /** Advice if the object is not found. */
  readonly whereMissing: string;
}

const sentenceNames = names(
  'detail error.message message.error errors.0.message error_description message error title',
);

/** Statuses after which a `POST` may have been carried out: partial content, see other, timeout. */
const unclearStatuses = new Set([206, 303, 408]);
/** 5xx statuses that prove that nothing was carried out; after any other, a `POST` may have been. */
const declined = new Set([501, 503, 505, 507, 511]);

/** Converts a response with a status other than 2xx to an error that includes the service's message as plain text. */
export function responseError(
  response: HttpResponse,
  { method, key, origin, subject, whereMissing }: RequestDescription,
  now: number,
): CodeReviewError {
  const { status, headers } = response;
  const words = firstOf(tryParseJson(response.body), sentenceNames, asText);
  const secrets = new Redactor();
  secrets.add(key);
  const foreign = (text: string, limit: number): string => plainLine(secrets.redact(text), limit);
  const said =
    words === undefined ? '' : ` ${t('It says: “{words}”.', { words: foreign(words, 300).replace(/(?<!\.)\.$/, '') })}`;
  const requestId = headers['x-request-id'] ?? headers['request-id'];
  const details = { status, ...(requestId === undefined ? {} : { requestId: foreign(requestId, 80) }) };
  const error = (
    kind: ConstructorParameters<typeof CodeReviewError>[0],
    message: string,
    advice: string,
  ): CodeReviewError => new CodeReviewError(kind, message + said, advice, details);

  const limited = detectRateLimit(response);
  const told = readRateLimit((limited ?? response).headers, now);
  if (limited !== undefined || (status === 503 && told.retryAt !== undefined)) {
    const until = retryTime(told, now);
    const message =
      status === 503
        ? t('{origin} accepts no requests until {time}.', { origin, time: formatEnd(until) })
        : t('The request limit of this key is used up at {origin} until {time}.', { origin, time: formatEnd(until) });
    return new CodeReviewError('rateLimit', message + said, t('Results that are already here stay.'), {
      ...details,
      until,
    });
  }
  if (method === 'POST' && (unclearStatuses.has(status) || (status >= 500 && !declined.has(status)))) {
    const message = t('The service answered {status} for {subject}, so it is unknown whether a review was triggered.', {
      status,
      subject,
    });
    return error('unclear', message, unclearAdvice());
  }
  if (status >= 300 && status < 400) {
    const advice = t(
      'Set the actual address of the service: redirects are not followed, since they would receive the key.',
    );
    const target = redirectTarget(headers['location'] ?? '', origin);
    return error('refused', t('{origin} redirects to {target}.', { origin, target }), advice);
  }
  switch (status) {
    case 400:
    case 422:
      return error('refused', t('The service refused {subject} ({status}).', { subject, status }), '');
    case 401:
      return error('auth', t('{origin} does not accept this API key.', { origin }), t('Sign in with a valid one.'));
    case 403:
      return error('auth', t('This API key may not do that at {origin}.', { origin }), t('Use a key that has access.'));
    case 404:
    case 410:
      return error('notFound', t('The service does not know {subject}.', { subject }), whereMissing);
    case 407:
      return error('network', t('The proxy asks for a user name and password.'), t('Set “http.proxyAuthorization”.'));
    default:
      return status >= 500
        ? error('service', t('The service failed ({status}).', { status }), t('Try again later.'))
        : error('refused', t('The service refused {subject} ({status}).', { subject, status }), '');
  }
}

/** Names only the origin of a redirect to another origin: the rest may contain anything. */
function redirectTarget(location: string, origin: string): string {
  const target = URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  const isNamed = target !== undefined && /^https?:$/.test(target.protocol) && target.origin !== origin;
  return isNamed ? plainLine(target.origin, 200) : t('another address');
}
