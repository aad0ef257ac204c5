import type { ToolFormat } from '../../../core/protocol/toolSetting.ts';

/** A program of the project that is run as a reviewer; see `readTools`. */
export interface Tool {
  /** Letters, digits, `.`, `_` and `-`; begins the names of its rules. */
  readonly name: string;
  /** The program and its arguments; `{files}` stands for the changed files. Never given to a shell. */
  readonly command: readonly string[];
  /** Reads the command's output and writes it in the format, where the tool itself cannot. */
  readonly convertWith?: readonly string[];
  readonly format: ToolFormat;
  /** Patterns (see `matchesGlob`) of the paths that the tool is for; none is for all. */
  readonly files: readonly string[];
  /** Repairs the files in place; run on a copy, so that the difference can be suggested. */
  readonly fixCommand?: readonly string[];
  /** Exit codes with which the tool did its work, whether it found something or not. */
  readonly exitCodes: readonly number[];
  readonly timeoutSeconds: number;
}
