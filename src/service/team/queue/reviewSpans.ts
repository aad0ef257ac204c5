import type { Span, Tracing } from '../tracing/spans.ts';
import type { Try } from './tries.ts';

/** The span of one try at a review, with its stages one after another as children. */
export class ReviewSpans {
  readonly #tracing: Tracing | undefined;
  readonly #try: Try;
  readonly #whole: Span | undefined;
  #stage: { readonly name: string; readonly span: Span | undefined } | undefined;

  /** @param parent `traceparent` of the request that asked for the review */
  constructor(tracing: Tracing | undefined, begun: Try, parent: string | undefined) {
    this.#tracing = tracing;
    this.#try = begun;
    this.#whole = tracing?.begin('review', 'consumer', parent);
  }

  /** Begins a stage, named by its first word: what follows are counts and names. */
  tell(words: string): void {
    const [name = 'working'] = /^[a-z]+/.exec(words) ?? [];
    if (name === this.#stage?.name) return;
    this.#stage?.span?.end({}, false);
    this.#stage = { name, span: this.#tracing?.begin(name, 'internal', this.#whole?.traceparent) };
  }

  /** @param outcome status of the review, or what became of the try */
  end(outcome: string): void {
    const isFailure = outcome === 'failed';
    this.#stage?.span?.end({}, isFailure);
    const { review, attempt } = this.#try;
    const facts = { 'code_review.id': review.id, 'code_review.attempt': attempt, 'code_review.outcome': outcome };
    this.#whole?.end(facts, isFailure);
  }
}
