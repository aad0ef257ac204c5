import { Agent, request as send } from 'undici';
import {
  BodyTooLong,
  defaultTimeouts,
  longestBody,
  type HttpRequest,
  type HttpResponse,
  type Transport,
  type TransportOptions,
} from './transport.ts';

/**
 * A transport on undici, the entry of a bundle of its own. Every request passes its own dispatcher: the global one
 * belongs to all extensions of the process.
 */
export function createTransport({ userAgent, timeouts = defaultTimeouts }: TransportOptions): Transport {
  const dispatcher = new Agent({
    connections: 2,
    allowH2: false,
    // Shorter than the gap between two looks at a review, so that no stale socket is used for a POST.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    connectTimeout: timeouts.connect,
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: longestBody,
  });
  return {
    async send({ method, url, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
      const answer = await send(url, {
        dispatcher,
        method,
        // Asking for no compression makes the bound on the wire the bound on the decoded text.
        headers: { ...headers, 'user-agent': userAgent, 'accept-encoding': 'identity' },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.total)]),
      });
      const encoding = answer.headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity') {
        answer.body.destroy();
        throw new Error('The answer is compressed although that was declined');
      }
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > longestBody) throw new BodyTooLong(`more than ${longestBody} bytes`);
        chunks.push(chunk);
      }
      return {
        status: answer.statusCode,
        headers: joined(answer.headers),
        body: new TextDecoder().decode(Buffer.concat(chunks)),
      };
    },
    close: () => dispatcher.destroy(),
  };
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
