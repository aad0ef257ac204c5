import type { ToolFormat, ToolScope } from '../../../core/protocol/toolSetting.ts';

/** A linter of the project that runs as a reviewer; see `parseToolSettings`. */
export interface Tool {
  /** Letters, digits, `.`, `_` and `-`; begins the names of its rules. */
  readonly name: string;
  /** The program and its arguments; `{files}` stands for the changed files. Never given to a shell. */
  readonly command: readonly string[];
  /** A command that converts the tool's output to `format`, if the tool cannot write it. */
  readonly convertWith?: readonly string[];
  readonly format: ToolFormat;
  readonly scope: ToolScope;
  /** Patterns (see `matchesGlob`) of the paths to check; empty for all. */
  readonly files: readonly string[];
  /** A command that fixes the files in place; runs on a copy, whose changes become suggestions. */
  readonly fixCommand?: readonly string[];
  /** Exit codes of a successful run, with or without findings. */
  readonly exitCodes: readonly number[];
  readonly timeoutSeconds: number;
}
