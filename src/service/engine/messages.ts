import type { QuestionMessage, ReplyMessage } from '../../core/protocol/modelRpc.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import type { Memory } from './incremental.ts';

/** One review to make; the revisions are full commit hashes that were resolved before. */
export interface EngineJob {
  /** Absolute path of the working copy. */
  readonly root: string;
  /** The base branch's commit; the engine takes the merge base itself. */
  readonly base: string;
  readonly head: string;
  /** A review of the same pull request, made by the same engine with the same configuration: what stands is taken from it. */
  readonly earlier?: EarlierReview;
  /** Absent where only the built-in reviewers read. */
  readonly reviewers?: ReviewerSettings;
}

/** What the engine's process is sent: a job, or the reply to a question that it put. */
export type EngineRequest = EngineJob | ReplyMessage;

/** What it sends: the result of its job, or questions to a language model that is asked elsewhere. */
export type EngineAnswer = EngineResult | QuestionMessage;

/** What the next review of a pull request is told of the one before. */
export interface EarlierReview {
  readonly head: string;
  readonly reports: readonly ReviewerReport[];
  readonly memory: Memory;
}

/** What one reviewer did; a failure is never a clean review. */
export interface ReviewerReport {
  /** Stable id: `eslint`, `typescript`, `secrets`, `ruff`, `hygiene`, `model`, `tool:<name>`. */
  readonly reviewer: string;
  readonly status: 'ok' | 'skipped' | 'failed';
  /** Why it was skipped or failed, one sentence without its full stop; also set where a part was left out or dropped. */
  readonly reason?: string;
  /** Number of files it looked at, those that are as before included. */
  readonly files: number;
  /** Their paths, where it reads each for itself, see `ReviewerAnswer`. */
  readonly read?: readonly string[];
  /** Number of files that it should have looked at and could not, since something failed. */
  readonly unanswered?: number;
  /** What it could not check, while it did the rest of its work. */
  readonly notifications?: readonly ReviewerNotification[];
  /** It was skipped since none of the files is of a kind that it reads. */
  readonly nothingToRead?: true;
  readonly milliseconds: number;
}

/** A problem that kept a reviewer from checking something, like a tool execution notification of SARIF. */
export interface ReviewerNotification {
  /** The file that was not checked, or not by all rules; absent if it is not about one file. */
  readonly path?: string;
  /** In a few words: "out of memory", "took longer than 30 s", …. */
  readonly reason: string;
}

/** A changed file that was not read. */
export interface UnreadFile {
  readonly path: string;
  /** "lock file", "binary", "larger than 1 MB", …. */
  readonly why: string;
  /** It should have been read: without it the review is not complete. */
  readonly isGap?: true;
}

/** A finding that a comment in the code keeps from being shown. */
export interface HiddenFinding {
  readonly path: string;
  /** From 1 in the head's file. */
  readonly line: number;
  readonly rule: string;
  /** Whether that comment was there at the merge base, or comes with the change. */
  readonly by: 'base' | 'change';
}

/** How grave a comment can be, the gravest first. */
export const commentSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** A comment as the embedded service answers it; every field is a name of the decoder's alias table (`src/api`). */
export interface EngineComment {
  /** Stable across reviews of the same code: hash of rule, path, normalised line and occurrence. */
  readonly fingerprint: string;
  /** Id of the reviewer that says it. */
  readonly reviewer: string;
  readonly path: string;
  /** Lines from 1 in the head's file, `end_line` included. */
  readonly start_line: number;
  readonly end_line: number;
  /** UTF-16 columns from 1, `end_column` excluded; absent for whole lines. */
  readonly start_column?: number;
  readonly end_column?: number;
  readonly side: 'RIGHT';
  readonly severity: (typeof commentSeverities)[number];
  readonly category: 'bug' | 'security' | 'cleanup';
  /** `eslint/no-self-compare`, `ruff/F401`, …. */
  readonly rule_id: string;
  /** https page of the rule where it has one. */
  readonly help_uri?: string;
  readonly title: string;
  /** Markdown without HTML. */
  readonly body: string;
  /** The lines `start_line` to `end_line` as they are in the head. */
  readonly existing_code: string;
  /** What these whole lines should become; empty deletes them. Absent where there is no safe fix. */
  readonly suggested_code?: string;
}

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
