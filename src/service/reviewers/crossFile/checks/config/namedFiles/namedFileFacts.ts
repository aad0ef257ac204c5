import type { IgnoreFacts } from '../../ignoredFiles.ts';

/** What a file is named for, which says what fails without it. */
export type Purpose =
  | 'package'
  /** The `main` of what may be a program, which nothing loads by its name. */
  | 'main'
  /** What a package exports by a path of its own, which nothing may load. */
  | 'part'
  | 'types'
  | 'command'
  | 'page'
  | 'template'
  | 'asset'
  | 'component'
  | 'step'
  | 'action'
  | 'image';

/** A file that another one names to be run, loaded or copied. */
interface NamedFile {
  readonly purpose: Purpose;
  /** The paths in the repository that it may stand for: it is the first of them that is there. */
  readonly paths: readonly string[];
  /** Line and UTF-16 columns from 1 of the name. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** A command of `package.json`, or a place that runs one. */
export interface NamedCommand extends Pick<NamedFile, 'line' | 'column' | 'endColumn'> {
  readonly name: string;
}

/** Facts about a file that names others, or about a `.gitignore`. */
export type NamedFileFacts =
  | IgnoreFacts
  | {
      readonly kind: 'names';
      readonly files: readonly NamedFile[];
      /** The commands of a `package.json`; absent also where that is no JSON. */
      readonly commands?: readonly NamedCommand[];
      /** Those that the file runs by npm or pnpm. */
      readonly runs?: readonly NamedCommand[];
    };

/** A name of a file, and where it begins in the text. */
export interface Name extends Pick<NamedFile, 'purpose' | 'paths'> {
  readonly offset: number;
  readonly length: number;
}
