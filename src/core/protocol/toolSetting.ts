/** How a tool writes what it found: SARIF 2.1.0, or the Reviewdog Diagnostic Format as one document or a line each. */
export const toolFormats = ['sarif', 'rdjson', 'rdjsonl'] as const;
export type ToolFormat = (typeof toolFormats)[number];

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
