import type { ModelRequestMessage, ModelReplyMessage } from '../../core/protocol/modelRpc.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import type { EngineComment, RefutedComment } from './engineComment.ts';
import type { ReviewRange } from './diff/diffFile.ts';
import type { EarlierReview, ReviewMemory } from './incremental.ts';
import type { ReviewProgress } from './reviewProgress.ts';
import type { SuppressedFinding, ReviewerReport, UnreadFile } from './reviewerReport.ts';

/** A request for a review; `base` and `head` are full commit hashes. */
export interface EngineJob extends ReviewRange {
  /** An earlier review of the same pull request by the same engine and configuration, whose results are reused. */
  readonly earlier?: EarlierReview;
  /** Absent if only the built-in reviewers run. */
  readonly reviewers?: ReviewerSettings;
  /** Least time between two reports of the comments so far, in milliseconds; 1,000 if absent. */
  readonly pause?: number;
}

/** A message to the engine's process: a job, or the reply to one of its questions. */
export type EngineRequest = EngineJob | ModelReplyMessage;

/** A message from the engine's process: the result or the progress of its job, or a question for a language model of the editor. */
export type EngineReply = EngineResult | ProgressMessage | ModelRequestMessage;

interface ProgressMessage {
  readonly type: 'progress';
  readonly progress: ReviewProgress;
}

/** The result of a review that ran to its end; parts may be missing, see `reviewGaps`. */
export interface CompletedResult {
  readonly status: 'completed';
  readonly comments: readonly EngineComment[];
  readonly reports: readonly ReviewerReport[];
  /** Paths of the changed files that were read. */
  readonly reviewed: readonly string[];
  /** Number of new lines in them. */
  readonly addedLines: number;
  /** Paths of the deleted files that were read; absent if there are none. */
  readonly deleted?: readonly string[];
  /** Number of lines that a reviewer read of those that the change takes away; absent if there are none. */
  readonly removedLines?: number;
  /** Changed files that were not read. */
  readonly unreviewed: readonly UnreadFile[];
  /** The merge base that was compared against. */
  readonly mergeBase: string;
  /** Number of notes, which are not shown. Like the next two, absent in what an earlier version has stored. */
  readonly notes?: number;
  /** Findings on new lines that comments in the code suppress. */
  readonly hidden?: readonly SuppressedFinding[];
  /** Files of tests that check less than before, with what they lost; absent if there are none. */
  readonly weakenedTests?: readonly string[];
  /** Files that ask less often than before who may do something, with the names of what asks; absent if there are none. */
  readonly lostGuards?: readonly string[];
  /** Comments of the project's tools that a language model refuted; absent if there are none. */
  readonly refuted?: readonly RefutedComment[];
  /** Results that the next review of this pull request can reuse. */
  readonly memory?: ReviewMemory;
  /** Number of files that are unchanged since the review of `head`, and were not read again. */
  readonly asBefore?: { readonly head: string; readonly files: number };
  readonly milliseconds: number;
}

/** The result of a job. */
export type EngineResult = CompletedResult | FailedResult;

/** What a review that read nothing ends with. */
interface FailedResult {
  readonly status: 'failed';
  readonly reason: string;
  readonly reports: readonly ReviewerReport[];
}
