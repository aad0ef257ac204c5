import { CodeReviewError } from '../../core/base/errors.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not listen there',
};

/** The error for an address that a service cannot listen at. @param address for people, as `127.0.0.1:8080` */
export function cannotListen(address: string, cause: unknown): CodeReviewError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = reasons[code] ?? 'this machine does not have that address';
  return new CodeReviewError('service', `The service cannot listen at ${address}: ${why}.`, '', { cause });
}
