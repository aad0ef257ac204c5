import type { Context } from 'hono';

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
} as const;

/** An error response as problem+json (RFC 9457). `detail` is a sentence that can be shown to the user. */
export function problemJson(
  context: Context,
  status: keyof typeof titles,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify({ type: 'about:blank', title: titles[status], status, detail });
  return context.newResponse(body, status, { ...headers, 'content-type': 'application/problem+json' });
}
