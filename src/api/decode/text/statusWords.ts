import type { ReviewState } from '../../../core/review/review.ts';

/** Status words of all known services (docs/api.md), in snake case. */
const words: Readonly<Record<Exclude<ReviewState, 'unknown'>, string>> = {
  running: `pending queued queue created accepted scheduled requested waiting starting started in_progress inprogress
    running processing reviewing reviewing_files analyzing analysing generating_summary indexing cloning retrying
    submitted triggered not_started initializing preparing working ongoing generating finalizing`,
  completed: `completed complete done finished success succeeded ready reviewed partial partially_completed
    partial_success completed_with_errors completed_with_warnings passed finalized approved commented changes_requested
    request_changes requested_changes changes_needed needs_changes needs_work not_approved unapproved disapproved
    issues_found`,
  failed: `failed failure error errored timed_out timeout expired startup_failure internal_error rejected invalid
    crashed killed terminated`,
  notRun: `skipped ignored cancelled canceled aborted superseded stale dismissed deleted deleting rate_limited
    limit_reached quota_exceeded action_required blocked no_changes paused stopped not_run disabled throttled`,
};

const byWord = new Map(
  Object.entries(words).flatMap(([state, known]) => known.split(/\s+/).map(word => [word, state as ReviewState])),
);

/** The state that a status word means; `unknown` for an unknown word. */
export function stateOfWord(word: string): ReviewState {
  const plain = word
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  // Protocol Buffers enum values are prefixed with the name of the enum.
  return byWord.get(plain) ?? byWord.get(plain.replace(/^(?:review_)?(?:status|state)_/, '')) ?? 'unknown';
}

/** Whether the status word of a completed review says that it is incomplete. */
export function isPartial(word: string): boolean {
  return /^partial|with.(?:errors|warnings)$/i.test(word.trim());
}
