/** JSON schema of a model's answer. Every property is required, since some services accept no other schemas. */
export interface OutputSchema {
  /** Names the schema: letters and `_`. */
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** A request to a language model. Plain data, so that it can be sent to another process. */
export interface CompletionRequest {
  /** System prompt: the task. */
  readonly system: string;
  /** User prompt: the data. */
  readonly user: string;
  readonly schema: OutputSchema;
  /** Longest answer, in tokens. */
  readonly maxTokens: number;
}

/** Why a model was not asked or refused the request, as opposed to a wrong answer. */
export type UnavailableReason =
  /** The user or the key does not allow it. */
  | 'noPermission'
  /** The provider refuses this content, or its quota is used up. */
  | 'blocked'
  /** The model does not exist. */
  | 'notFound'
  /** There is no connection to its address. */
  | 'unreachable';

/** Why there is no answer. `reason` is a sentence for the user without its full stop. */
export type CompletionFailure =
  | { readonly status: 'skipped'; readonly why: UnavailableReason; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string };

/** The result of a request: `value` if the model answered with a tool call, else the `text` that it wrote. */
export type CompletionReply =
  | { readonly status: 'answered'; readonly value: unknown }
  | { readonly status: 'answered'; readonly text: string }
  | CompletionFailure;
