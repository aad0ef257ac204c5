import type { QuestionMessage, ReplyMessage } from '../../core/protocol/modelRpc.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import type { EngineComment } from './engineComment.ts';
import type { ReviewRange } from './diff/diffFile.ts';
import type { EarlierReview, Memory } from './incremental.ts';
import type { HiddenFinding, ReviewerReport, UnreadFile } from './reviewerReport.ts';

/** One review to make; the revisions are full commit hashes that were resolved before. */
export interface EngineJob extends ReviewRange {
  /** A review of the same pull request, made by the same engine with the same configuration: what stands is taken from it. */
  readonly earlier?: EarlierReview;
  /** Absent where only the built-in reviewers read. */
  readonly reviewers?: ReviewerSettings;
}

/** What the engine's process is sent: a job, or the reply to a question that it put. */
export type EngineRequest = EngineJob | ReplyMessage;

/** What it sends: the result of its job, or questions to a language model that is asked elsewhere. */
export type EngineAnswer = EngineResult | QuestionMessage;

/** A review that has ended; a part of it may be missing all the same. */
export interface CompletedResult {
  readonly status: 'completed';
  readonly comments: readonly EngineComment[];
  readonly reports: readonly ReviewerReport[];
  /** Paths of the changed files that were read. */
  readonly reviewed: readonly string[];
  /** Number of new lines in them. */
  readonly addedLines: number;
  /** Changed files that were not read. */
  readonly unreviewed: readonly UnreadFile[];
  /** The merge base that was compared against. */
  readonly mergeBase: string;
  /** Number of notes, which are not shown. Like the next two, absent in what an earlier version has stored. */
  readonly notes?: number;
  /** What was found in new lines and is not shown, since comments in the code say so. */
  readonly hidden?: readonly HiddenFinding[];
  /** What the next review of this pull request can take over. */
  readonly memory?: Memory;
  /** How many of the files are as they were when `head` was reviewed, and were not read again. */
  readonly asBefore?: { readonly head: string; readonly files: number };
  readonly milliseconds: number;
}

/** What the engine's process answers to a job. */
export type EngineResult =
  CompletedResult | { readonly status: 'failed'; readonly reason: string; readonly reports: readonly ReviewerReport[] };
