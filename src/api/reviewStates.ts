import type { ReviewState } from '../core/review.ts';

/** The words of all known services (peers.md 4.1), lower-cased with `_`. */
const words: Readonly<Record<Exclude<ReviewState, 'unknown'>, readonly string[]>> = {
  running: [
    'pending',
    'queued',
    'queue',
    'created',
    'accepted',
    'scheduled',
    'requested',
    'waiting',
    'starting',
    'started',
    'in_progress',
    'inprogress',
    'running',
    'processing',
    'reviewing',
    'reviewing_files',
    'analyzing',
    'analysing',
    'generating_summary',
    'indexing',
    'cloning',
    'retrying',
  ],
  completed: [
    'completed',
    'complete',
    'done',
    'finished',
    'success',
    'succeeded',
    'ready',
    'reviewed',
    'partial',
    'partially_completed',
  ],
  failed: [
    'failed',
    'failure',
    'error',
    'errored',
    'timed_out',
    'timeout',
    'expired',
    'startup_failure',
    'internal_error',
    'rejected',
    'invalid',
  ],
  notRun: [
    'skipped',
    'ignored',
    'cancelled',
    'canceled',
    'aborted',
    'superseded',
    'stale',
    'dismissed',
    'deleted',
    'deleting',
    'rate_limited',
    'limit_reached',
    'quota_exceeded',
    'action_required',
    'blocked',
    'no_changes',
    'paused',
  ],
};

const byWord = new Map(
  Object.entries(words).flatMap(([state, known]) => known.map(word => [word, state as ReviewState])),
);

/** What a service's word for a state comes down to; `unknown` for every word that is not known. */
export function stateOfWord(word: string): ReviewState {
  return (
    byWord.get(
      word
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    ) ?? 'unknown'
  );
}

/** Whether a completed review says itself that it is not whole. */
export function isPartial(word: string): boolean {
  return /^partial/i.test(word.trim());
}
