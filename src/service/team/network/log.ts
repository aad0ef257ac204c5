import type { Writable } from 'node:stream';
import { pino } from 'pino';
import { formatCauses } from '../../../core/base/errors.ts';
import { Redactor } from '../../../core/base/redactor.ts';

/** One answered request, as it is logged: the route's pattern, since paths and queries may hold what is private. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** `/v1/reviews/:id`. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** IP address of the client. */
  readonly address: string;
  /** Id of the API key; not the key. */
  readonly keyId?: string;
}

/** The log of a process: one JSON object a line. Nothing but what these methods name gets in. */
export interface Log {
  /** Number of failures so far. */
  readonly failures: number;
  request(request: AnsweredRequest): void;
  /** @param event what happened, in a few words of ours */
  info(event: string, facts?: Readonly<Record<string, string | number | boolean>>): void;
  /** Logs a failure with its causes. @param requestId of the request that failed */
  error(error: unknown, requestId?: string): void;
}

/** Keys, `Authorization` headers, and passwords in URLs, wherever they occur in the text of an error. */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/crk_(?:live|dev)_[\w-]+/gi, '[key]'],
  [/\b(Bearer|Basic) +[\w+/=.~-]+/gi, '$1 [key]'],
  [/(:\/\/)[^\s/@]+@/g, '$1[key]@'],
];

/**
 * Opens the log of a process.
 * @param role `api` or `worker`
 * @param secrets what the process was given and must not tell
 */
export function openLog(stream: Writable, role: string, secrets: readonly string[]): Log {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  const clean = (text: string): string =>
    secretShapes.reduce((safe, [shape, instead]) => safe.replace(shape, instead), redactor.redact(text));
  const lines = pino(
    {
      base: { role, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
    },
    stream,
  );
  let failures = 0;
  return {
    get failures() {
      return failures;
    },
    request: ({ requestId, method, route, status, milliseconds, address, keyId }) => {
      const facts = { requestId, method, route, status, ms: Math.round(milliseconds * 10) / 10, address };
      lines.info(keyId === undefined ? facts : { ...facts, keyId }, 'request');
    },
    info: (event, facts = {}) => lines.info(facts, event),
    error: (error, requestId) => {
      failures++;
      const stack = error instanceof Error ? (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line)) : [];
      const where = stack.slice(0, 12).map(line => line.trim());
      const facts = { error: clean(formatCauses(error)), ...(where.length > 0 && { stack: clean(where.join('\n')) }) };
      lines.error(requestId === undefined ? facts : { ...facts, requestId }, 'failure');
    },
  };
}
