/** JSON schema of an answer. Every property is required, since some services accept no other schemas. */
export interface AnswerSchema {
  /** Names the schema: letters and `_`. */
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** One question to a model. Plain data, so that another process can put it. */
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

/** What became of a question. Reasons are sentences for people, without their full stop. */
export type Completion =
  /** JSON that may still be of any shape. */
  | { readonly status: 'answered'; readonly value: unknown }
  | { readonly status: 'skipped'; readonly why: Unavailable; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string };

/** Answers questions in JSON. It gets no tools of any kind. */
export interface LanguageModel {
  /** As people know it: `gpt-5-mini`, `qwen3-coder:30b`. */
  readonly name: string;
  /** @throws CodeReviewError of kind `cancelled` once `signal` is aborted; all else is told in the result */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}
