import type { IndexedFile } from './factStore.ts';
import type { TreeFiles } from './treeFiles.ts';

/** What the process of the analysers does for the index. `database` is the path of the file that keeps the facts. */
export type IndexTask =
  | { readonly task: 'missing'; readonly database: string; readonly files: TreeFiles }
  | { readonly task: 'extract'; readonly database: string; readonly file: IndexedFile; readonly text: string | null }
  | {
      readonly task: 'check';
      readonly database: string;
      readonly files: TreeFiles;
      /** Numbers of the new lines by path. */
      readonly newLines: readonly (readonly [path: string, lines: readonly number[]])[];
    };

/** The files that a change has to do with. */
export interface MissingFiles {
  /** Whether the checks may find something in it. */
  readonly isConcerned: boolean;
  /** Number of files whose facts are needed. */
  readonly needed: number;
  /** Those whose facts are not kept. */
  readonly missing: readonly IndexedFile[];
}

/** The answer to a task, or why there is none, as the rest of a sentence. */
export type IndexAnswer = Readonly<{ status: 'ok'; value: unknown } | { status: 'failed'; reason: string }>;

/** Runs tasks in the process of the analysers, in their order. Never rejects, unless the review is stopped. */
export type RunIndexTasks = (tasks: readonly IndexTask[], signal: AbortSignal) => Promise<readonly IndexAnswer[]>;
