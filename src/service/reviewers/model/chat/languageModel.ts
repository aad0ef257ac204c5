import type { CompletionRequest, Unanswered } from '../../../../core/protocol/modelCompletion.ts';

/** What became of a question. */
export type Completion =
  /** JSON that may still be of any shape. */
  { readonly status: 'answered'; readonly value: unknown } | Unanswered;

/** Answers questions in JSON. It gets no tools of any kind. */
export interface LanguageModel {
  /** As people know it: `gpt-5-mini`, `qwen3-coder:30b`. */
  readonly name: string;
  /** @throws CodeReviewError of kind `cancelled` once `signal` is aborted; all else is told in the result */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}
