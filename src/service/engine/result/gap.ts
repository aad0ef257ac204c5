import type { ReviewerNotification } from '../reviewerReport.ts';

/** A part of a completed review that is missing. */
export interface Gap {
  /** A short clause without a full stop; the review's notes say why. */
  readonly message: string;
  /** False if nothing failed: the model's budget was used up, or a comment in the code hides a finding. */
  readonly isFailure: boolean;
  /** One for each file that the gap is about, and those that are about no file. */
  readonly notifications: readonly ReviewerNotification[];
}
