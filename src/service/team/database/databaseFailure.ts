import { CodeReviewError, type ErrorKind } from '../../../core/base/errors.ts';

interface Failure {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly advice: string;
}

const gone: Failure = {
  kind: 'service',
  message: 'The database cannot be reached.',
  advice: 'Check that it is running, and its host name and port.',
};
const certificate: Failure = {
  kind: 'input',
  message: "The database's certificate cannot be verified.",
  advice: 'Name the certificate of its authority with sslrootcert=FILE in the address.',
};
const damaged: Failure = {
  kind: 'input',
  message: 'The database is damaged.',
  advice: "Look at its server's log, and restore it from a backup.",
};

/** By SQLSTATE or the first characters of it, and by the codes of Node. The longest match counts. */
const failures: Readonly<Record<string, Failure>> = {
  '08': gone,
  '28': {
    kind: 'input',
    message: 'The database does not let this user in.',
    advice: 'Check the user in its address, and pg_hba.conf of the server.',
  },
  '28P01': {
    kind: 'input',
    message: 'The database refuses the password.',
    advice: 'Check user and password in its address.',
  },
  '3D000': {
    kind: 'input',
    message: 'The server has no database of this name.',
    advice: 'Check the name in its address, or create the database.',
  },
  '25006': {
    kind: 'service',
    message: 'The database can only be read.',
    advice: 'Name the primary server, not a replica.',
  },
  '42501': {
    kind: 'input',
    message: 'The user of the database lacks rights in it.',
    advice: 'Make the user the owner of the database.',
  },
  '42P01': {
    kind: 'input',
    message: 'The database lacks a table of this service.',
    advice: 'Restore it from a backup.',
  },
  '53': {
    kind: 'service',
    message: 'The server of the database is out of resources.',
    advice: 'Give it more memory, disk or connections.',
  },
  '53100': { kind: 'service', message: 'The disk of the database is full.', advice: 'Free some space.' },
  '53300': {
    kind: 'service',
    message: 'The database has no connection left.',
    advice: 'Raise max_connections of the server, or run fewer processes.',
  },
  '55P03': gone,
  '57014': {
    kind: 'service',
    message: 'The database took too long to answer.',
    advice: 'Try again later.',
  },
  '57P': gone,
  '58': {
    kind: 'service',
    message: 'The server of the database cannot read or write its files.',
    advice: "Look at the server's log.",
  },
  XX001: damaged,
  XX002: damaged,
  ENOTFOUND: {
    kind: 'service',
    message: 'The host of the database is unknown.',
    advice: 'Check the host name in its address.',
  },
  EAI_AGAIN: gone,
  ECONNREFUSED: gone,
  ECONNRESET: gone,
  EHOSTUNREACH: gone,
  ENETUNREACH: gone,
  ENOENT: gone,
  EPIPE: gone,
  ETIMEDOUT: gone,
  CERT_HAS_EXPIRED: certificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  ERR_TLS_CERT_ALTNAME_INVALID: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
};

/** What Node does with a socket. */
const waysOut = new Set<unknown>(['getaddrinfo', 'connect', 'read', 'write']);

/** Errors of the driver that have no code, by their messages. */
const messages: readonly (readonly [RegExp, Failure])[] = [
  [
    /does not support SSL/,
    {
      kind: 'input',
      message: 'The database does not encrypt connections.',
      advice: 'Turn on TLS on its server, or take sslmode out of its address.',
    },
  ],
  [
    /password must be a (?:non-empty )?string/,
    {
      kind: 'input',
      message: 'The database asks for a password, and its address has none.',
      advice: 'Add the password to the address.',
    },
  ],
  [/^Connection terminated|^timeout expired|timeout exceeded when trying to connect|^Query read timeout/, gone],
  [/not queryable|connection was closed/, gone],
];

/**
 * Tells an error of the database's server, of the way there or of its address; undefined for any other error.
 * @param address where the database is, for people
 * @returns an error of kind `service` if it may pass by itself, `input` if somebody has to change something
 */
export function databaseFailure(error: unknown, address = ''): CodeReviewError | undefined {
  if (CodeReviewError.is(error)) return undefined;
  const failure = failureOf(error);
  if (failure === undefined) return undefined;
  const message = address === '' ? failure.message : failure.message.replace(/\.$/, ` (${address}).`);
  return new CodeReviewError(failure.kind, message, failure.advice, { cause: error });
}

/** Whether an error of the server has this SQLSTATE. */
export function hasState(error: unknown, state: string): boolean {
  return error instanceof Error && 'code' in error && error.code === state;
}

function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  // All addresses of a host were tried.
  if (error instanceof AggregateError) return failureOf(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A missing file has the same code as a missing socket.
  if ('syscall' in error && !waysOut.has(error.syscall)) return undefined;
  for (let length = code.length; length > 1; length--) {
    const prefix = code.slice(0, length);
    if (Object.hasOwn(failures, prefix)) return failures[prefix];
  }
  return messages.find(([pattern]) => pattern.test(error.message))?.[1];
}
