/** A line of a file at the head of a change. */
export interface CodePlace {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Whether the line gives something a text, or compares it with one. */
  readonly hasText?: boolean;
}

/** Where a name stands in the code base. */
export interface NamePlaces {
  readonly definitions: readonly CodePlace[];
  readonly uses: readonly CodePlace[];
}

/** The code base around a change, at its head. */
export interface Surroundings {
  /**
   * Finds names in the files of some languages.
   * @param like paths of files in these languages
   * @returns by name; names that are nowhere are absent
   */
  find(
    names: readonly string[],
    like: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, NamePlaces>>;
  /** Reads files. @returns texts by path; without those that are too long or not text */
  read(paths: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
}
