import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackAddress } from './addresses.ts';
import { withoutMapping, type TrustedProxies } from './trustedProxies.ts';

/** Who sent a request, and how. */
interface Client {
  /** IP address of the client, behind all trusted proxies. */
  readonly address: string;
  /** Identifies the request in the answer and in the log. */
  readonly requestId: string;
}

/** What the routes find in `context.env`. */
export interface ClientBindings {
  readonly client: Client;
}

/** A client with what the request says of its address, which routes do not need. */
export interface Arrival extends Client {
  /** The protocol that the client spoke. */
  readonly protocol: 'http' | 'https';
  /** Host and port that the client asked for, in lower case; empty if there is none. */
  readonly authority: string;
  /** Whether the connection comes from this machine or a trusted proxy. */
  readonly isNear: boolean;
  /** Whether it comes from a proxy, trusted or not. */
  readonly isForwarded: boolean;
  /** The span of a trusted proxy that the request belongs to, as the proxy names it. */
  readonly traceparent: string | undefined;
}

/** Reads where a request comes from. What proxies add is believed of trusted ones only. */
export function arrivalOf(incoming: IncomingMessage, proxies: TrustedProxies): Arrival {
  const { headers, socket } = incoming;
  const remote = withoutMapping(socket.remoteAddress ?? '');
  const isProxy = proxies.has(remote);
  const forwarded = (name: string): string | undefined => (isProxy ? lastOf(headers[name]) : undefined);
  const given = forwarded('x-request-id');
  return {
    address: isProxy ? clientAddress(remote, headers['x-forwarded-for'], proxies) : remote,
    requestId: given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : `req_${randomBytes(8).toString('hex')}`,
    protocol: forwarded('x-forwarded-proto')?.toLowerCase() === 'https' ? 'https' : 'http',
    authority: (forwarded('x-forwarded-host') ?? authorityAsked(incoming)).toLowerCase(),
    isNear: isProxy || isLoopbackAddress(remote),
    isForwarded: isProxy || ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host'].some(name => name in headers),
    traceparent: forwarded('traceparent'),
  };
}

/** Host and port of the request: from an absolute target, else from the `Host` header (RFC 9112, 3.2.2). */
function authorityAsked({ url = '', headers }: IncomingMessage): string {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host ?? '';
}

/** The nearest address that is no trusted proxy: each proxy appends the address that it was asked from. */
function clientAddress(remote: string, chain: string | string[] | undefined, proxies: TrustedProxies): string {
  const hops = textOf(chain).split(',').toReversed();
  let nearest = remote;
  for (const hop of hops) {
    const address = withoutMapping(withoutPort(hop.trim()));
    if (isIP(address) === 0) return nearest;
    nearest = address;
    if (!proxies.has(address)) return nearest;
  }
  return nearest;
}

/** Some proxies write the port as well: `10.0.0.5:4711`, `[::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** The value that the nearest proxy has added. */
function lastOf(header: string | string[] | undefined): string | undefined {
  const last = textOf(header).split(',').at(-1)?.trim();
  return last === '' ? undefined : last;
}

function textOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '');
}
