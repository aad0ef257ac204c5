import type { DiffFile } from '../engine/diff/diffModel.ts';
import type { ReviewerAnswer, ReviewerFinding } from '../engine/reviewer.ts';

/** Files for a reviewer to read, one after another. */
export interface AnalyserRequest {
  /** Id of the reviewer. */
  readonly reviewer: string;
  readonly files: readonly DiffFile[];
}

/** A finding on its way between processes: its file is known on both sides. */
export type SentFinding = Omit<ReviewerFinding, 'file'> & { readonly file: undefined };

/** What a reviewer says of one file. */
export type FileAnswer =
  | (Omit<Extract<ReviewerAnswer, { readonly status: 'ok' }>, 'findings'> & {
      readonly findings: readonly SentFinding[];
    })
  | Exclude<ReviewerAnswer, { readonly status: 'ok' }>;

/** Sent for each file of a request, in their order, before the next one is read. */
export interface AnalyserReply {
  readonly answer: FileAnswer;
  /** What this file left behind may spoil the next one: the process reads no further and is to be replaced. */
  readonly isSpoilt: boolean;
}
