import { BodyTooLong, longestBody, type HttpRequest, type HttpResponse } from './transport.ts';

/**
 * Sends a request with the host's own `fetch`, which finds proxies by PAC scripts, the operating system and Kerberos.
 * @param signal bounds the time too
 */
export async function sendByHost(
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
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (answer.body !== null) {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > longestBody) throw new BodyTooLong(`more than ${longestBody} bytes`);
      chunks.push(chunk);
    }
  }
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: new TextDecoder().decode(Buffer.concat(chunks)),
  };
}
