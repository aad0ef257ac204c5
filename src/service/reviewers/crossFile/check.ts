import type { Place, RelatedPlace, ReviewerFinding } from '../../engine/reviewer.ts';

export type { Place, RelatedPlace } from '../../engine/reviewer.ts';

/** Facts about the files of one tree, by path. */
export interface Tree<Facts> {
  /** Whether the tree has a file at a path, with facts or without. */
  has(path: string): boolean;
  /** Whether a path is that of a link or a submodule of the head, or leads through one, so that nobody sees what is there. */
  isBehindLink(path: string): boolean;
  /** Facts of a file of the language; undefined if it is none or could not be parsed. */
  facts(path: string): Facts | undefined;
  /** Paths that have facts, sorted. */
  readonly paths: readonly string[];
}

/** What a check compares. */
export interface TreeChange<Facts> {
  readonly base: Tree<Facts>;
  readonly head: Tree<Facts>;
  /** Changed, added and deleted paths of any kind, with the numbers of their new lines; of an added file: all. */
  readonly changed: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Whole lines to insert before a line of a file, from 1. */
export interface Insertion {
  readonly line: number;
  /** Without a final line break. */
  readonly text: string;
}

/** A finding of a check. One cause is one finding. */
export interface CrossFileFinding {
  /** `cross-file/removed-name` */
  readonly rule: string;
  readonly severity: ReviewerFinding['severity'];
  readonly category: 'bug' | 'security' | 'maintainability';
  /** What this code does and what follows, with the names from the code. */
  readonly title: string;
  /** Markdown: why it matters and what to do. */
  readonly body: string;
  /**
   * Where the change causes it: a new line, or the place at the base of what was removed. That is shown at the line before
   * which it stood, and if its file is deleted, at the first of the related places.
   */
  readonly at: Place & { readonly side?: 'base' };
  /** Places that break, in any file. */
  readonly related: readonly RelatedPlace[];
  /** Set if a comment that the change adds keeps it from being told. */
  readonly hiddenBy?: 'change';
  /**
   * What of the change makes it unsure, as the rest of a sentence that begins with "this change": it is not told, but the
   * review says that it could not be checked.
   */
  readonly doubt?: string;
  /** Names or modules for which nothing here shows that they are missing by mistake: it is not told, but the notes name them. */
  readonly unexplained?: readonly string[];
  /** A safe fix in the file of `at`. */
  readonly fix?: Insertion;
}

/** Finds what a change breaks in other files. Pure; says nothing of what was already broken at the base. */
export type Check<Facts> = (change: TreeChange<Facts>) => CrossFileFinding[];

/** What is known about the files of a language, and the checks that compare it. */
export interface Language<Facts> {
  /** `javascript`, `python`, `config`. */
  readonly id: string;
  /** Raised whenever `extract` changes: kept facts of another version are not used. */
  readonly version: number;
  reads(path: string): boolean;
  /** Whether its checks may find something where a file is changed or deleted; absent if they may of each that it reads. */
  isConcernedBy?(path: string, isDeleted: boolean): boolean;
  /** Whether its checks judge such a file itself, if only in part. Of the others they only ask what matters elsewhere. */
  judges(path: string): boolean;
  /**
   * Facts from a file's text, as plain data that survives JSON. Pure, bounded, and never throws.
   * @returns undefined if the text cannot be parsed
   */
  extract(path: string, text: string): Facts | undefined;
  readonly checks: readonly Check<Facts>[];
}
