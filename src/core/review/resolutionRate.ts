/** How the comments of a reviewer, or of one of its rules, were resolved. */
export interface ResolutionCounts {
  readonly reviewer: string;
  /** Undefined for the sum over all rules of the reviewer. */
  readonly rule: string | undefined;
  /** Comments whose code was changed, but not as suggested. */
  readonly changed: number;
  /** Comments whose suggested fix was applied. */
  readonly applied: number;
  readonly dismissed: number;
  readonly untouched: number;
  /** Share of comments whose code was changed, by the fix or otherwise; 0 to 1. */
  readonly rate: number;
}

/** How the embedded service's comments were resolved on this machine. */
export interface Resolution {
  readonly reviewers: readonly ResolutionCounts[];
  readonly rules: readonly ResolutionCounts[];
  /** Rules most of whose comments were dismissed, if there are enough decisions to tell. */
  readonly mostlyDismissed: readonly ResolutionCounts[];
  /** Number of rules with fewer comments that are not in `rules`; absent where all are. */
  readonly rulesLeftOut?: number;
}
