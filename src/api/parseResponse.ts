import { CodeReviewError } from '../core/base/errors.ts';
import { JsonTooLargeError, parseJson } from '../core/base/jsonText.ts';
import { t } from '../core/base/l10n.ts';

/**
 * Parses the JSON body of a response.
 * @param origin the service's origin, for the message
 * @throws CodeReviewError of kind `service` if it is not JSON, too large or nested too deep
 */
export function parseResponse(body: string, origin: string): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    if (cause instanceof JsonTooLargeError) throw tooLarge(cause, origin);
    const isPage = /^\s*<(?:!doctype|html)/i.test(body);
    throw new CodeReviewError(
      'service',
      isPage
        ? t('{origin} answered a web page instead of data.', { origin })
        : t('{origin} answered something that is not JSON instead of data.', { origin }),
      t('Check that the address is the one of its API, not of its website.'),
      { cause, ...(isPage && { unread: 'page' }) },
    );
  }
}

function tooLarge(cause: JsonTooLargeError, origin: string): CodeReviewError {
  const advice = t('Check that the address is the one of its API.');
  return cause.bound === 'depth'
    ? new CodeReviewError('service', t('{origin} sent data that is nested too deep.', { origin }), advice, { cause })
    : new CodeReviewError(
        'service',
        t('{origin} sent more data than a review can contain, so it was not read.', { origin }),
        `${advice} ${t('If it is, look at the review on the service’s own page.')}`,
        { cause },
      );
}
