import type { CompletionRequest, CompletionFailure } from '../../../../core/protocol/modelCompletion.ts';

/** The result of a request to a model. */
export type Completion =
  /** `value` is parsed JSON that is not validated. */
  { readonly status: 'answered'; readonly value: unknown } | CompletionFailure;

/** A language model that answers in JSON. It has no tools. */
export interface LanguageModel {
  /** Display name: `gpt-5-mini`, `qwen3-coder:30b`. */
  readonly name: string;
  /** @throws CodeReviewError of kind `cancelled` if `signal` is aborted; other failures are in the result */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}
