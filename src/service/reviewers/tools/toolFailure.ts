import { CodeReviewError } from '../../../core/base/errors.ts';

/** A tool ran and what it did or said cannot be taken for a review; the message is one sentence without its full stop. */
export class ToolFailure extends CodeReviewError {
  constructor(message: string, cause?: unknown) {
    super('service', message, '', { cause });
  }
}
