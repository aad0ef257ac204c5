import { networkError } from '../../../../api/transport/networkError.ts';
import { isNotSent } from '../../../../api/transport/notSentError.ts';
import { readRateLimit } from '../../../../api/rateLimit/headers.ts';
import type { Clock } from '../../../../core/base/clock.ts';
import { cancelledError } from '../../../../core/base/errors.ts';
import { Redactor } from '../../../../core/base/redactor.ts';
import type { Completion } from './languageModel.ts';

interface PostOptions {
  readonly url: URL;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** The complete response, or why there is none. */
type PostReply = { readonly status: number; readonly body: string } | { readonly completion: Completion };

/** Longest response that is read, in bytes. */
const longestBody = 2_000_000;
/** Longest delay before a retry, in milliseconds. */
const longestWait = 20_000;
/** Delays, in milliseconds, if the service names none: it loads its model or is overloaded. */
const usualWait: Readonly<Record<number, number>> = { 429: Infinity, 503: 10_000, 529: 10_000 };

/** Sends JSON to one address, bounded in time and size. No redirect is followed, so the key goes nowhere else. */
export class PostJson {
  /** `localhost:11434` */
  readonly host: string;
  readonly #options: PostOptions;
  readonly #redactor = new Redactor();

  constructor(options: PostOptions) {
    this.host = options.url.host;
    this.#options = options;
    this.#redactor.add(options.key ?? '');
  }

  /** Services quote the key when they refuse it. */
  withoutKey(text: string): string {
    return this.#redactor.redact(text);
  }

  /** @throws CodeReviewError of kind `cancelled` */
  async send(body: unknown, signal: AbortSignal): Promise<PostReply> {
    const { clock } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const reply = await this.#sendOnce(body, signal);
      if (!('headers' in reply)) return reply;
      const { status, headers } = reply;
      const usual = usualWait[status];
      if (usual === undefined || attempt > 1) return { status, body: reply.body };
      const now = clock.now();
      const { retryAt } = readRateLimit({ 'retry-after': headers.get('retry-after') ?? 'none' }, now);
      const wait = retryAt === undefined ? usual : retryAt - now;
      if (wait > longestWait) return { status, body: reply.body };
      await clock.wait(Math.max(0, wait), signal);
    }
  }

  async #sendOnce(
    body: unknown,
    signal: AbortSignal,
  ): Promise<
    { readonly status: number; readonly headers: Headers; readonly body: string } | { readonly completion: Completion }
  > {
    const { url, key, fetch, timeoutMs } = this.#options;
    const tooLate = AbortSignal.timeout(timeoutMs);
    const failed = (reason: string): { readonly completion: Completion } => ({
      completion: { status: 'failed', reason },
    });
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(key === undefined || key === '' ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, tooLate]),
      });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        return failed(`${this.host} redirects to another address, which is not followed`);
      }
      const text = await bodyOf(response);
      if (text === undefined) return failed(`the answer of ${this.host} is longer than ${longestBody / 1e6} MB`);
      return { status: response.status, headers: response.headers, body: text };
    } catch (cause) {
      if (signal.aborted) throw cancelledError(signal);
      if (tooLate.aborted) return failed(`${this.host} did not answer within ${timeoutMs / 1_000} s`);
      if (!isNotSent(cause)) return failed(`the connection to ${this.host} broke`);
      const reason = networkError(cause, { method: 'POST', host: this.host }).message.replace(/\.$/, '');
      return { completion: { status: 'skipped', why: 'unreachable', reason } };
    }
  }
}

// On a line of its own: a JSON string contains no raw line break.
const endOfStream = /(?:^|\n)data: ?\[DONE\]\s*$/;

/** Reads the body as text until its end or the end mark of an event stream; undefined if it is too long. */
async function bodyOf(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let length = 0;
  let tail = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > longestBody) return undefined;
    const text = decoder.decode(chunk, { stream: true });
    texts.push(text);
    tail = (tail + text).slice(-64);
    // Some services leave the connection open.
    if (endOfStream.test(tail)) break;
  }
  return texts.join('') + decoder.decode();
}
