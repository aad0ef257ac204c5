import type { GitReader } from '../../../git/run/git.ts';
import type { DiffModel } from '../../engine/diff/diffFile.ts';
import type { EngineJob } from '../../engine/messages.ts';
import type { Reviewer, ReviewerOutcome } from '../../engine/reviewer.ts';

/** What is asked about the rest of the repository, without fetching anything. */
export interface Repository {
  readonly git: GitReader;
  readonly job: Pick<EngineJob, 'root' | 'head'>;
}

type Reviewed = Extract<ReviewerOutcome, { readonly status: 'ok' }>;

/** What becomes of an outcome. */
interface Refinement extends Partial<Pick<Reviewed, 'findings' | 'notifications' | 'reason'>> {
  /** Paths of files of which something depends on others: it is not reused while only they are unchanged. */
  readonly depending?: Iterable<string>;
}

/** A reviewer whose outcome another one has looked at. @param refine returns undefined where it stays as it is */
export function refined(
  reviewer: Reviewer,
  refine: (outcome: Reviewed, diff: DiffModel, signal: AbortSignal) => Promise<Refinement | undefined>,
): Reviewer {
  return {
    ...reviewer,
    review: async (diff, signal, report, others) => {
      const outcome = await reviewer.review(diff, signal, report, others);
      if (outcome.status !== 'ok') return outcome;
      const { depending = [], ...rest } = (await refine(outcome, diff, signal)) ?? {};
      const without = new Set(depending);
      const { read } = outcome;
      return { ...outcome, ...rest, ...(read && { read: read.filter(path => !without.has(path)) }) };
    },
  };
}
