import { CodeReviewError } from '../core/base/errors.ts';
import { JsonTooLarge, parseJson } from '../core/base/jsonText.ts';

/**
 * The data of an answer.
 * @param origin who answered, for the sentence
 * @throws CodeReviewError of kind `service` for what is not JSON, and for what is too large or nested too deep to be read
 */
export function parseAnswer(body: string, origin: string): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    if (cause instanceof JsonTooLarge) throw tooLarge(cause, origin);
    const isPage = /^\s*<(?:!doctype|html)/i.test(body);
    throw new CodeReviewError(
      'service',
      `${origin} answered ${isPage ? 'a web page' : 'something that is not JSON'} instead of data.`,
      'Check that the address is the one of its API, not of its website.',
      { cause },
    );
  }
}

function tooLarge(cause: JsonTooLarge, origin: string): CodeReviewError {
  const advice = 'Check that the address is the one of its API.';
  return cause.bound === 'depth'
    ? new CodeReviewError('service', `${origin} answered data that is nested too deep to be read.`, advice, { cause })
    : new CodeReviewError(
        'service',
        `${origin} answered more data than a review can hold, so none of it was read.`,
        `${advice} If it is, look at the review on the service’s own page.`,
        { cause },
      );
}
