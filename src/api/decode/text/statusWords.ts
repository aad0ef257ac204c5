import type { ReviewState } from '../../../core/review/review.ts';
import { vocabulary } from './words.ts';

/** Status words of all known services (docs/api.md), in snake case. */
const words: Readonly<Record<Exclude<ReviewState, 'unknown'>, string>> = {
  running: `pending queued queue created accepted scheduled requested waiting starting started in_progress inprogress
    running processing reviewing reviewing_files analyzing analysing generating_summary indexing cloning retrying
    submitted triggered not_started deferred postponed initializing preparing working ongoing generating finalizing`,
  completed: `completed complete done finished success succeeded ready reviewed partial partially_completed
    partial_success completed_with_errors completed_with_warnings passed finalized approved commented changes_requested
    request_changes requested_changes changes_needed needs_changes needs_work not_approved unapproved disapproved
    issues_found`,
  failed: `failed failure error errored timed_out timeout expired startup_failure internal_error rejected invalid
    crashed killed terminated`,
  notRun: `skipped ignored cancelled canceled aborted superseded stale dismissed deleted deleting rate_limited
    limit_reached quota_exceeded action_required blocked no_changes paused stopped not_run disabled throttled unavailable`,
};

const stateOf = vocabulary(words);

/** The state that a status word means; `unknown` for an unknown word. */
export function stateOfWord(word: string): ReviewState {
  return stateOf(word) ?? 'unknown';
}

/** Whether the status word of a completed review says that it is incomplete. */
export function isPartial(word: string): boolean {
  return /^partial|with.(?:errors|warnings)$/i.test(word.trim());
}
