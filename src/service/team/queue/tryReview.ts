import { setTimeout as delay } from 'node:timers/promises';
import { CodeReviewError, displayMessage, type ErrorKind } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import type { ReviewerSettings } from '../../../core/protocol/reviewerSettings.ts';
import type { Git } from '../../../git/run/git.ts';
import type { ReviewProgress } from '../../engine/reviewProgress.ts';
import type { Engine } from '../../jobs/engineProcess.ts';
import { makeReview } from '../../jobs/makeReview.ts';
import { configurationHash } from '../../reviewers/configurationHash.ts';
import type { Store, StoredReview } from '../../store/store.ts';
import { databaseFailure } from '../database/databaseFailure.ts';
import type { ConnectedRepository, Mirrors } from '../mirrors/mirrors.ts';
import { ProgressRow } from './progressRow.ts';
import type { Tracing } from '../tracing/spans.ts';
import type { Claim } from './reviewJobs.ts';
import { ReviewSpans } from './reviewSpans.ts';
import { mostTries, type Tries, type Try } from './tries.ts';

/** What a worker makes reviews with. */
export interface TryParts {
  readonly tries: Tries;
  readonly store: Store;
  readonly mirrors: Pick<Mirrors, 'prepare'>;
  readonly git: Git;
  readonly reviewers: () => ReviewerSettings;
  /** Undefined if nobody asked for traces. */
  readonly tracing: Tracing | undefined;
  /** Called with each review that a try of this worker has ended. */
  readonly onEnded: (review: StoredReview) => void;
  readonly onError: (error: unknown) => void;
}

/** Kinds of errors that may be gone at another try. */
const passing: readonly string[] = ['network', 'timeout', 'rateLimit', 'service'] satisfies ErrorKind[];

/**
 * Makes one try at the review of a job: it ends the review, or gives the job back.
 * @param drained aborts when this process is to end, which gives the job back at once
 * @throws the error of the database if it cannot be reached; the job is then found by its heartbeat
 */
export async function tryReview(parts: TryParts, engine: Engine, claim: Claim, drained: AbortSignal): Promise<void> {
  const begun = await parts.tries.begin(claim);
  if (begun === undefined) return;
  const { review, attempt, repository } = begun;
  if (repository === undefined) return end(parts, begun, { ...review, status: 'cancelled' }, drained);
  if (attempt > mostTries) {
    const reason = `The review was begun ${mostTries} times, and each time its worker ended before it had.`;
    return end(parts, begun, failedReview(review, reason), drained, reason);
  }
  const gone = new AbortController();
  const row = new ProgressRow({
    store: progress => parts.tries.tell(begun, progress),
    onGone: () => gone.abort(),
    pause: signal => delay(1_000, undefined, { signal }).catch(() => undefined),
  });
  const spans = new ReviewSpans(parts.tracing, begun, claim.data.traceparent);
  spans.tell('fetching');
  const onProgress = (progress: ReviewProgress): void => {
    row.tell(progress);
    spans.tell(progress.stage);
  };
  const stop = AbortSignal.any([claim.signal, gone.signal, drained]);
  let made: StoredReview | 'elsewhere' | undefined;
  try {
    try {
      made = await make(parts, engine, begun, connected(repository), { signal: stop, onProgress });
    } finally {
      // What the row tells of this try must not come after what is stored of its end.
      await row.end();
    }
  } catch (error) {
    if (!stop.aborted) await fail(parts, begun, claim, error, drained);
  } finally {
    spans.end(made === undefined ? (stop.aborted ? 'stopped' : 'failed') : made === 'elsewhere' ? made : made.status);
  }
  if (made === 'elsewhere')
    return parts.tries.putBack(begun, claim, { stage: sameCommits, seconds: 2, isUncounted: true });
  if (made !== undefined && (!stop.aborted || made.status === 'completed')) return end(parts, begun, made, drained);
  if (drained.aborted && !claim.signal.aborted)
    await parts.tries.putBack(begun, claim, { stage: 'waiting for a worker', seconds: 0, isUncounted: true });
}

const sameCommits = 'waiting for a review of the same commits';

async function make(
  { tries, store, mirrors, git, reviewers, onError }: TryParts,
  engine: Engine,
  begun: Try,
  repository: ConnectedRepository,
  observer: Parameters<typeof makeReview>[2],
): Promise<StoredReview | 'elsewhere'> {
  const prepared = await mirrors.prepare(repository, begun.review.pr, observer.signal);
  try {
    const { root, base, head, title } = prepared;
    const settings = reviewers();
    const review = { ...begun.review, root, base, head, configuration: configurationHash(settings) };
    // The host's text; Postgres takes no NUL.
    if (!(await tries.takeInput(begun, review, title && plainLine(title)))) return 'elsewhere';
    return await makeReview({ store, git, engine, reviewers: settings, now: Date.now, onError }, review, observer);
  } finally {
    prepared.release();
  }
}

/** Stores an ended review. A result that cannot be stored is held until it can, or until this process is to end. */
async function end(
  { tries, onEnded, onError }: TryParts,
  begun: Try,
  ended: StoredReview,
  drained: AbortSignal,
  burial?: string,
): Promise<void> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      if (await tries.end(begun, ended, burial === undefined ? undefined : { reason: burial })) onEnded(ended);
      return;
    } catch (error) {
      if (databaseFailure(error)?.kind !== 'service' || drained.aborted) throw error;
      onError(error);
      await delay(pause, undefined, { signal: drained }).catch(() => undefined);
    }
  }
}

async function fail(parts: TryParts, begun: Try, claim: Claim, error: unknown, drained: AbortSignal): Promise<void> {
  parts.onError(error);
  const isExpected = CodeReviewError.is(error);
  const reason = isExpected ? displayMessage(error) : 'The worker failed. Its log has the details.';
  const failed = failedReview(begun.review, reason);
  if (isExpected && !passing.includes(error.kind)) return end(parts, begun, failed, drained);
  // What a database that goes away breaks is no end of a review: whoever takes the job next says how it ends.
  const isOfDatabase = databaseFailure(error)?.kind === 'service';
  if (begun.attempt >= mostTries && !isOfDatabase) return end(parts, begun, failed, drained, reason);
  await parts.tries.putBack(begun, claim, { stage: 'waiting for another try' });
}

function connected(row: NonNullable<Try['repository']>): ConnectedRepository {
  return {
    id: row.id,
    fullName: row.full_name,
    provider: row.provider,
    cloneUrl: row.clone_url,
    defaultBranch: row.default_branch ?? undefined,
    credentialId: row.credential_id ?? undefined,
  };
}

/** A review that failed for a reason. */
function failedReview(review: StoredReview, reason: string): StoredReview {
  return { ...review, status: 'failed', result: { status: 'failed', reason, reports: [] } };
}
