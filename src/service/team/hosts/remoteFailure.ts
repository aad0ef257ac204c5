import { CodeReviewError, type ErrorKind } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import type { Provider } from '../../../git/repository/remoteUrl.ts';
import type { CloneAddress, Credential } from './cloneAddress.ts';
import { redact } from './authorization.ts';

/** The server moved a repository, which `git` alone does not follow. */
export class MovedError extends CodeReviewError {
  constructor(host: string) {
    super('git', `${host} redirects to another address.`, 'Connect the repository by its new address.');
  }
}

interface Meaning {
  readonly pattern: RegExp;
  readonly kind: ErrorKind;
  readonly message: (host: string, fullName: string) => string;
  readonly advice: string;
}

const later = 'Try again later.';
const meanings: readonly Meaning[] = [
  {
    pattern: /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/i,
    kind: 'service',
    message: (_, fullName) => `The disk is full, so ${fullName} could not be fetched.`,
    advice: 'Free some space for the mirrors of the worker.',
  },
  {
    pattern: /File too large|EFBIG/i,
    kind: 'service',
    message: (_, fullName) => `${fullName} has larger files than the worker may write.`,
    advice: 'Raise its limit (ulimit -f), or keep its mirrors on a file system that takes them.',
  },
  {
    pattern:
      /Authentication failed|could not read (?:Username|Password)|returned error: 40[13]\b|HTTP Basic: Access denied/i,
    kind: 'auth',
    message: (host, fullName) => `${host} does not let the service read ${fullName}.`,
    advice: 'Check that its credential is still valid, and set another one if it is not.',
  },
  {
    pattern:
      /returned error: 404\b|repository '[^']*' not found|Repository not found|does not exist|project you were looking for/i,
    kind: 'notFound',
    message: (host, fullName) => `${host} has no repository ${fullName}, or does not show it with this credential.`,
    advice: 'Check the address of the repository and the rights of its credential.',
  },
  {
    pattern: /Could not resolve (?:host|proxy)/i,
    kind: 'network',
    message: host => `The name ${host} is not known.`,
    advice: later,
  },
  {
    pattern: /SSL|certificate|TLS/i,
    kind: 'network',
    message: host => `There is no secure connection to ${host}: its certificate is not trusted, or not valid.`,
    advice: 'Have the worker trust it: name the authority in git’s http.sslCAInfo and in NODE_EXTRA_CA_CERTS.',
  },
  {
    pattern: /returned error: 429\b|rate limit/i,
    kind: 'rateLimit',
    message: host => `${host} accepts no more requests for now.`,
    advice: later,
  },
  {
    pattern: /couldn't find remote ref|not our ref|unadvertised object/i,
    kind: 'network',
    message: host => `A branch changed at ${host} while it was fetched.`,
    advice: later,
  },
  {
    pattern:
      /returned error: 5\d\d|Failed to connect|Could ?n.t connect|timed out|too slow|early EOF|unexpected disconnect|hung up|RPC failed|Connection (?:refused|reset)|Empty reply|transfer closed|remote error|bad line length|invalid index-pack output|fetch-pack: /i,
    kind: 'network',
    message: host => `${host} did not answer, or broke off.`,
    advice: later,
  },
  {
    pattern:
      /not valid: is this a git repository|invalid server response|protocol error|protocol '[^']*' not supported|transport '[^']*' not allowed/i,
    kind: 'git',
    message: host => `${host} does not answer as a git server at this address.`,
    advice: 'Check the clone address of the repository.',
  },
];

/**
 * Explains why git could not read from a server, without the credential and without what the server said.
 * @returns undefined if it is none of the known reasons: the mirror itself may be damaged
 */
export function remoteFailure(
  error: unknown,
  { origin, fullName, provider }: Pick<CloneAddress, 'origin' | 'fullName' | 'provider'>,
  credential: Credential | undefined,
): CodeReviewError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { host } = new URL(origin);
  if (CodeReviewError.is(error)) {
    // Only what git said of itself has a cause.
    if (error.kind !== 'git' || !(error.cause instanceof Error)) return error;
    if (error.message.includes('took longer than'))
      return new CodeReviewError('timeout', `${host} took too long to answer.`, later);
  }
  const said = saidBy(error);
  if (/returned error: 30\d\b|redirect/i.test(said)) return new MovedError(host);
  const meaning = meanings.find(({ pattern }) => pattern.test(said));
  if (meaning === undefined) return undefined;
  const cause = withoutCredential(error, provider, credential);
  return new CodeReviewError(meaning.kind, meaning.message(host, fullName), meaning.advice, { cause });
}

/** An error for the log: a server may have returned the credential in its words. */
export function withoutCredential(error: Error, provider: Provider, credential: Credential | undefined): Error {
  return new Error(plainLine(redact(saidBy(error), provider, credential), 1_000));
}

function saidBy(error: Error): string {
  return `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`;
}
