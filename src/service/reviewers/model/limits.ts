import type { ModelBudget } from '../../../core/protocol/modelEffort.ts';
import type { FindingLimits } from '../../engine/reviewer.ts';

/** Limits of a review by a model. */
export interface ModelLimits extends FindingLimits, ModelBudget {
  /** Timeout of all calls together, in milliseconds. */
  readonly milliseconds: number;
}

/** The default limits. With 12,000 tokens, most commits are shown in one call. */
export const defaultLimits: ModelLimits = {
  effort: 'medium',
  tokensPerCall: 12_000,
  calls: 6,
  price: 0,
  costPerReview: 0,
  findingsPerFile: 3,
  findingsPerReview: 10,
  milliseconds: 300_000,
};

/** Average length of a token, measured on code; precise enough for a budget, without a tokenizer. */
export const charactersPerToken = 3.6;
