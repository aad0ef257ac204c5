import { request as send } from 'undici';
import { untilAborted } from '../../core/base/untilAborted.ts';
import { defaultNetwork, type NetworkSettings } from '../../core/protocol/networkSettings.ts';
import { readBodyLimited } from './readBodyLimited.ts';
import { explainCertificateError } from './certificateErrors.ts';
import { Dispatchers } from './dispatchers.ts';
import { errorCodes } from './causeChain.ts';
import { sendWithHostFetch } from './hostFetchTransport.ts';
import { isProxyLoginRequired } from './networkError.ts';
import { isNotSent, NotSentError, observeSend } from './notSentError.ts';
import { proxyAuthorization, routeTo, type ProxyRoute } from './proxyRoute.ts';
import {
  BodyTooLargeError,
  defaultTimeouts,
  maxBodyBytes,
  type HttpResponse,
  type Transport,
  type TransportOptions,
} from './transport.ts';

export { proxyFetch } from './proxyFetch.ts';

/**
 * Creates a transport on undici; entry point of its own bundle. Every request passes its own dispatcher, since the
 * global one belongs to all extensions of the process. If nothing gets through with the settings, VS Code's `fetch` is
 * tried and, if it works, kept for that origin and these settings; never after a request may have been sent.
 */
export function createTransport(options: TransportOptions): Transport {
  const { userAgent, timeouts = defaultTimeouts, network = () => defaultNetwork, hostFetch } = options;
  const dispatchers = new Dispatchers(timeouts);
  const byHost = new Set<string>();
  return {
    send: (asked, stop) =>
      within(timeouts.total, stop, async signal => {
        const url = new URL(asked.url);
        // Without compression, the limit on transferred bytes is the limit on the decoded text.
        const request = {
          ...asked,
          headers: { ...asked.headers, 'user-agent': userAgent, 'accept-encoding': 'identity' },
        };
        const settings = network();
        const way = `${url.origin} ${JSON.stringify(settings)}`;
        if (hostFetch !== undefined && byHost.has(way)) return sendWithHostFetch(hostFetch, request, signal);
        const progress = { hasBegun: false };
        const { method, headers, body } = request;
        try {
          const dispatcher = observeSend(
            await dispatchers.to(url, settings, asked.socketPath),
            () => (progress.hasBegun = true),
          );
          const answer = send(url, { dispatcher, method, headers, signal, ...(body === undefined ? {} : { body }) });
          // undici checks the signal only after a connection is made, which may never happen.
          return await answerOf(await untilAborted(answer, signal, ({ reason }) => reason as Error));
        } catch (cause) {
          if (progress.hasBegun) throw cause;
          const route = routeTo(url, settings, process.env);
          const error = new NotSentError(cause, route.proxy?.host);
          if (hostFetch === undefined || signal.aborted || !mayKnowMore(cause, route, settings)) throw error;
          try {
            const answer = await sendWithHostFetch(hostFetch, request, signal);
            byHost.add(way);
            return answer;
          } catch (last) {
            // The first failure is more informative than the fallback's, unless that one may have sent something.
            throw isNotSent(last) ? error : last;
          }
        }
      }),
    close: () => dispatchers.close(),
  };
}

/**
 * Whether VS Code's `fetch` may succeed after a failure: it knows PAC scripts and system proxies and supports Kerberos.
 * Not after a certificate was refused, since it may be less strict.
 */
function mayKnowMore(cause: unknown, route: ProxyRoute, settings: NetworkSettings): boolean {
  if (errorCodes(cause).some(code => explainCertificateError(code) !== undefined)) return false;
  if (route.proxy === undefined) return !route.isMeant;
  return isProxyLoginRequired(cause) && proxyAuthorization(route.proxy, settings) === undefined;
}

/** Adds a timeout to work that `stop` also aborts. `AbortSignal.any` would leak listeners on a long-lived `stop`. */
async function within<T>(
  milliseconds: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const bound = new AbortController();
  const passOn = (): void => bound.abort(stop.reason);
  const timer = setTimeout(() => bound.abort(new DOMException('It took too long', 'TimeoutError')), milliseconds);
  if (stop.aborted) passOn();
  stop.addEventListener('abort', passOn, { once: true });
  try {
    return await work(bound.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', passOn);
  }
}

async function answerOf(answer: Awaited<ReturnType<typeof send>>): Promise<HttpResponse> {
  const encoding = joined(answer.headers)['content-encoding'] ?? '';
  if (!/^[\s,]*(?:identity[\s,]*)*$/i.test(encoding)) {
    // Closing a body early emits an error on its stream, which must be handled.
    answer.body.on('error', () => undefined).destroy();
    throw Object.assign(new Error('The answer is compressed although that was declined'), { code: 'ENCODED' });
  }
  const body = await readBodyLimited(answer.body as AsyncIterable<Buffer>, maxBodyBytes);
  if (body === undefined) throw new BodyTooLargeError(`more than ${maxBodyBytes} bytes`);
  return {
    status: answer.statusCode,
    headers: joined(answer.headers),
    body,
  };
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
