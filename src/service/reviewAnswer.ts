import type { EngineResult, ReviewerReport } from './engine/messages.ts';
import type { StoredReview } from './store.ts';

/**
 * A review as `GET /v1/reviews/:id` answers it: the documented fields (api-spec.md 2) and, beside them, `repository`,
 * `pr`, `commit_sha`, `base_sha`, `completed_at`, `reason` and `notes`. Counts and comments only once it has completed.
 * Comments are answered as the engine makes them, see `EngineComment`.
 */
export function reviewAnswer({
  id,
  repository,
  pr,
  base,
  head,
  status,
  createdAt,
  completedAt,
  result,
}: StoredReview): Record<string, unknown> {
  const facts = { id, status, created_at: isoTime(createdAt), repository, pr, commit_sha: head, base_sha: base };
  if (status === 'pending' || result === undefined) return facts;
  const ended = { ...facts, completed_at: isoTime(completedAt ?? createdAt), notes: notesOf(result) };
  if (result.status === 'failed') return { ...ended, reason: result.reason };
  const { comments } = result;
  return {
    ...ended,
    issues_found: comments.length,
    suggestions: comments.filter(({ suggested_code }) => suggested_code !== undefined).length,
    comments,
  };
}

/** Seconds are enough; whole ones are how API documents show them. */
function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

const names: Readonly<Record<string, string>> = {
  hygiene: 'merge markers and hidden characters',
  typescript: 'TypeScript syntax',
  eslint: 'ESLint',
  ruff: 'ruff (Python)',
  secrets: 'secrets',
};
const readByAnalyser = /\.(?:[cm]?[jt]s|[jt]sx|pyi?)$/;

/** What was looked at and what was not, so that a clean result can be trusted as far as it goes. */
function notesOf(result: EngineResult): string[] {
  const failures = result.reports.filter(({ status }) => status === 'failed').map(failureNote);
  if (result.status === 'failed') return failures;
  const partly = result.reports
    .filter(({ status, reason }) => status === 'ok' && reason !== undefined)
    .map(({ reviewer, reason = '' }) => `${nameOf(reviewer)} ${reason}.`);
  const { unreviewed, reviewed, addedLines, reports, milliseconds } = result;
  const left =
    unreviewed.length === 0 ? [] : [`Not read: ${some(unreviewed.map(({ path, why }) => `${path} (${why})`))}.`];
  const plain = reviewed.filter(path => !readByAnalyser.test(path));
  const languages =
    plain.length === 0
      ? []
      : [`Read for secrets and leftovers of merges only, since there is no analyser for them: ${some(plain)}.`];
  const ran = reports.filter(({ status }) => status === 'ok').map(({ reviewer }) => nameOf(reviewer));
  const lines = `${addedLines} new ${addedLines === 1 ? 'line' : 'lines'}`;
  const files = `${reviewed.length} ${reviewed.length === 1 ? 'file' : 'files'}`;
  const checked = `Checked ${lines} in ${files} for ${ran.join(', ')} in ${(milliseconds / 1_000).toFixed(1)} s.`;
  return [...failures, ...partly, ...left, ...languages, checked];
}

function failureNote({ reviewer, reason = 'for no known reason' }: ReviewerReport): string {
  return `${nameOf(reviewer)} failed and found nothing: ${reason}.`;
}

function nameOf(reviewer: string): string {
  return names[reviewer] ?? reviewer;
}

function some(items: readonly string[]): string {
  const shown = items.slice(0, 10).join(', ');
  return items.length > 10 ? `${shown} and ${items.length - 10} more` : shown;
}
