import type { Severity } from './severity.ts';

/** A range on one side of a diff: lines from 1, `endLine` inclusive; UTF-16 columns from 1, `endColumn` exclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/** Replacement code that a comment offers. */
export interface Suggestion {
  /** The new lines, without a final line break; empty deletes the range. */
  readonly text: string;
  /** The range to replace, if it differs from the comment's range. */
  readonly range?: LineRange;
  /** The code to replace, if the service quotes it. */
  readonly oldText?: string;
}

/** A place at the reviewed commit, as comments name it. */
export interface CommentPlace {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly range: LineRange;
}

/** Another place that a comment is about, at the reviewed commit. */
export interface RelatedLocation extends CommentPlace {
  /** What is there: one line of plain text. May be empty. */
  readonly message: string;
}

/** A decoded comment of a review. Untrusted; `raw` keeps everything that the service sent. */
export interface ReviewComment {
  /** The service's id, if it gives one. */
  readonly id: string | undefined;
  /** Ids of all findings that it tells, which are the same in later reviews; absent if the service does not say. */
  readonly members?: readonly string[];
  /** Places of the findings that it tells, other than its own place; absent if there are none or the service does not say. */
  readonly memberPlaces?: readonly CommentPlace[];
  /** Path relative to the root, with `/`; undefined for a comment on the whole review or with an unsafe path. */
  readonly path: string | undefined;
  /** Undefined for a comment on the whole file. */
  readonly range: LineRange | undefined;
  /** `left` is the removed side of the diff: the range refers to the merge base. */
  readonly side: 'left' | 'right';
  readonly severity: Severity;
  /** The service's own word for the severity, if any. */
  readonly severityWord: string | undefined;
  /** One line of plain text; never empty. */
  readonly title: string;
  /** The whole title; absent where `title` is it. */
  readonly wholeTitle?: string;
  /** Untrusted Markdown. May be empty. */
  readonly body: string;
  readonly suggestion: Suggestion | undefined;
  /** The code at the range, as quoted by the comment. */
  readonly quotedCode: string | undefined;
  readonly rule: string | undefined;
  readonly category: string | undefined;
  /** https URL of the comment or its rule. */
  readonly url: string | undefined;
  /** Absent if there are none. */
  readonly related?: readonly RelatedLocation[];
  /** Set if the service says that what made the comment has not proved itself yet. */
  readonly experimental?: true;
  /** The service marks the comment as outdated. */
  readonly outdated: boolean;
  /** The service marks the comment as resolved or dismissed. */
  readonly resolved: boolean;
  /** The element as received, for "Copy as JSON" and bug reports. */
  readonly raw: unknown;
}

/** A comment that a language model refuted, so that it is none of the review's comments. */
export interface RefutedReviewComment {
  readonly comment: ReviewComment;
  /** Why, in one sentence, as plain text. */
  readonly justification: string;
}

/** State of a review, normalized from the services' status words. */
export type ReviewState = 'running' | 'completed' | 'failed' | 'notRun' | 'unknown';

/** A decoded review. */
export interface Review {
  readonly id: string;
  readonly state: ReviewState;
  /** The service's own status word, as plain text. */
  readonly status: string;
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  /** ISO 8601; set once the review ended, if the service says so. */
  readonly completedAt: string | undefined;
  /** The service's own counts, which may differ from `comments`. */
  readonly issuesFound: number | undefined;
  readonly suggestions: number | undefined;
  /** Undefined if the response contains no list, for example after a review was triggered. */
  readonly comments: readonly ReviewComment[] | undefined;
  /** Elements of the list that are no comments; kept so that they can be shown and counted. */
  readonly undecoded: readonly unknown[];
  /** Why the review failed or was not run, as plain text. */
  readonly reason: string | undefined;
  /** The current stage of a running review, as plain text. */
  readonly stage: string | undefined;
  /** 0 to 1. */
  readonly progress: number | undefined;
  /** Hash of the reviewed head commit, if the service gives it. */
  readonly commit: string | undefined;
  /** What the service says of the review as a whole, as untrusted Markdown; absent if it says nothing. */
  readonly summary?: string;
  /** Sentences on what was skipped or failed and why, as plain text. */
  readonly notes: readonly string[];
  /** Those of the notes that say why it has gaps; absent if the service does not say. */
  readonly gapNotes?: readonly string[];
  /** What a language model refuted; absent if nothing, or if the service does not say. */
  readonly refuted?: readonly RefutedReviewComment[];
  /** What the review lacks, in a few words each, as plain text; undefined if the service does not say. */
  readonly gaps: readonly string[] | undefined;
}
