import type { FindingLimits } from '../../engine/reviewer.ts';

/** Limits of a review by a model. */
export interface ModelLimits extends FindingLimits {
  /** Longest prompt of one call, in tokens as estimated with `charactersPerToken`. */
  readonly tokensPerCall: number;
  /** Maximum number of calls that read code; one more verifies the findings. */
  readonly calls: number;
  /** Timeout of all calls together, in milliseconds. */
  readonly milliseconds: number;
}

/** The default limits. With 12,000 tokens, nine of ten commits take one call. */
export const defaultLimits: ModelLimits = {
  tokensPerCall: 12_000,
  calls: 4,
  findingsPerFile: 3,
  findingsPerReview: 10,
  milliseconds: 200_000,
};

/** Average length of a token, measured on code; precise enough for a budget, without a tokenizer. */
export const charactersPerToken = 3.6;
