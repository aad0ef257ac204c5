import { CodeReviewError } from '../../core/base/errors.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { resolveCommit } from '../../git/repository/workingCopy.ts';
import type { Git } from '../../git/run/git.ts';
import type { EngineResult } from '../engine/messages.ts';
import { reviewGaps } from '../engine/result/reviewGaps.ts';
import { configurationHash } from '../reviewers/configurationHash.ts';
import type { Store, StoredReview } from '../store/store.ts';
import { commentOutcomes } from './commentOutcomes.ts';
import { engineJob, isComparable } from './engineJob.ts';
import type { Engine, EngineObserver } from './engineProcess.ts';

/** What a review is made with. */
interface Parts {
  readonly store: Store;
  readonly git: Git;
  readonly engine: Engine;
  readonly reviewers: ReviewerSettings;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Makes a review whose commits are in the repository at its `root`, and notes what became of the comments of the one
 * before. Takes the result of a completed review with the same input instead, if there is one.
 * @returns the review with its result, not stored yet
 * @throws the store's error if it cannot be read; what fails in the engine is in the result
 */
export async function makeReview(parts: Parts, waiting: StoredReview, observer: EngineObserver): Promise<StoredReview> {
  const { store, engine, reviewers } = parts;
  const review = { ...waiting, configuration: configurationHash(reviewers) };
  const last = await lastHere(parts, review, observer.signal);
  const result =
    (await knownResult(store, review)) ?? (await engine.review(engineJob(review, last, reviewers), observer));
  const made = { ...review, status: result.status, result };
  if (!observer.signal.aborted) await noteOutcomes(parts, last, made, observer.signal);
  return made;
}

/** The last review of the pull request, unless that of another folder with a repository of the name, whose commits are not here. */
async function lastHere(
  { store, git }: Parts,
  { repository, pr, root }: StoredReview,
  signal: AbortSignal,
): Promise<StoredReview | undefined> {
  const last = await store.lastReview(repository, pr);
  const isOfOther = last !== undefined && last.root !== '' && last.root !== root;
  return isOfOther && (await resolveCommit(git, root, last.head, signal)) === undefined ? undefined : last;
}

/** The same commits give the same comments, unless a part failed or did not run, which is tried again. */
async function knownResult(store: Store, review: StoredReview): Promise<EngineResult | undefined> {
  if (review.fromScratch) return undefined;
  const result = (await store.completedReview(review))?.result;
  if (result?.status !== 'completed' || reviewGaps(result).some(({ isFailure }) => isFailure)) return undefined;
  return result;
}

/** What cannot be decided is not counted; the review stands in any case. */
async function noteOutcomes(
  { store, git, now, onError }: Parts,
  last: StoredReview | undefined,
  review: StoredReview,
  signal: AbortSignal,
): Promise<void> {
  if (last === undefined || !isComparable(last, review) || last.head === review.head) return;
  if (last.result?.status !== 'completed' || review.result?.status !== 'completed') return;
  try {
    const earlier = { head: last.head, result: last.result };
    const later = { head: review.head, result: review.result };
    await store.putOutcomes(await commentOutcomes(git, review, earlier, later, signal), now());
  } catch (error) {
    if (!CodeReviewError.is(error)) onError(error);
  }
}
