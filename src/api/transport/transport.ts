import type { NetworkSettings } from '../../core/protocol/networkSettings.ts';

/** One request as it goes out. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  /** Path of a Unix domain socket or name of a named pipe to connect to, whatever the host and port of the URL. */
  readonly socketPath?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer, whole. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-cased names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What carries requests. Follows no redirect and bounds time and size; whatever fails is thrown as it came. */
export interface Transport {
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** Bounds and identity of a transport. */
export interface TransportOptions {
  readonly userAgent: string;
  readonly timeouts?: Timeouts;
  /** Asked for every request, so that a change holds at once. */
  readonly network?: () => NetworkSettings;
  /** The host's own `fetch`, which knows the proxies of the operating system; tried where nothing else gets through. */
  readonly hostFetch?: typeof fetch;
}

/** In milliseconds. */
export interface Timeouts {
  readonly connect: number;
  /** Until the answer begins. */
  readonly headers: number;
  /** Between two pieces of the answer. */
  readonly body: number;
  /** For everything together. */
  readonly total: number;
}

export const defaultTimeouts: Timeouts = { connect: 10_000, headers: 30_000, body: 30_000, total: 60_000 };

/** Longest body that is taken, in bytes as decoded. */
export const longestBody = 8 << 20;

/** The answer was longer than can be taken. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}
