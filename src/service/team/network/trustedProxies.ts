import { BlockList, isIP } from 'node:net';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';

/** The proxies whose `X-Forwarded-*` headers are believed. */
export class TrustedProxies {
  readonly #list = new BlockList();
  /** Whether there is none. */
  readonly isEmpty: boolean;

  /**
   * @param ranges addresses or CIDR ranges
   * @throws CodeReviewError of kind `input` that names the first that is neither
   */
  constructor(ranges: readonly string[]) {
    this.isEmpty = ranges.length === 0;
    for (const range of ranges) this.#add(range);
  }

  /** Whether an IP address is one of them. */
  has(address: string): boolean {
    const plain = withoutMapping(address);
    const version = isIP(plain);
    return version !== 0 && this.#list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  }

  #add(range: string): void {
    const [, address = '', digits] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const bits = digits === undefined ? longest : Number(digits);
    // A range of all addresses would believe every client.
    if (version === 0 || bits < 1 || bits > longest) {
      throw new CodeReviewError(
        'input',
        `--trusted-proxy cannot be ${plainLine(range, 100)}.`,
        'It takes the address of a proxy or a range, for example 10.0.0.5 or 10.0.0.0/24.',
      );
    }
    this.#list.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4');
  }
}

/** An IPv4 address that a socket of both versions writes as `::ffff:10.0.0.5`, as it is. */
export function withoutMapping(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
