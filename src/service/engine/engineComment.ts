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
