/** The result of one reviewer. */
export interface ReviewerReport {
  /** Stable id: `eslint`, `typescript`, `secrets`, `ruff`, `hygiene`, `model`, `tool:<name>`. */
  readonly reviewer: string;
  readonly status: 'ok' | 'skipped' | 'failed';
  /** Why it was skipped or failed, or what it left out; a sentence without its full stop. */
  readonly reason?: string;
  /** Number of files that it read, including unchanged files of an earlier review. */
  readonly files: number;
  /** Their paths, if it reads each on its own; see `ReviewerOutcome`. */
  readonly read?: readonly string[];
  /** Paths of the files that it compared as they were before and are now; see `ReviewerOutcome`. */
  readonly compared?: readonly string[];
  /** Paths of files of its kind that it skipped because they look like test data; `files` does not count them. */
  readonly testData?: readonly string[];
  /** Paths of files of its kind that are templates and not code; `files` does not count them. */
  readonly templates?: readonly string[];
  /** Paths of components that changed outside the scripts that it reads. */
  readonly markup?: readonly string[];
  /** Number of files that it could not read because of a failure. */
  readonly unanswered?: number;
  /** What it could not check, while it did the rest of its work. */
  readonly notifications?: readonly ReviewerNotification[];
  /** Set if it was skipped because it reads none of the file types. */
  readonly nothingToRead?: true;
  readonly milliseconds: number;
}

/** A problem that kept a reviewer from checking something, like a tool execution notification of SARIF. */
export interface ReviewerNotification {
  /** The file that was not checked, or not by all rules; absent if it is not about one file. */
  readonly path?: string;
  /** In a few words: "out of memory", "took longer than 30 s", …. */
  readonly reason: string;
  /** False if nothing failed: what the change brings keeps it from being told. */
  readonly isFailure?: false;
}

/** A changed file that was not read. */
export interface UnreadFile {
  readonly path: string;
  /** "lock file", "binary", "larger than 1 MB", …. */
  readonly why: string;
  /** Set if it should have been read: the review is not complete without it. */
  readonly isGap?: true;
  /** Set if the change only takes lines away from it, or all, and no reviewer reads those. */
  readonly isRemoval?: true;
}

/** A finding that a comment in the code or the settings of the project's tool suppress. */
export interface SuppressedFinding {
  readonly path: string;
  /** From 1 in the head's file. */
  readonly line: number;
  readonly rule: string;
  /** Whether the comment was there at the merge base, or comes with the change; `tool`: a tool's settings suppress it. */
  readonly by: 'base' | 'change' | 'tool';
}
