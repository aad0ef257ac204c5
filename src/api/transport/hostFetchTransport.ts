import { readBodyLimited } from './readBodyLimited.ts';
import { BodyTooLargeError, maxBodyBytes, type HttpRequest, type HttpResponse } from './transport.ts';

/**
 * Sends a request with VS Code's `fetch`, which supports PAC scripts, system proxies and Kerberos.
 * @param signal also used for the timeout
 */
export async function sendWithHostFetch(
  hostFetch: typeof fetch,
  { method, url, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const answer = await hostFetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  });
  const stream = answer.body as unknown as AsyncIterable<Uint8Array> | null;
  const text = stream === null ? '' : await readBodyLimited(stream, maxBodyBytes);
  if (text === undefined) throw new BodyTooLargeError(`more than ${maxBodyBytes} bytes`);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text };
}
