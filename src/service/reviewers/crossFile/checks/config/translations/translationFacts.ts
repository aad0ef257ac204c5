/** A text that is asked for by its key. Line and UTF-16 columns from 1, of the key. */
export interface KeyUse {
  readonly key: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** The keys of a locale file and the lines that they are on. Keys of nested objects are joined by dots. */
export interface LocaleKeys {
  readonly keys: readonly string[];
  readonly lines: readonly number[];
  /** Set if it is a program, which may take keys from elsewhere. */
  readonly isModule?: boolean;
}

/** Facts about a locale file or a source file. */
export interface TranslationFacts {
  readonly locale?: LocaleKeys;
  readonly uses?: readonly KeyUse[];
  /** Set if the file's keys may lack a prefix that is said once. */
  readonly isScoped?: true;
}
