import type { FindingLimits } from '../../engine/reviewer.ts';

/** Bounds of a review by a model. */
export interface ModelLimits extends FindingLimits {
  /** Longest prompt of one call, in tokens, by the estimate of `charactersPerToken`. */
  readonly tokensPerCall: number;
  /** Most calls that read code; one more checks what they found. */
  readonly calls: number;
  /** Longest time for all calls together, in milliseconds. */
  readonly milliseconds: number;
}

/** 12,000 tokens are one call for nine of ten commits. */
export const defaultLimits: ModelLimits = {
  tokensPerCall: 12_000,
  calls: 4,
  findingsPerFile: 3,
  findingsPerReview: 10,
  milliseconds: 200_000,
};

/** Measured on code; near enough for a budget, and no tokenizer has to be shipped. */
export const charactersPerToken = 3.6;
