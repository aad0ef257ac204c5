import { isIP } from 'node:net';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import { isLoopbackHost } from '../../../core/system/privateHost.ts';
import { withoutMapping } from './trustedProxies.ts';

/** Where a server listens. */
export interface ListenAddress {
  /** An IP address without brackets, or `localhost`. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** Parses `HOST:PORT` or `[IPV6]:PORT`. @throws CodeReviewError of kind `input` that says what is wrong with it */
export function parseListenAddress(text: string): ListenAddress {
  const [, bracketed, plain, digits = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const isAddress = bracketed === undefined ? isIP(host) === 4 || host === 'localhost' : isIP(host) === 6;
  if (isAddress && Number(digits) <= 65_535) return { host, port: Number(digits) };
  throw new CodeReviewError(
    'input',
    `--listen cannot be ${plainLine(text, 100)}.`,
    'It takes an IP address and a port, for example 127.0.0.1:8080, 0.0.0.0:8080 or [::]:8080.',
  );
}

/** Parses the address that users open. @throws CodeReviewError of kind `input` that says what is wrong with it */
export function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlainOrigin = url !== undefined && text.replace(/\/$/, '').toLowerCase() === url.origin;
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlainOrigin) {
    throw new CodeReviewError(
      'input',
      `--public-url cannot be ${plainLine(text.replace(/\/\/.*@/, '//'), 200)}.`,
      'It takes scheme and host alone, for example https://review.example.com.',
    );
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new CodeReviewError(
      'input',
      'The public URL has to begin with https://, since keys and passwords are sent to it.',
      'Put a proxy with a certificate before the service, and name its address with --trusted-proxy.',
    );
  }
  return url;
}

/** Refuses to listen beyond this machine without a proxy. @throws CodeReviewError of kind `input` */
export function checkExposure({ host }: ListenAddress, hasProxy: boolean): void {
  if (hasProxy || isLoopbackAddress(host)) return;
  throw new CodeReviewError(
    'input',
    `The service does not answer plain HTTP at ${host}: keys and passwords could be read on the way.`,
    'Listen at 127.0.0.1, or name the proxy that adds HTTPS with --trusted-proxy.',
  );
}

/** What users open if they are told no other address: where the process listens. @throws CodeReviewError of kind `input` */
export function defaultPublicUrl(listen: ListenAddress): URL {
  if (isLoopbackAddress(listen.host)) return new URL(`http://${authorityOf(listen)}`);
  throw new CodeReviewError(
    'input',
    'Which address do users open? Requests for any other one are refused.',
    'Name it with --public-url, for example https://review.example.com.',
  );
}

/** Whether an IP address, or `localhost`, is this machine. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackHost(address === '::1' ? '[::1]' : withoutMapping(address));
}

/** Host and port as a URL has them. */
export function authorityOf({ host, port }: ListenAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
