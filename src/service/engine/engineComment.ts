/** The severities of comments, most severe first. */
export const commentSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** Another place that a comment is about: a line from 1 in a file of the head, UTF-16 columns from 1. */
export interface RelatedLocation {
  readonly path: string;
  readonly start_line: number;
  readonly start_column: number;
  /** Excluded. */
  readonly end_column: number;
  /** What is there, in one sentence. */
  readonly message: string;
}

/** Lines of a file at the head, as a comment names its own. */
export interface MemberLocation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
}

/** A comment in the embedded service's responses; its fields are names that the decoder in `src/api` knows. */
export interface EngineComment {
  /** Stable across reviews of the same code: hash of rule, path, normalised line and occurrence. */
  readonly fingerprint: string;
  /** Those of all findings that it tells together, its own first; absent where it tells one. */
  readonly member_fingerprints?: readonly string[];
  /** Where the findings are that it tells and that are not within its own lines; absent if there are none. */
  readonly member_locations?: readonly MemberLocation[];
  /** Id of the reviewer that makes it. */
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
  readonly category: 'bug' | 'security' | 'maintainability';
  /** `eslint/no-self-compare`, `ruff/F401`, …. */
  readonly rule_id: string;
  /** HTTPS address of the rule's documentation, if it has one. */
  readonly help_uri?: string;
  readonly title: string;
  /** Set if people have judged few findings of its rule, or called many of them wrong. */
  readonly experimental?: true;
  /** Markdown without HTML. */
  readonly body: string;
  /** The lines `start_line` to `end_line` as they are in the head. */
  readonly existing_code: string;
  /** The replacement of these whole lines; empty deletes them. Absent if there is no safe fix. */
  readonly suggested_code?: string;
  /** Other places that it is about, in any file; at most 50. */
  readonly related_locations?: readonly RelatedLocation[];
}

/** A comment that a language model refuted: it is not shown among the others. */
export interface RefutedComment extends EngineComment {
  /** Why, in one sentence. */
  readonly justification: string;
}
