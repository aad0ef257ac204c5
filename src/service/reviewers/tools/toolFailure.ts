import { CodeReviewError } from '../../../core/base/errors.ts';

/** A tool's run that cannot be used as a review; the message is a sentence without its full stop. */
export class ToolFailure extends CodeReviewError {
  constructor(message: string, cause?: unknown) {
    super('service', message, '', { cause });
  }
}
