/** JSON schema of an answer. Every property is required, since some services accept no other schemas. */
export interface AnswerSchema {
  /** Names the schema: letters and `_`. */
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** One question to a language model. Plain data, so that another process can put it. */
export interface CompletionRequest {
  /** What the model is to do. */
  readonly system: string;
  /** The data it is to do it with. */
  readonly user: string;
  readonly schema: AnswerSchema;
  /** Longest answer, in tokens. */
  readonly maxTokens: number;
}

/** Why a model was not asked or did not take the question, so that nothing is wrong with its answers. */
export type Unavailable =
  /** The user or the key does not allow it. */
  | 'noPermission'
  /** The provider refuses this content, or its quota is used up. */
  | 'blocked'
  /** There is no such model. */
  | 'notFound'
  /** Nothing answers at its address. */
  | 'unreachable';

/** Why there is no answer. Reasons are sentences for people, without their full stop. */
export type Unanswered =
  | { readonly status: 'skipped'; readonly why: Unavailable; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string };

/** What whoever asked the model replies: `value` where it answered through a tool call, else the `text` that it wrote. */
export type CompletionReply =
  | { readonly status: 'answered'; readonly value: unknown }
  | { readonly status: 'answered'; readonly text: string }
  | Unanswered;
