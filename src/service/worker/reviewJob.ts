import type { AskModel } from '../../core/protocol/modelRpc.ts';
import { builtInOnly } from '../../core/protocol/reviewerSettings.ts';
import type { Git } from '../../git/run/git.ts';
import { configuredReviewers } from '../reviewers/configured.ts';
import type { EngineJob, EngineResult } from '../engine/messages.ts';
import { askedOnce } from '../repositoryIndex/askedOnce.ts';
import { keptReader } from '../repositoryIndex/keptReader.ts';
import { offline, whole } from '../repositoryIndex/offline.ts';
import { withRepository } from '../reviewers/withRepository.ts';
import { crossFileReviewer } from '../reviewers/crossFile/crossFileReviewer.ts';
import type { ReviewProgress } from '../engine/reviewProgress.ts';
import { reviewRange } from '../engine/reviewRange.ts';
import type { Analysers } from './analyserProcess.ts';

interface Parts {
  readonly git: Git;
  /** Runs the reviewers of every review. */
  readonly analysers: Pick<Analysers, 'reviewers' | 'indexTasks'>;
  /** Folder that keeps the repository index; absent if it is not kept. */
  readonly indexFolder?: string | undefined;
  /** Asks a language model of the editor. */
  readonly ask: AskModel;
  readonly onProgress?: (progress: ReviewProgress) => void;
}

/** Runs the review of a job with its reviewers. Never rejects: failures are in the result. */
export async function reviewJob(job: EngineJob, parts: Parts): Promise<EngineResult> {
  const { git, analysers, indexFolder, ask, onProgress } = parts;
  const { signal } = new AbortController();
  const kept = keptReader(git);
  try {
    const reader = (await git.isWhole(job.root, { signal })) ? whole(askedOnce(kept)) : askedOnce(kept);
    const runIndexTasks = analysers.indexTasks();
    const crossFile = crossFileReviewer({ git: reader, job, runIndexTasks, indexFolder });
    const repository = { git: offline(reader), job };
    const builtIn = [...analysers.reviewers(), crossFile].map(each => withRepository(each, repository));
    const reviewers = await configuredReviewers(job.reviewers ?? builtInOnly, { git, reader, job, builtIn, ask });
    const engine = { git: reader, reviewers, now: () => performance.now(), ...(onProgress && { onProgress }) };
    return await reviewRange(engine, job, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it ended without a reason';
    return { status: 'failed', reason, reports: [] };
  } finally {
    kept.close();
  }
}
