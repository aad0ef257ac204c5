/** What became of the comments of a reviewer, or of one of its rules. */
export interface ResolutionCounts {
  readonly reviewer: string;
  /** Undefined for all rules of the reviewer together. */
  readonly rule: string | undefined;
  /** The code was changed in another way than suggested. */
  readonly changed: number;
  /** The suggested fix is there. */
  readonly applied: number;
  readonly dismissed: number;
  readonly untouched: number;
  /** The part of the comments whose code was changed, by the fix or otherwise: 0 to 1. */
  readonly rate: number;
}

/** How the comments of the embedded service are received on this machine. */
export interface Resolution {
  readonly reviewers: readonly ResolutionCounts[];
  readonly rules: readonly ResolutionCounts[];
  /** Rules most of whose comments are dismissed, where enough were decided to say so. */
  readonly mostlyDismissed: readonly ResolutionCounts[];
}
