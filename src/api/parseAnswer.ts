import { CodeReviewError } from '../core/errors.ts';

/** Deeper than any review; far deeper nesting could be parsed but never written down again. */
const deepest = 200;

/**
 * The data of an answer.
 * @param origin who answered, for the sentence
 * @throws CodeReviewError of kind `service` for what is not JSON, or is nested without end
 */
export function parseAnswer(body: string, origin: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    const isPage = /^\s*<(?:!doctype|html)/i.test(body);
    throw notData(`${origin} answered ${isPage ? 'a web page' : 'something that is not JSON'} instead of data.`, cause);
  }
  if (!isWithin(json, deepest)) throw notData(`${origin} answered data that is nested too deep to be read.`);
  return json;
}

/** The data of an answer that need not be any, as one that tells of an error; undefined where it is not JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function notData(message: string, cause?: unknown): CodeReviewError {
  return new CodeReviewError('service', message, 'Check that the address is the one of its API, not of its website.', {
    cause,
  });
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every(member => isWithin(member, depth - 1));
}
