interface Location {
  /** From 1. */
  readonly row: number;
  /** From 1. */
  readonly column: number;
}

/** A diagnostic of Ruff, with the fields that are used. */
export interface RuffDiagnostic {
  /** Null for a syntax error. */
  readonly code: string | null;
  readonly message: string;
  readonly start_location: Location;
  readonly end_location: Location;
  readonly fix: {
    readonly edits: readonly {
      readonly content: string | null;
      readonly location: Location;
      readonly end_location: Location;
    }[];
  } | null;
}
