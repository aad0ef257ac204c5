import { networkError } from '../../../api/transport/networkError.ts';
import { hasErrorName } from '../../../api/transport/causeChain.ts';
import type { HttpResponse, Transport } from '../../../api/transport/transport.ts';
import { cancelledError } from '../../../core/base/errors.ts';

/** The response of a git server to the first request of a fetch. */
export interface Probe {
  readonly status: number;
  /** Whether it is one of git's protocol, not a page for people. */
  readonly isGit: boolean;
  /** The clone address that it leads to; undefined unless it is a redirect. */
  readonly movedTo: string | undefined;
}

const service = '/info/refs?service=git-upload-pack';
const longestMilliseconds = 20_000;

/**
 * Asks a git server for a repository. Follows no redirect, so that a credential never leaves its origin.
 * @throws CodeReviewError of kind `network`, `timeout` or `service` with the phase that failed, or `cancelled`
 */
export async function probe(
  transport: Transport,
  cloneUrl: string,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<Probe> {
  const headers = { 'git-protocol': 'version=2', ...(authorization !== undefined && { authorization }) };
  const { host } = new URL(cloneUrl);
  try {
    const request = { method: 'GET', url: `${cloneUrl}${service}`, headers } as const;
    return read(
      cloneUrl,
      await transport.send(request, AbortSignal.any([signal, AbortSignal.timeout(longestMilliseconds)])),
    );
  } catch (error) {
    if (signal.aborted) throw cancelledError(signal);
    // A server of the first protocol lists every ref: nothing else is that long.
    if (hasErrorName(error, 'BodyTooLargeError')) return { status: 200, isGit: true, movedTo: undefined };
    throw networkError(error, { method: 'GET', host });
  }
}

function read(cloneUrl: string, { status, headers, body }: HttpResponse): Probe {
  const type = headers['content-type'] ?? '';
  const isGit = status === 200 && (type.startsWith('application/x-git-upload-pack') || /^[0-9a-f]{40,64}\t/.test(body));
  const location = status >= 300 && status < 400 ? headers['location'] : undefined;
  const isAddress = location !== undefined && URL.canParse(location, cloneUrl);
  return {
    status,
    isGit,
    movedTo: isAddress ? new URL(location, cloneUrl).href.replace(/\/info\/refs.*$/s, '') : undefined,
  };
}
