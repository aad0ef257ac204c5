import { firstOf, names } from '../decode/aliases.ts';
import { asText } from '../decode/values.ts';
import { tryParseJson } from '../../core/base/jsonText.ts';
import { readRateLimit } from './headers.ts';
import type { HttpResponse } from '../transport/transport.ts';

const codeNames = names('code error.code errors.0.code errors.0.extensions.code');
/** Names in a body for when to retry, in seconds or as a time. */
const waitNames = names(`retryAfter retryAfterSeconds resetAt error.retryAfter error.retryAfterSeconds error.resetAt
  details.retryAfter details.retryAfterSeconds details.resetAt error.details.retryAfter
  error.details.retryAfterSeconds error.details.resetAt`);

/**
 * Normalizes a rate-limit response of any known form (docs/api.md) to status 429, with `retry-after` if only the body
 * says when to retry.
 * @returns undefined for any other response
 */
export function detectRateLimit({
  status,
  headers,
  body,
}: HttpResponse): Pick<HttpResponse, 'status' | 'headers'> | undefined {
  const json = tryParseJson(body);
  const code = firstOf(json, codeNames, asText) ?? '';
  const isLimited =
    [402, 429, 529].includes(status) ||
    (status === 403 && (readRateLimit(headers, 0).remaining === 0 || /rate.?limit/i.test(body.slice(0, 2_000)))) ||
    (status === 400 && /rate.?limit/i.test(code));
  if (!isLimited) return undefined;
  const wait = firstOf(json, waitNames, asText);
  return { status: 429, headers: wait === undefined ? headers : { 'retry-after': wait, ...headers } };
}
