import type { ReviewComment } from './review.ts';

/** Where a finding stands in the text as it is now. */
export type FindingState =
  /** Its lines are as they were reviewed. */
  | 'current'
  /** Its lines were edited since. */
  | 'changed'
  /** Its lines stand elsewhere now. */
  | 'moved'
  /** Its lines are gone. */
  | 'outdated'
  /** It is about a whole file, or its place could not be checked; with a range, that is the line the service named. */
  | 'unplaced';

/** A comment of a review that has been looked up in the workspace. */
export interface Finding {
  /** Unique within its review. */
  readonly id: string;
  readonly comment: ReviewComment;
  readonly state: FindingState;
  /** Lines and columns from 0 as editors count, end column excluded; undefined for the whole file or the whole review. */
  readonly range: EditorRange | undefined;
}

/** Lines and UTF-16 columns from 0; the end is excluded. */
export interface EditorRange {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}
