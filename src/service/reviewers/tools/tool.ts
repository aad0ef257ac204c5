/** How a tool writes what it found: SARIF 2.1.0, or the Reviewdog Diagnostic Format as one document or a line each. */
export const toolFormats = ['sarif', 'rdjson', 'rdjsonl'] as const;
export type ToolFormat = (typeof toolFormats)[number];

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

/** An entry of the setting `codeReview.tools`, as it is written there. */
export interface ToolSetting {
  readonly name: string;
  readonly command: readonly string[];
  readonly convertWith?: readonly string[];
  readonly format: ToolFormat;
  readonly files?: readonly string[];
  /** `true`: the command with `--fix`; an array: a command of its own. */
  readonly fix?: boolean | readonly string[];
  readonly exitCodes?: readonly number[];
  readonly timeoutSeconds?: number;
}
