/** What became of one reversed fix. */
export interface FixResult {
  /** Number of comments, and of those that are about the defect. */
  readonly comments: number;
  readonly right: number;
  /** Calls and tokens of prompts; 0 without a model. */
  readonly calls: number;
  readonly tokens: number;
  readonly milliseconds: number;
}

/** The sums over all of them. */
export interface Score {
  /** The share of comments that are about the defect; undefined if there are none. */
  readonly precision: number | undefined;
  /** The share of defects that at least one comment is about. */
  readonly recall: number;
  /** The harmonic mean of both; 0 if nothing was found. */
  readonly f1: number;
}

export function scoreOf(results: readonly FixResult[]): Score {
  const sum = (of: (each: FixResult) => number): number => results.reduce((total, each) => total + of(each), 0);
  const comments = sum(each => each.comments);
  const precision = comments === 0 ? undefined : sum(each => each.right) / comments;
  const recall = results.length === 0 ? 0 : results.filter(({ right }) => right > 0).length / results.length;
  const f1 = precision === undefined || precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}
