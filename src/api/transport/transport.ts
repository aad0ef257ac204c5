import type { NetworkSettings } from '../../core/protocol/networkSettings.ts';

/** An HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  /** Unix domain socket or named pipe to connect to instead of the URL's host and port. */
  readonly socketPath?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A complete HTTP response. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends requests. Does not follow redirects; limits time and size; throws errors unconverted. */
export interface Transport {
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** Options of a transport. */
export interface TransportOptions {
  readonly userAgent: string;
  readonly timeouts?: Timeouts;
  /** Called for every request, so that a change takes effect at once. */
  readonly network?: () => NetworkSettings;
  /** VS Code's `fetch`, which knows the system's proxies; used if nothing else works. */
  readonly hostFetch?: typeof fetch;
}

/** Timeouts in milliseconds. */
export interface Timeouts {
  readonly connect: number;
  /** Until the response begins. */
  readonly headers: number;
  /** Between two chunks of the body. */
  readonly body: number;
  /** For the whole request. */
  readonly total: number;
}

export const defaultTimeouts: Timeouts = { connect: 10_000, headers: 30_000, body: 30_000, total: 60_000 };

/** Longest body of a response, in decoded bytes. */
export const maxBodyBytes = 8 << 20;

/** The body of a response is longer than the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}
