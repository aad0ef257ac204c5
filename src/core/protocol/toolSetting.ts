/**
 * Output formats of tools: SARIF 2.1.0, Reviewdog Diagnostic Format as one document or one diagnostic per line, and what
 * compilers write.
 */
export const toolFormats = ['sarif', 'rdjson', 'rdjsonl', 'tsc', 'pyright', 'mypy'] as const;
export type ToolFormat = (typeof toolFormats)[number];

/**
 * What a tool checks: the changed files, of which findings on new lines count, or the whole project, of which everything
 * counts that it does not find at the base.
 */
export const toolScopes = ['changes', 'project'] as const;
export type ToolScope = (typeof toolScopes)[number];

/** An entry of the setting `codeReview.tools`. */
export interface ToolSetting {
  readonly name: string;
  readonly command: readonly string[];
  readonly convertWith?: readonly string[];
  readonly format: ToolFormat;
  /** `changes` by default. */
  readonly scope?: ToolScope;
  readonly files?: readonly string[];
  /** How to apply fixes. `true`: the command with `--fix`; an array: another command. */
  readonly fix?: boolean | readonly string[];
  readonly exitCodes?: readonly number[];
  readonly timeoutSeconds?: number;
}
