/** How thoroughly a language model reviews, the cheapest first. */
export const modelEfforts = ['low', 'medium', 'high'] as const;
export type ModelEffort = (typeof modelEfforts)[number];

/** The calls about each part of a change: so many look for defects, so many check what they found. */
export const passesOf: Readonly<Record<ModelEffort, { readonly finders: number; readonly checks: number }>> = {
  low: { finders: 1, checks: 1 },
  medium: { finders: 3, checks: 1 },
  high: { finders: 5, checks: 2 },
};

/** The limits that decide what a review costs. */
export interface ModelBudget {
  readonly effort: ModelEffort;
  readonly tokensPerCall: number;
  /** Maximum number of calls that look for defects. */
  readonly calls: number;
  /** What a million tokens cost, of the dearer kind, in any currency; 0 if it is not known. */
  readonly price: number;
  /** The most that a review may cost, in the same currency; 0 for no limit. It counts only with a price. */
  readonly costPerReview: number;
}

/** Longest answer, in tokens; some models count their thoughts. */
export const maxAnswerTokens = 8_000;

/** How many finders read each part of a change. @param parts number of calls that show the change once */
export function findersFor({ effort, calls }: ModelBudget, parts: number): number {
  return Math.max(1, Math.min(passesOf[effort].finders, Math.floor(calls / Math.max(1, parts))));
}

/** Calls and tokens of prompts, which a review does not exceed. */
export interface ModelCost {
  readonly calls: number;
  readonly tokens: number;
}

/** The most that reviews of most changes cost, which are shown in one call, and the most that any costs. */
export function costOf(budget: ModelBudget): { readonly usual: ModelCost; readonly most: ModelCost } {
  const { effort, calls, tokensPerCall } = budget;
  const { checks } = passesOf[effort];
  const costFor = (count: number): ModelCost => ({ calls: count, tokens: count * tokensPerCall });
  const usual = findersFor(budget, 1) + checks;
  // A change that takes all calls to be shown once has every part checked.
  return { usual: costFor(usual), most: costFor(Math.max(usual, calls * (1 + checks))) };
}

/** The most that so many calls cost, in the currency of the price: prompt and answer are as long as they may be. */
export function moneyFor({ price, tokensPerCall }: ModelBudget, calls: number): number {
  return (price / 1_000_000) * (tokensPerCall + maxAnswerTokens) * calls;
}

/** The budget with the calls that the cost of a review allows with their checks; 0 if it does not allow one. */
export function withinCost<T extends ModelBudget>(budget: T): T {
  const { effort, calls, costPerReview } = budget;
  const money = moneyFor(budget, 1 + passesOf[effort].checks);
  if (costPerReview === 0 || money === 0) return budget;
  // 1.2 / 0.4 is a little less than 3.
  return { ...budget, calls: Math.min(calls, Math.floor(costPerReview / money + 1e-9)) };
}
