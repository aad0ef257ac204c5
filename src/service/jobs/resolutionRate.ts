import type { OutcomeCounts } from '../store/store.ts';

type Counts = Omit<OutcomeCounts, 'reviewer' | 'rule'>;

// Fewer outcomes say nothing about a rule.
const fewestDecided = 5;
// Most entries in a response: a tool may have any number of rules.
const mostAnswered = 1_000;

/** Sums the counts of each reviewer's rules. */
export function countsByReviewer(rules: readonly OutcomeCounts[]): (Counts & { readonly reviewer: string })[] {
  const reviewers = new Map<string, Counts & { readonly reviewer: string }>();
  for (const { reviewer, changed, applied, dismissed, untouched } of rules) {
    const sum = reviewers.get(reviewer) ?? { reviewer, changed: 0, applied: 0, dismissed: 0, untouched: 0 };
    reviewers.set(reviewer, {
      reviewer,
      changed: sum.changed + changed,
      applied: sum.applied + applied,
      dismissed: sum.dismissed + dismissed,
      untouched: sum.untouched + untouched,
    });
  }
  return [...reviewers.values()];
}

/** How many `mostCommented` leaves out. */
export function leftOutOf({ length }: readonly unknown[]): number {
  return Math.max(0, length - mostAnswered);
}

/** All entries in their order or, if they exceed one response, those with the most comments. */
export function mostCommented<T extends Counts>(all: readonly T[]): readonly T[] {
  if (all.length <= mostAnswered) return all;
  return [...all].sort((a, b) => commentsOf(b) - commentsOf(a)).slice(0, mostAnswered);
}

function commentsOf({ changed, applied, dismissed, untouched }: Counts): number {
  return changed + applied + dismissed + untouched;
}

/** Adds the share of comments whose code was changed, by the fix or otherwise: 0 to 1, to three decimals. */
export function withRate<T extends Counts>(counts: T): T & { readonly resolution_rate: number } {
  const resolved = counts.changed + counts.applied;
  return { ...counts, resolution_rate: Math.round((resolved / Math.max(1, commentsOf(counts))) * 1_000) / 1_000 };
}

/** Whether more than half of the comments with an outcome were dismissed, if there are at least five. */
export function isMostlyDismissed({ changed, applied, dismissed }: Counts): boolean {
  const decided = changed + applied + dismissed;
  return decided >= fewestDecided && dismissed * 2 > decided;
}
