/** Output formats of tools: SARIF 2.1.0, or Reviewdog Diagnostic Format as one document or one diagnostic per line. */
export const toolFormats = ['sarif', 'rdjson', 'rdjsonl'] as const;
export type ToolFormat = (typeof toolFormats)[number];

/** An entry of the setting `codeReview.tools`. */
export interface ToolSetting {
  readonly name: string;
  readonly command: readonly string[];
  readonly convertWith?: readonly string[];
  readonly format: ToolFormat;
  readonly files?: readonly string[];
  /** How to apply fixes. `true`: the command with `--fix`; an array: another command. */
  readonly fix?: boolean | readonly string[];
  readonly exitCodes?: readonly number[];
  readonly timeoutSeconds?: number;
}
