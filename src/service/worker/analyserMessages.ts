import type { DiffFile } from '../engine/diff/diffModel.ts';
import type { ReviewerOutcome, ReviewerFinding } from '../engine/reviewer.ts';
import type { IndexAnswer, IndexTask } from '../repositoryIndex/indexTask.ts';

/**
 * A request: a reviewer reads files in order, or the index does tasks in order. `rest` is not answered: nothing is asked
 * for a while.
 */
export type AnalyserRequest = ReviewRequest | { readonly tasks: readonly IndexTask[] } | 'rest';

export interface ReviewRequest {
  /** Id of the reviewer. */
  readonly reviewer: string;
  readonly files: readonly DiffFile[];
}

/** A finding as it is sent between processes, without its file, which both sides have. */
type FindingMessage = Omit<ReviewerFinding, 'file'> & { readonly file: undefined };

/** A reviewer's answer for one file. */
export type FileResult =
  | (Omit<Extract<ReviewerOutcome, { readonly status: 'ok' }>, 'findings'> & {
      readonly findings: readonly FindingMessage[];
    })
  | Exclude<ReviewerOutcome, { readonly status: 'ok' }>;

/** Sent for each file or task of a request, in their order, before the next one is read. */
export interface AnalyserReply<Answer = FileResult | IndexAnswer> {
  readonly answer: Answer;
  /** The process is in an unsafe state after this file; it reads no further and must be replaced. */
  readonly isSpoilt: boolean;
}
