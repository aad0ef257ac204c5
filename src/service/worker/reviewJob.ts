import type { AskModel } from '../../core/protocol/modelRpc.ts';
import { builtInOnly } from '../../core/protocol/reviewerSettings.ts';
import type { Git } from '../../git/run/git.ts';
import { configuredReviewers } from '../reviewers/configured.ts';
import type { EngineJob, EngineResult } from '../engine/messages.ts';
import type { Reviewer } from '../engine/reviewer.ts';
import type { ReviewProgress } from '../engine/reviewProgress.ts';
import { reviewRange } from '../engine/reviewRange.ts';

interface Parts {
  readonly git: Git;
  /** The reviewers that run in every review. */
  readonly builtIn: readonly Reviewer[];
  /** Asks a language model of the editor. */
  readonly ask: AskModel;
  readonly onProgress?: (progress: ReviewProgress) => void;
}

/** Runs the review of a job with its reviewers. Never rejects: failures are in the result. */
export async function reviewJob(job: EngineJob, { git, builtIn, ask, onProgress }: Parts): Promise<EngineResult> {
  try {
    const reviewers = await configuredReviewers(job.reviewers ?? builtInOnly, { git, job, builtIn, ask });
    const parts = { git, reviewers, now: () => performance.now(), ...(onProgress && { onProgress }) };
    return await reviewRange(parts, job, new AbortController().signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it ended without a reason';
    return { status: 'failed', reason, reports: [] };
  }
}
