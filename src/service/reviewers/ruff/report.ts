import type { Rule } from '../rule.ts';

/** What Ruff reports, as the sentences of the rules need it. */
export interface RuffReport {
  readonly path: string;
  /** The path without the names of folders that the change brings. */
  readonly knownPath: string;
  /** The whole file. */
  readonly text: string;
  /** UTF-16 offsets of the report in the file. */
  readonly start: number;
  readonly end: number;
  /** The code that is reported. */
  readonly code: string;
  /** The first line of it, whole, without white space around it. */
  readonly line: string;
  /** Whether lines that the change removes from the file had some code, however it was laid out. */
  readonly wasThere: (code: string) => boolean;
  /** Whether nobody runs the code: the snippets of documents, and what is kept and not used any more. */
  readonly isIdle: boolean;
  /** The file before the change; undefined if it is new. */
  readonly before: () => string | undefined;
  /** What is between backticks in Ruff's message. */
  readonly names: readonly string[];
  /** Ruff's message, for what only it knows. */
  readonly message: string;
}

/** A rule of Ruff that is on. */
export interface RuffRule extends Rule<RuffReport> {
  /** Whether to ignore the rule in tests. */
  readonly exceptTests?: true;
  /** Whether the code around the report shows that it is meant, or harmless. */
  readonly isFalsePositive?: (report: RuffReport) => boolean;
  /** Whether nothing fails at run time, so that the report is of low severity. */
  readonly isMinor?: (report: RuffReport) => boolean;
  /** Whether it fails as soon as the file is loaded, so that the report is of high severity. */
  readonly isGrave?: (report: RuffReport) => boolean;
}
