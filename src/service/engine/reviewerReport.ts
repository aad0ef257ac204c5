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
  /** Paths of files of its kind that it left out, since they look like data for tests; `files` counts none of them. */
  readonly testData?: readonly string[];
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

/** A finding that a comment in the code, or the settings of the project's tool, keep from being shown. */
export interface HiddenFinding {
  readonly path: string;
  /** From 1 in the head's file. */
  readonly line: number;
  readonly rule: string;
  /** Whether that comment was there at the merge base, or comes with the change; `tool`: a tool's own settings hide it. */
  readonly by: 'base' | 'change' | 'tool';
}
