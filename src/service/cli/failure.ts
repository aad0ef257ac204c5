import { constants } from 'node:os';
import { CodeReviewError, displayMessage } from '../../core/base/errors.ts';
import { UsageError } from './commandLine/parse.ts';

/**
 * The exit code of a command that failed: 2 for invalid arguments, 128 and the signal's number after one.
 * @param otherwise the command's own
 */
export function codeOfFailure(error: unknown, otherwise: number): number {
  if (error instanceof UsageError || CodeReviewError.is(error, 'input')) return 2;
  if (CodeReviewError.is(error, 'cancelled')) {
    const { signals } = constants;
    const [number] = Object.entries(signals).flatMap(([name, value]) => (name === error.cause ? [value] : []));
    return 128 + (number ?? signals.SIGINT);
  }
  return otherwise;
}

/** What is printed of a failure. */
export function sentenceOf(error: unknown): string {
  if (CodeReviewError.is(error)) return displayMessage(error);
  return error instanceof Error ? error.message : String(error);
}
