import type { Severity } from './severity.ts';

/** Lines and columns of one side of a file; lines from 1, `endLine` included; columns from 1 in UTF-16 units, `endColumn` excluded. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/** Replacement code that a comment offers. */
export interface Suggestion {
  /** The new lines, without a final line break; empty means: delete. */
  readonly text: string;
  /** What it replaces where that differs from the comment's own range. */
  readonly range?: LineRange;
  /** The code it expects to replace, where the service quotes it. */
  readonly oldText?: string;
}

/** One comment of a review, as decoded; nothing in it is trusted, and nothing the service said is lost (`raw`). */
export interface ReviewComment {
  /** The service's identifier where it gives one. */
  readonly id: string | undefined;
  /** Path relative to the repository's root with `/`; undefined for a comment on the whole review or with a path that was refused. */
  readonly path: string | undefined;
  /** Undefined for a comment on the whole file. */
  readonly range: LineRange | undefined;
  /** `left` is the removed side of the diff: the range counts lines of the merge base. */
  readonly side: 'left' | 'right';
  readonly severity: Severity;
  /** The service's own word for the severity where it gave one. */
  readonly severityWord: string | undefined;
  /** One line of plain text; never empty. */
  readonly title: string;
  /** Markdown; untrusted. May be empty when the title says it all. */
  readonly body: string;
  readonly suggestion: Suggestion | undefined;
  /** Code that the comment quotes as standing at its range. */
  readonly quotedCode: string | undefined;
  readonly rule: string | undefined;
  readonly category: string | undefined;
  /** https address of the comment or its rule. */
  readonly url: string | undefined;
  /** The service itself calls the place outdated. */
  readonly outdated: boolean;
  /** The service itself calls the comment resolved or dismissed. */
  readonly resolved: boolean;
  /** The element as it came, for "Copy as JSON" and bug reports. */
  readonly raw: unknown;
}

/** What the many words of services for a review's state come down to. */
export type ReviewState = 'running' | 'completed' | 'failed' | 'notRun' | 'unknown';

/** A review as the service answers it. */
export interface Review {
  readonly id: string;
  readonly state: ReviewState;
  /** The service's own word, as plain text. */
  readonly status: string;
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  /** ISO 8601; set once it ended, where the service says so. */
  readonly completedAt: string | undefined;
  /** The service's own counts. */
  readonly issuesFound: number | undefined;
  readonly suggestions: number | undefined;
  /** Undefined while the answer carries none, as when a review was just triggered. */
  readonly comments: readonly ReviewComment[] | undefined;
  /** Elements of `comments` that were no objects at all; kept so that they can be shown and counted. */
  readonly undecoded: readonly unknown[];
  /** Why it failed or was not run, as plain text. */
  readonly reason: string | undefined;
  /** What is going on while it runs, as plain text. */
  readonly stage: string | undefined;
  /** 0 to 1. */
  readonly progress: number | undefined;
  /** The head commit it read, in hex, where the service says so. */
  readonly commit: string | undefined;
  /** Sentences on what was not looked at and why (skipped or failed parts), as plain text. */
  readonly notes: readonly string[];
  /** What should have been done and was not, in a few words each, as plain text; undefined where the service has no word on it. */
  readonly gaps: readonly string[] | undefined;
}
