import { CodeReviewError } from '../../../core/base/errors.ts';

/** git could not work with a mirror, and the server is not why. */
export class DamagedMirrorError extends CodeReviewError {
  constructor(fullName: string, cause: Error) {
    super('service', `The mirror of ${fullName} could not be brought up to date.`, 'The log has the details.', {
      cause,
    });
  }
}
