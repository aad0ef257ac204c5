import { plainLine } from './text.ts';

/** Why something could not be done; decides what the user is offered next. */
export type ErrorKind =
  /** The request never left or the answer never came: name, proxy, TLS, refused, reset. */
  | 'network'
  /** A phase took too long. */
  | 'timeout'
  /** Something may have been sent and its fate is unknown (an unclear `POST`). */
  | 'unclear'
  /** No key, or the service refused it. */
  | 'auth'
  /** The repository, pull request or review is not known to the service. */
  | 'notFound'
  /** The hourly limit is used up. */
  | 'rateLimit'
  /** The service understood and refused the request. */
  | 'refused'
  /** The service failed, or its answer is not the documented one. */
  | 'service'
  /** git is missing, refused or failed; no repository, no commit. */
  | 'git'
  /** What the user typed or configured cannot be used. */
  | 'input'
  /** The user or the caller stopped it. */
  | 'cancelled';

/** Facts some kinds carry. */
export interface ErrorDetails {
  /** HTTP status. */
  readonly status?: number;
  /** When a limit ends, in milliseconds since the epoch. */
  readonly until?: number;
  /** The service's identifier of the request, for support. */
  readonly requestId?: string;
  /** How far a request came that was not answered. */
  readonly phase?: 'name' | 'proxy' | 'connection' | 'TLS' | 'HTTP';
}

/** The one family of errors: `message` is a sentence fit to show, `advice` says what to do next, `cause` is for the log. */
export class CodeReviewError extends Error {
  override readonly name = 'CodeReviewError';
  readonly kind: ErrorKind;
  readonly advice: string;
  readonly details: ErrorDetails;

  constructor(
    kind: ErrorKind,
    message: string,
    advice = '',
    options: ErrorDetails & { readonly cause?: unknown } = {},
  ) {
    const { cause, ...details } = options;
    super(message, { cause });
    this.kind = kind;
    this.advice = advice;
    this.details = details;
  }

  /** Whether `error` is of the family and, where one is named, of that kind. Bundles have a class each, so the name decides. */
  static is(error: unknown, kind?: ErrorKind): error is CodeReviewError {
    if (!(error instanceof Error) || error.name !== 'CodeReviewError' || !('kind' in error)) return false;
    return kind === undefined || error.kind === kind;
  }
}

/** The sentence to show for any error: message and advice of the family, a neutral sentence for anything else. */
export function sentenceFor(error: unknown): string {
  if (CodeReviewError.is(error)) return [error.message, error.advice].filter(Boolean).join(' ');
  return 'Something went wrong in Code Review. Its output channel has the details.';
}

/** The whole chain of causes on one line each, for the log; never shown to people. */
export function chainOf(error: unknown): string {
  const lines: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current !== undefined; depth++) {
    if (!(current instanceof Error)) {
      lines.push(plainLine(typeof current === 'string' ? current : asJson(current), Number.POSITIVE_INFINITY));
      break;
    }
    const code = 'code' in current && typeof current.code === 'string' ? ` [${current.code}]` : '';
    // What others wrote must not look like lines of the log. Not cut: half a key would not be known as one.
    lines.push(plainLine(`${current.name}${code}: ${current.message}`, Number.POSITIVE_INFINITY));
    current = current.cause;
  }
  return lines.join('\n  caused by ');
}

/** Whatever was thrown may refer to itself. */
function asJson(value: unknown): string {
  try {
    const json: unknown = JSON.stringify(value);
    return typeof json === 'string' ? json : typeof value;
  } catch {
    return typeof value;
  }
}

/** The error to throw when `signal` was aborted. */
export function cancelled(signal?: AbortSignal): CodeReviewError {
  return new CodeReviewError('cancelled', 'Cancelled.', '', { cause: signal?.reason });
}
