import { t } from './l10n.ts';
import { plainLine } from './text.ts';

/** The category of an error; decides which next step the user is offered. */
export type ErrorKind =
  /** The request was not sent or no response came: DNS, proxy, TLS, refused or reset connection. */
  | 'network'
  /** A phase of the request took too long. */
  | 'timeout'
  /** A `POST` may have been carried out, but no usable response came. */
  | 'unclear'
  /** There is no key, or the service refused it. */
  | 'auth'
  /** The service does not know the repository, pull request or review. */
  | 'notFound'
  /** The hourly limit is used up. */
  | 'rateLimit'
  /** The service understood the request and refused it. */
  | 'refused'
  /** The service failed, or its response is not the documented one. */
  | 'service'
  /** git is missing, is not allowed to run or failed; or there is no repository or commit. */
  | 'git'
  /** The user's input or a setting cannot be used. */
  | 'input'
  /** The user or the caller cancelled the operation. */
  | 'cancelled';

/** Details that some kinds of error carry. */
export interface ErrorDetails {
  /** HTTP status code. */
  readonly status?: number;
  /** When the rate limit resets, in milliseconds since the epoch. */
  readonly until?: number;
  /** The request id that the service returned, for support. */
  readonly requestId?: string;
  /** Why a response that has come cannot be read: the next one may be well formed, but will not be smaller. */
  readonly unread?: 'tooLarge' | 'page' | 'malformed';
  /** What the advice names, where the editor can do it. */
  readonly next?: 'openFolder' | 'reviewChanges' | 'signIn';
  /** The phase in which a request without a response failed. */
  readonly phase?: 'name' | 'proxy' | 'connection' | 'TLS' | 'HTTP';
}

/** Base class of expected errors. `message` is shown to the user, `advice` is the next step, `cause` is only logged. */
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

  /** Whether `error` is a `CodeReviewError`, of one kind if given. Compares names: every bundle has its own class. */
  static is(error: unknown, kind?: ErrorKind): error is CodeReviewError {
    if (!(error instanceof Error) || error.name !== 'CodeReviewError' || !('kind' in error)) return false;
    return kind === undefined || error.kind === kind;
  }
}

/** The text to show for any error: message and advice of a `CodeReviewError`, a neutral sentence for anything else. */
export function displayMessage(error: unknown): string {
  if (CodeReviewError.is(error)) return [error.message, error.advice].filter(Boolean).join(' ');
  return t('Something went wrong in Code Review. Its output channel has the details.');
}

/** The chain of causes, one per line. For the log only, never shown to the user. */
export function formatCauses(error: unknown): string {
  const lines: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current !== undefined; depth++) {
    if (!(current instanceof Error)) {
      lines.push(plainLine(typeof current === 'string' ? current : asJson(current), Number.POSITIVE_INFINITY));
      break;
    }
    const code = 'code' in current && typeof current.code === 'string' ? ` [${current.code}]` : '';
    // Foreign text must not look like lines of the log. Not truncated: the redactor would miss half a key.
    lines.push(plainLine(`${current.name}${code}: ${current.message}`, Number.POSITIVE_INFINITY));
    current = current.cause;
  }
  return lines.join('\n  caused by ');
}

/** Serializes any thrown value; it may contain cycles. */
function asJson(value: unknown): string {
  try {
    const json: unknown = JSON.stringify(value);
    return typeof json === 'string' ? json : typeof value;
  } catch {
    return typeof value;
  }
}

/** Creates the error to throw after `signal` was aborted. */
export function cancelledError(signal?: AbortSignal): CodeReviewError {
  return new CodeReviewError('cancelled', t('Cancelled.'), '', { cause: signal?.reason });
}
