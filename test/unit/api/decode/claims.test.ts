import assert from 'node:assert/strict';
import { timeWithin } from '../../../host/threadTime.ts';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import type { Review } from '../../../../src/core/review/review.ts';
import { isAllClear } from '../outcomes.ts';

const done = { id: 'r', status: 'completed', comments: [] };
const found = { path: 'a.ts', line: 3, message: 'Wrong.', severity: 'high' };

function isClear(answer: unknown): boolean {
  const review = decodeReview(answer, 'r');
  return isAllClear(review) && (review.gaps?.length ?? 0) === 0;
}

/** Answers of reviews that found nothing and read everything. */
const tidy: readonly object[] = [
  { decision: 'allow', past_rounds: [{ issues: 3 }], repository_history: [{ pr: 11, issues_found: 7 }] },
  { trend: [{ week: '2026-W07', errors: 12 }], similar_pull_requests: [{ number: 12, title: 'Crash in login' }] },
  { requires_manual_review: false, locked: false },
  { usage: { prompt_tokens: 812, completion_tokens: 40, cached: true, limit: 100_000, remaining: 99_000 } },
  { timings: { queued_ms: 12, running_ms: 3_400 }, timeout: 300, timeout_ms: 300_000, time_limit_seconds: 600 },
  { links: { self: 'https://x.example/r', html: 'https://x.example/r.html' }, html_url: 'https://x.example/r.html' },
  { model: 'gpt-5', model_version: '2026-01', provider: 'openai', fallback: false, fallback_model: 'small' },
  { score: 100 },
  { score: 92, grade: 'A', rating: 'B+', confidence: 0.4 },
  { risk: 'low', risk_level: 'none', risk_score: 3 },
  { draft: true, is_draft: 'true', isDraft: true, work_in_progress: true, merged: false, locked: true },
  { mergeable: false, is_mergeable: 'no', mergeable_state: 'blocked', rebaseable: false, has_conflicts: true },
  { mergeStateStatus: 'UNSTABLE', merge_status: 'failed', detailed_merge_status: 'needs_review', closed: true },
  { coverage: 87 },
  { coverage: 0.4, coverage_percent: 40, line_coverage: '71%', diff_coverage: 12, patchCoverage: 80 },
  { coverage: { percent: 40, covered: 40, total: 100 }, test_coverage: { lines: { covered: 4, skipped: 3, pct: 40 } } },
  { coverage: { lines: { total: 90, covered: 40, skipped: 3, pct: 44 }, status: 'failed' } },
  { complexity: 12, duplication: '3%', maintainability: 71, quality_score: 60, debt_minutes: 30, churn: 0.4 },
  { draft: false, skipped: 0, cursor: null, pending: 0, stale: false },
  { cursor: '', has_more: 'no', next_cursor: 'none', next_page: 0 },
  { message: 'Review completed successfully' },
  { message: 'Reviewed 9 of 9 files. No files were skipped, nothing was truncated.' },
  { summary: 'A tidy change. It adds a timeout to the client and handles failures well.', issues_found: 0 },
  { summary: '- Adds src/client.ts\n- Stops retrying after 3 of 5 attempts', issues_found: 0 },
  { complete: true, completed: true, finished: true, reviewed: true, success: true },
  { completed_at: '2026-11-21T06:05:00Z', created_at: '2026-11-21T06:00:00Z', finished_at: null, duration_ms: 300 },
  { cancelled: false, timed_out: 'false', aborted: 'no', superseded_by: null, cancelled_at: null },
  { skipped: [], skipped_files: [], files_skipped: 0, skipped_reason: null, failed_files: {} },
  { skipped: 'none', skip_reason: '', partial: 'no', errors: 0, error_count: 0 },
  { files_reviewed: 3, files_total: 3, lines_reviewed: 40, total_lines: 4_000 },
  { reviewed_files: ['a.ts', 'b.ts'], files_changed: 2, additions: 12, deletions: 4, deleted: 4, created: 1 },
  { coverage: 1, progress: 1, percent: 100 },
  { coverage: 100, test_coverage: 0.8, code_coverage: '71%', progress: { done: 9, total: 9, percent: 100 } },
  { exit_code: 0, exitCode: '0', approve: 'yes', approved: true, mergeable: null },
  { mergeable: true, blocking: 'no', has_blockers: false, needs_review: false },
  { leaks: 0, secrets: [], hits: 0, matches: [], defects: { count: 0, items: [] } },
  { secrets_scanned: 40, rules_checked: 212, cache_hits: 12, cache: { hits: 12, misses: 1 }, retries: 2 },
  { blocking_comments: [], resolved_comments: ['Bind the value'], comments_posted: 0, comment_ids: [] },
  { issue_types: ['bug', 'security'], risk_areas: [], linked_issues: ['ABC-1'], severity_threshold: 'high' },
  { max_severity: 'none', highest_severity: null, min_severity: 'critical', fail_on: 'high' },
  { markdown: '## Review\n\nLooks good. No issues found in src/client.ts.' },
  { html: '<p>No issues found.</p>', text: 'No problems found.', content: '' },
  { markdown: '## Summary\n\n- Adds a client\n- Adds tests\n\nNo issues found.' },
  { description: '- Adds src/a.ts:3\n- Removes b', title: 'Skip files that are too large', overview: '1. a\n2. b' },
  { note: 'Handles timeouts and a full queue.', notes: ['Read 3 files with 2 models.'], info: 'No limit was reached.' },
  { reason: 'completed', status_detail: 'All files reviewed', details: 'Could not find any problems.' },
  { status_message: 'done', message: 'OK', note: null, detail: [], hint: 'Reply /review to review again.' },
  { agents: [{ name: 'security', status: 'completed', duration_ms: 9, findings: 0, model: 'x' }] },
  { agents: [{ name: 'python', status: 'skipped' }] },
  { pull_request: { number: 1, draft: true, mergeable: false, state: 'open', stale: true, changed_files: 4 } },
  { config: { skip_drafts: true, timeout: true, max_files: 100, stop_on_error: true, cancelled: true } },
  { files: [{ path: 'a.ts', status: 'added', additions: 3, patch: '@@ -0,0 +1 @@\n+a' }], file_count: 1 },
  { file_stats: [{ file: 'a.ts', additions: 3, deletions: 0 }], changes: [['a.ts', 3, 'modified']] },
  { sarif: { version: '2.1.0', runs: [{ tool: { driver: { name: 'x', rules: [{ id: 'r1' }] } }, results: [] }] } },
  { relationships: { comments: { data: [] }, author: { data: { type: 'user', id: '1' } } } },
  { labels: ['skipped', 'stale'], tags: ['timed out'], assignees: [], reviewers: [{ login: 'a', state: 'PENDING' }] },
  { queue: { position: 0, pending: 0 }, worker: { id: 3, running: false }, rate_limit: { limit: 100, remaining: 3 } },
  { commit_sha: 'a'.repeat(40), base: 'main', diff_url: 'https://x.example/1.diff', patch_id: 'x', branch: 'feature' },
  { auto_fix: false, dismissed: 2, resolved: 3, outdated: 0, ignored_files: ['package-lock.json'], excluded: 1 },
  { stats: { files: 3, hunks: 9, high: 0, low: 0, skipped: 0 }, totals: { errors: 0, warnings: 0 } },
  { version: 2, schema: 'review/v2', language: 'en', dry_run: false, cached: true, deduplicated: 0, attempt: 2 },
  { thresholds: { max_risk: 'high' }, policy: { fail_on: 'high', max_severity: 'high' } },
  { note: 'AI can make mistakes. Check important info.', disclaimer: 'Reviews do not block merging.' },
  { details: 'Checked style, security and failed states', message: 'All 3 of 3 files reviewed' },
  { release: 'v1.2:3 beta', time: '12.30:10 UTC', pr_description: '- adds a\n- b', key_changes: '- adds a\n- b' },
  { walkthrough: '- `src/a.ts:3` adds a client', effort: 2, poem: 'A clean change\nruns free', emoji: '🎉' },
  { finish_reason: 'stop', stop_reason: 'end_turn', finishReason: 'STOP', refusal: null, incomplete_details: null },
  { choices: [{ finish_reason: 'stop', message: { content: 'I found no issues in this change.', refusal: null } }] },
  { blocking_discussions_resolved: true, all_threads_resolved: 'true', resolved: false },
  { files: [{ path: 'a.ts', status: 'modified', skipped: 3, failed: 0, truncated: false, result: 'ok' }] },
  {
    files: [
      { path: 'b.ts', status: 'removed' },
      { path: 'c.ts', status: 'renamed', state: 'ignored' },
    ],
  },
  { agents: { security: 'completed', python: 'skipped' }, checks: { title: 'passed', lint: 'ok' } },
  { comments_omitted: 0, comments_posted: 0, issues_to_fix: 0, hotspots_to_review: 0, omitted: [], too_large: [] },
  { page: { size: 20, number: 0, total: 3, total_pages: 3, count: 20, total_elements: 0 } },
  {
    measures: [
      { metric: 'new_bugs', value: '0' },
      { metric: 'lines', value: '240' },
    ],
  },
  {
    data: [
      { title: 'Safe to merge?', type: 'BOOLEAN', value: true },
      { title: 'Lines', value: 240 },
    ],
  },
  { checks: [{ name: 'Title check', status: 'passed', explanation: 'The title describes the change.' }] },
  { summary: 'Fixes a bug where the parser could not read large files. Review notes are kept.', issues_found: 0 },
  { summary: 'Reviewed 9 out of 9 changed files. No files were left out of this review.', issues_found: 0 },
  { summary: 'Actionable comments posted: 0. The previous review found 3 issues.', issues_found: 0 },
  { report: '| File | Line coverage |\n|---|---|\n| src/a.ts | 91 |', issues_found: 0 },
  { log: ['[INFO] review written', '[WARN] slow disk'] },
  { files_processed: '12/12', ended_at: '2026-11-21T06:05:00Z', ended_by: 'user', is_error: false, failures: 0 },
  { excluded: [{ path: 'gen/a.ts', reason: 'generated' }], ignored_files: [{ path: 'a.png', reason: 'binary' }] },
  { issues: { open: 0, new: 0 }, threads: { unresolved: 0, resolved: 3 }, 'comments@odata.count': 0 },
  { metrics: [{ name: 'bugs', value: 0 }], reviewers: [{ vote: 10 }], threshold_exceeded: false },
  { summary_markdown: '* Renames `a` to `b`\n* Removes c', issues_found: 0, merge_recommendation: 'safe to merge' },
  { error: '', warning: '', errors: [], is_up_to_standards: true, policies: ['File extensions'] },
  { previous_runs: [{ conclusion: 'failure', annotations_count: 1 }], previousBuild: { result: 'UNSTABLE' } },
  { inputs: { previous_review: { comments: [found] } }, report: { resolved_errors: [found] } },
  { pull: { comments: 2 }, change: { messages: [{ message: 'Uploaded patch set 3.' }] }, gate: 'complexity' },
  { licensesPolicy: { orgLicenseRules: { 'AGPL-3.0': { severity: 'high' } } } },
  { plugins: [{ name: 'credo', version: '1.7', description: 'Reports warnings and errors in code' }] },
  { conditions: [{ type: 'Ready', status: 'True', message: 'The review has finished' }] },
  { conditions: [{ type: 'Failed', status: 'False', reason: 'NoError' }] },
  { statuses: [{ state: 'succeeded', description: 'Build passed in time', context: { name: 'build' } }] },
  { policyEvaluations: [{ isBlocking: true, status: 'approved' }] },
  {
    data: [
      { title: 'Rule set', type: 'TEXT', value: 'strict' },
      { title: 'Bugs', type: 'NUMBER', value: 0 },
    ],
  },
  {
    steps: [
      { name: 'Review', conclusion: 'success' },
      { name: 'Deploy', conclusion: 'failure' },
    ],
  },
  { choices: [{ message: { content: 'I went through the diff. No issues found.' } }], body: 'Nothing to change.' },
  {
    attempts: [
      { n: 1, outcome: 'timeout' },
      { n: 2, outcome: 'success' },
    ],
    related_issues: [{ title: 'It crashes' }],
  },
  { completionOutcome: 'COMPLETION_OUTCOME_SUCCEEDED', quota: { exceeded: false } },
  { checklist: [{ item: 'Has tests', result: '✅' }], verdict: '👍', footer: 'Reply /review to review again.' },
  // What ran, and plans: settings, and statistics of a month.
  {
    tools: [
      { name: 'eslint', version: '9.2.0', description: 'Reports warnings and errors', warnings: 0, exit_code: 0 },
    ],
  },
  { tools: { eslint: { errorCount: 0, status: 'ok' } }, model: { max_tokens: 8_192, timeout: 300, truncated: false } },
  {
    usage: { limit_reached: false, findings: 300, failed: 2 },
    plan: { seats: 4, bugs: 90 },
    billing: { state: 'failed' },
  },
  { steps: { clone: 'ok', analyze: 'done', deploy: 'failed', notify: 'pending' } },
  { timeline: [{ event: 'review.queued' }, { event: 'ci.failed' }, { event: 'agent.skipped' }] },
  { events: [{ type: 'agent.crashed' }, { type: 'agent.restarted' }] },
  // Numbers beside findings: limits, what was read, what is past, identifiers.
  {
    secrets: { verified: 0, unverified: 0, scanned: 40, patterns_version: 3 },
    secret_patterns: 500,
    leak_db_version: 3,
  },
  { vulnerabilities: { high: 0, total: 0, db_version: 3, packages: 120, 'src/a.ts': 0 }, max_issues_per_linter: 50 },
  {
    issues: { resolved: 3, page: 1, page_size: 20, limit: 50 },
    comments_per_page: 30,
    ignored_issues: 3,
    issue_id: 77,
  },
  {
    previous_findings: 4,
    fixed_bugs: 2,
    average_comments: 3,
    alert_threshold: 5,
    risk_score: 12,
    findings_cache_age: 60,
  },
  { findings_by_severity: { high: 0 }, metrics: { rule_hits: { 'no-eval': 0 }, rules_evaluated: 214 } },
  { threads: { total: 5, resolved: 5, unresolved: 0 }, bugs: { total: 4, fixed: 3, dismissed: 1 } },
  { previous_pull_requests: [{ pr: 40, issues: 3, status: 'failed' }], previousVersion: { version: '2.3', bugs: 4 } },
  { previous_rounds: [{ comments: 4, resolved: 4 }], previous_round: { comments: [found] } },
  // States, and shares of what is no part of the change.
  { jobs: [{ tool: 'mypy', state: 'finished' }], checks: { types: '✓', lint: 'ok' }, agents: { style: 'not_failed' } },
  { files_in_repo: 4_000, files_indexed: 900, files_reviewed: 3, pr: 40, file_types: 12, files_excluded: 9 },
  { uploads: { expected: 4, received: 4 }, files: { in_diff: 3, processed: 3 }, files_in_diff: 3, files_scanned: 3 },
  { tests_skipped: 3, skipped_rules: 4, unchecked_boxes: 2, unread_notifications: 3 },
  { below_threshold: 0, above_threshold: 0, hidden: 0, quota: { used: 37, limit: 200 }, requires_upgrade: false },
  { visibility: { level: 'full' }, upgrade_url: 'https://x.example/pro', entitlements: { code_test: 'active' } },
  // Numbers and marks in prose.
  { summary: 'Fixes 3 bugs in the parser. Fixed: 2 errors, 1 warning.', issues_found: 0 },
  { summary: '- 2 warnings fixed\n- 3 error handlers added\n- 1 high contrast theme', issues_found: 0 },
  { summary: 'The last review raised 3 problems. Limits: 5 errors, 10 warnings. 0 problems.', issues_found: 0 },
  { report: '| Severity | Count |\n| --- | --- |\n| High | 0 |\n| Low | 0 |', issues_found: 0 },
  { report_html: '<table><tr><td>High</td><td>0</td></tr></table><p>6 files</p>', issues_found: 0 },
  { report: '| Check | Result |\n| --- | --- |\n| Types | ✅ |\n| Error handling | passed |', issues_found: 0 },
  { summary: '| Case | Before |\n| --- | --- |\n| Empty input | failed |', issues_found: 0 },
  { summary: 'I could not find any problems.', issues_found: 0 },
  // Names in other languages.
  { hallazgos: { altos: 0, medios: 0 }, errores: [], historial: [{ pr: 11, hallazgos: 2, resueltos: 2 }] },
  { arquivos: { total: 8, analisados: 8, ignorados: 2 }, erros: null, cota: { usada: 12, limite: 300 } },
  { etat_analyse: 'terminée', ergebnis: { fehler: 0, hinweise: 0 }, dateien: { gesamt: 12, geprüft: 12 } },
  {
    指摘件数: 0,
    前回の指摘: { 件数: 3, 解決済み: 3 },
    统计: { 文件总数: 9, 已检查: 9, 错误: 0 },
    配额: { 已用: 20, 上限: 1_000 },
  },
  // Targets of a scanner on which it found nothing.
  { Results: [{ Target: 'a.lock', Class: 'lang-pkgs', Type: 'npm', Vulnerabilities: null }] },
  { Results: [{ Target: 'Dockerfile', MisconfSummary: { Successes: 23, Failures: 0 } }], total: 0 },
  {
    results: [
      { path: 'a.ts', status: 'clean' },
      { file: 'b.ts', issues: 0 },
    ],
  },
];

/** What says that something is wrong or missing, by how it says so. */
const doubtful: Readonly<Record<string, readonly object[]>> = {
  'what is kept back, left to people or to later': [
    { locked: 4 },
    { locked: { count: 4 } },
    { requires_manual_review: true },
    { needs_human_review: true },
    { engines: { secrets: { status: 'unavailable' } } },
    { jobs: [{ name: 'deep', state: 'deferred' }] },
  ],
  'a flag': [
    ...['complete', 'completed', 'finished', 'reviewed', 'is_complete', 'reviewFinished', 'fully_reviewed'].flatMap(
      name => [{ [name]: false }, { [name]: 'false' }, { [name]: 'no' }],
    ),
    ...['timed_out', 'timedOut', 'cancelled', 'wasCanceled', 'skipped', 'quota_exceeded', 'degraded', 'superseded'],
    ...[
      'is_stale',
      'draft_review',
      'isReviewDraft',
      'fallback',
      'aborted',
      'interrupted',
      'rate_limited',
      'limit_reached',
      'throttled',
    ],
    ...['review_skipped', 'stopped_early', 'crashed', 'expired', 'still_running', 'in_progress', 'timeout'],
  ].flatMap(each =>
    typeof each === 'string' ? [{ [each]: true }, { [each]: 'true' }, { meta: { [each]: true } }] : [each],
  ),
  'a reason for a flag': [
    { skipped: 'too large' },
    { finish_reason: 'length' },
    { finishReason: 'MAX_TOKENS' },
    { stop_reason: 'refusal' },
    { choices: [{ finish_reason: 'content_filter' }] },
    { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    { incomplete_details: { reason: 'max_output_tokens' } },
    { refusal: 'I cannot help with that.' },
    { termination: 'BUDGET_EXCEEDED' },
    ...['usage', 'plan', 'billing', 'organization'].map(name => ({ [name]: { quota_exceeded: true } })),
    { tools: { ruff: { timed_out: true } } },
    { model: { truncated: true } },
    { entitlements: { code_test: 'exhausted' } },
    { visibility: { level: 'summary_only' } },
    { full_report_requires: 'admin' },
    { requires_upgrade: true },
    { paywalled: true },
    { stop_reason: 'max_turns' },
    { agent: { max_turns_reached: true } },
    { stats: { contextWindowExceeded: true } },
    { is_error: true },
    { dry_run: true },
    { model: { name: 'cr-2', finish_reason: 'length' } },
    { quota: { used: 100, exceeded: true } },
    { ExcludedBySizeLimit: 3 },
    { meta: { 'hidden-below-threshold': 6 } },
    { skip_reason: 'too large' },
    { cancelled: 'by a newer push' },
    { aborted: { reason: 'out of memory' } },
  ],
  'a count of what was not read': [
    { unreviewed: 3 },
    { files_skipped: 3 },
    { filesSkipped: '3' },
    { pending: 3 },
    { skipped_files: ['a.ts'] },
    { skipped_files: { count: 3 } },
    { stats: { files_skipped: 3 } },
    { unprocessed_files: ['a.ts'] },
    { failed_files: 2 },
    { remaining_files: 2 },
    { files_truncated: 2 },
    { files_reviewed: 3, files_total: 9 },
    { reviewed_files: ['a.ts'], total_files: 2 },
    { stats: { files: 9, filesReviewed: 8 } },
    { progress: { done: 2, total: 9 } },
    { chunks_processed: 1, chunks: 4 },
    { review_coverage: 99 },
    { reviewCoverage: '40%' },
    { analysis_coverage: 0.4 },
    { files_coverage_percent: 40 },
    { review_coverage: { percent: 40 } },
    { coverage: { files_reviewed: 3, files_total: 9 } },
    { coverage: { files: { reviewed: 3, total: 9 } } },
    { coverage: { files_skipped: 3 } },
    { files_covered: 3, files_total: 9 },
    { progress: 0.4 },
    { progress: { percent: 40 } },
    { percent_complete: 40 },
    { files_reviewed: 0 },
    { reviewed_files: [] },
    { skippedPaths: ['x'] },
    { failed_reviewers: ['a'] },
    { metrics: { files_skipped: 3 } },
    { files: { total: 9, reviewed: 3 } },
    { files: { skipped: ['a.ts'] } },
    { analyzed_files: 0 },
    { skipped: { oversized: ['a.ts'] } },
    { omitted_files: ['a.ts'] },
    { too_large: ['a.ts'] },
    { unsupported_files: 2 },
    { files_left_out: 2 },
    { dropped_chunks: 2 },
    { remaining: ['a.ts'] },
    { omitted: { 'lib/x.c': 'binary' } },
    { unsupportedLanguages: ['COBOL'] },
    { files_processed: '8/12' },
    { filesReviewed: '8 of 12' },
    { testsuite: { failures: 1 } },
    { files_in_diff: 14, files_processed: 11 },
    { files_in_pr: 14, files_processed: 11 },
    { files: { in_diff: 14, processed: 11 } },
    { uploads: { expected: 4, received: 3 } },
    { reports: { requested: 4, delivered: 3 } },
    { binaries_not_inspected: 5 },
    { classes_not_examined: 5 },
    { scripts_unreviewed: ['x.sh'] },
    { uninspected: 5 },
    { binaries_skipped: 5 },
    { below_threshold: 5 },
    { suppressed: 5 },
    { withheld: 5 },
    { arquivos: { total: 8, analisados: 6, ignorados: 2 } },
    { 文件: { 总数: 9, 已检查: 6 } },
    { dateien: { übersprungen: ['a.ts'] } },
  ],
  'the state of a part': [
    { files: [{ path: 'b.ts', reviewed: false }] },
    { files: [{ path: 'b.ts', status: 'skipped' }] },
    { files: [{ path: 'b.ts', verdict: 'left out' }] },
    { files: [{ path: 'b.ts', skip_reason: 'too_large' }] },
    { files: [{ path: 'b.ts', error: 'could not be read' }] },
    { changed_files: [{ path: 'b.ts', truncated: true }] },
    { files: { 'b.ts': 'skipped' } },
    { file_statuses: { 'a.ts': 'ok', 'b.ts': 'too large' } },
    { passes: { style: 'ok', security: 'timed out' } },
    { agents: [{ name: 'security', count: 0, status: 'error' }] },
    { checks: [{ title: 'security', count: 0, error: 'It stopped at the start' }] },
    { agents: [{ state: 'finished', ended_because: 'turn limit reached' }] },
    { steps: [{ name: 'Review part 2 of 2', conclusion: 'cancelled' }] },
    { stages: [{ name: 'security review', error: 'No answer' }] },
    { files: [{ path: 'a.ts', verdict: 'reject' }] },
    { conditions: [{ type: 'DiffComplete', status: 'False' }] },
    { modules: [{ path: 'a.py', linted: false }] },
    { agents: { security: 'failed' } },
    { excluded: [{ path: 'a.ts', reason: 'too_large' }] },
    { tools: [{ name: 'mypy', status: 'failed' }] },
    { tools: { ruff: { error: 'not installed' } } },
    { steps: { clone: 'ok', verify: 'pending' } },
    { stages: { review: 'timed_out' } },
    { steps: [{ name: 'Verify', status: 'pending' }] },
    { timeline: [{ event: 'agent.crashed' }, { event: 'review.finished' }] },
    { events: [{ type: 'agent_failed' }] },
    ...['oom_killed', 'OOMKilled', 'hard_crashed', 'agent.crashed', 'partially_done'].flatMap(state => [
      { jobs: [{ tool: 'mypy', state }] },
      { agents: { security: state } },
    ]),
    { review_status: 'truncated' },
    { etat_analyse: 'inachevée' },
    { etat: 'échec' },
  ],
  'a count of findings': [
    { leaks: 2 },
    { hits: 2 },
    { matches: '2' },
    { secrets: 1 },
    { defects: { count: 2 } },
    { concerns: { total: 2 } },
    { pending_comments: 3 },
    { comments_omitted: 7 },
    { comments_posted: 5 },
    { hotspots_to_review: 2 },
    { review_threads: { totalCount: 3, nodes: [] } },
    { page: { size: 20, totalElements: 12 } },
    { component: { measures: [{ metric: 'new_bugs', period: { index: 1, value: '3' } }] } },
    { body: '**Actionable comments posted: 3**' },
    { report_html: 'We found <b>2 high severity</b> vulnerabilities.' },
    { 'comments@odata.count': 4 },
    { threads: { unresolved: 2 } },
    { metrics: [{ name: 'bugs', value: 2 }] },
    { conditions: [{ metricKey: 'new_violations', actualValue: '6', status: 'OK' }] },
    { summary: { occurrencesIntroduced: 2 } },
    { extraction: { files_with_errors: 7 } },
    { body: '🧹 Nitpick comments (1)' },
    { summary: 'I found 3 issues.' },
    { body: 'Outside diff range comments (2)' },
    ...['vulnerabilities', 'bugs', 'secrets', 'findings_by_severity', 'issues', 'misconfigurations'].map(name => ({
      [name]: { critical: 0, high: 1, medium: 0 },
    })),
    ...['pro_findings', 'locked_findings', 'security_hotspots', 'unconfirmed_secrets'].flatMap(name => [
      { [name]: 4 },
      { [name]: { count: 4 } },
    ]),
    { secrets: { verified: 0, unverified: 1 } },
    { hotspots: { to_review: 2 } },
    { findings: { security: 1, style: 0 } },
    { issues: { 'src/page.ts': 2 } },
    { issues_by_rule: { 'max-len': 2 } },
    { issues: { by_category: { injection: 1 } } },
    { metrics: { ruleHits: { 'js/sql-injection': 1 } } },
    { comment_counts: { security: 1 } },
    { issues_not_fixed: 3 },
    { files: { 'a.ts': { issues: { high: 1 } } } },
    { languages: { python: { findings: { high: 1 } } } },
    { tools: { stylelint: { warningCount: 4 } } },
    { tools: [{ name: 'stylelint', findings: 4 }] },
    { threads: { total: 5, resolved: 4 } },
    { threads: { total: 5, resolved: 5, unresolved: 1 } },
    { summary: { issues: 3, threads_resolved: 3, open_threads: 0 } },
    { previous_unresolved_issues: { security: 2 } },
    { hallazgos: { altos: 0, medios: 1 } },
    { ergebnis: { fehler: 0, hinweise: 2 } },
    { 错误: 3 },
    ...[
      '120 dependencies tested, 3 vulnerable paths',
      'There are 3 vulnerabilities.',
      'Total: 3 vulnerabilities (2 high, 1 low)',
      '✖ 3 problems (1 error, 2 warnings)',
      'High severity: 1',
      'High: 1, low: 0',
      '| Severity | Count |\n| --- | --- |\n| High | 1 |',
      '<table><tr><td>High</td><td>1</td></tr><tr><td>Low</td><td>0</td></tr></table>',
      '| Check | Result |\n| --- | --- |\n| Types | 3 errors |',
    ].map(report => ({ report, issues_found: 0 })),
  ],
  'a list of findings': [
    { secrets: [{ file: 'a.ts', type: 'aws' }] },
    { leaks: [{ file: 'a.ts', rule: 'aws' }] },
    { matches: [{ f: 'a.ts', l: 3, m: 'bad' }] },
    { rows: [['a.ts', 3, 'bad']] },
    { last_review: { remarks: [found] } },
    { previous_open_remarks: [found] },
    { results: [{ path: 'a.ts', issues: 0, snippet: 'The login builds SQL from input' }] },
    { Results: [{ Target: 'a.lock', Vulnerabilities: null, Secrets: [{ weird: 'aws' }] }] },
    { issues_to_be_fixed: [{ title: 'The login builds SQL from input' }] },
    { failed_rules: ['No SQL in controllers'] },
    { violated_policies: ['No SQL in controllers'] },
    { agents: [{ name: 'security', status: 'success', message: 'The login builds SQL from input' }] },
    { points: [{ title: 'Injection', value: 3, description: 'The login builds SQL from input' }] },
    { conditions: [{ type: 'Ready', status: 'True', details: { remarks: [found] } }] },
    { table: { rows: [['src/a.ts', '3', 'bad']] } },
    { blocking_comments: ['Wrong.'] },
    { sarif: { version: '2.1.0', runs: [{ results: [{ ruleId: 'x', message: { text: 'bad' }, locations: [] }] }] } },
    { relationships: { comments: { data: [{ type: 'comment', id: '1' }] } } },
  ],
  'a text with findings': [
    { markdown: '## Findings\n\n- **a.ts:3** assignment in condition\n' },
    { html: '<ul><li>a.ts:3 wrong</li></ul>' },
    { report: '| File | Line | Finding |\n|---|---|---|\n| src/a.ts | 12 | Missing null check |' },
    ...['| Types | ❌ |', '| Types | failed |', '❌ Types'].map(row => ({
      report: `| Check | Result |\n| --- | --- |\n| Lint | ✅ |\n${row}\n`,
      issues_found: 0,
    })),
    { checkstyle: '<file name="a.ts"><error line="3" message="Empty block"/></file>' },
    { csv: 'file,line,message\nsrc/a.ts,3,assignment in condition' },
    { result: { output: { text: 'a.ts line 3: assignment in a condition, must fix' } } },
    { rendered: 'The condition in src/a.ts:12 assigns instead of comparing.' },
    { diff: '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-if (a = 1)\n+if (a === 1)\n' },
    { suggested_patch: '@@ -1 +1 @@\n-if (a = 1)\n+if (a === 1)\n' },
  ],
  'a reason beside a good status': [
    { message: 'Rate limit hit, the review was aborted midway.' },
    { note: 'diff too large, truncated to 100 files' },
    { notes: ['Only the first 100 files were read.'] },
    { status_detail: 'stopped after 2 of 9 files' },
    { status: { name: 'completed', reason: 'timeout' } },
    { reason: 'timed_out' },
    { details: { reason: 'The model timed out' } },
    { detail: 'No issues found because the review was cancelled.' },
    { info: '3 files could not be parsed' },
    { message: 'Reviewed 3 of 9 files.' },
    { message: 'Ran out of tokens before finishing' },
    { message: 'Not all files were reviewed' },
    { note: 'We hit the token limit' },
    { message: 'The assistant wasn’t able to review any files.' },
    { notice: '2,310 lines were left out of this one.' },
    { summary: 'Reviewed 3 out of 5 changed files.' },
    { walkthrough: '> Review skipped\n>\n> Too many files!' },
    { body: 'I could not read 3 of the 12 files.' },
    { summary: 'I was unable to inspect the migration scripts.', issues_found: 0 },
    { output: { summary: 'Looked at 11 of the 14 changed files.' } },
    { reason: 'Pull request is a draft; reviews are disabled for drafts.' },
    { assistant_reply: 'I’m sorry, but I can’t help with reviewing this code.' },
    { explanation: 'Four possible problems were withheld.' },
    { output: { text: '`billing.js` was too large to be analyzed.' } },
    { work_notes: 'Closed automatically, no response from the review worker.' },
    { summary: 'No other issues found.' },
    { body: '### Files not reviewed (1)' },
    { summary: 'Comments suppressed due to low confidence (2)' },
    { agents: [{ name: 'security', status: 'running' }] },
    { agents: { security: { state: 'timed_out' } } },
  ],
  'a warning': [
    ...['Quota exceeded', 'timeout', true, { summary: 'One bug was found in src/a.ts.' }].flatMap(said => [
      { warning: said },
      { warnings: said },
    ]),
  ],
  'a judgement': [
    { risk: 'high' },
    { risk_level: 'Critical' },
    { overall_risk: { level: 'HIGH' } },
    { max_severity: 'high' },
    { grade: 'F' },
    ...['✗', '❌', 'fail', 'red', 'changes requested'].map(types => ({ checks: { types } })),
    { checks: [{ name: 'types', status: '✗' }] },
    { tools: { ruff: { exit_code: 2 } } },
    { rating: 'D-' },
    { approve: 'no' },
    { approved: 'No' },
    { safe_to_merge: false },
    { mergeworthy: false },
    { merge_verdict: 'blocked' },
    { review_decision: 'blocked', mergeable: true },
    { exitCode: 1 },
    { exit_code: '2' },
    { tool: { exit: 137 } },
    { isUpToStandards: false },
    { issues_not_resolved: true },
    { reviewers: [{ vote: -10 }] },
  ],
  'more pages': [
    { hasMore: 'yes' },
    { has_more: 'True' },
    { cursor: 'abc' },
    { comments: { items: [], cursor: 'abc' } },
    { continuation_token: 'abc' },
    { 'comments@odata.nextLink': 'https://x.example/2' },
  ],
};

describe('what an answer says besides its comments', () => {
  it('is nothing against an all-clear where it is tidy', () => {
    const wrong = tidy.filter(parts => !isClear({ ...done, ...parts }));
    assert.deepEqual(
      wrong.map(parts => JSON.stringify([parts, decodeReview({ ...done, ...parts }).gaps])),
      [],
    );
  });

  for (const [name, all] of Object.entries(doubtful))
    it(`takes the all-clear away where it is ${name}, and says so`, () => {
      for (const [where, made] of [
        ['in it', (parts: object) => ({ ...done, ...parts })],
        ['around it', (parts: object) => ({ data: done, ...parts })],
        ['in its text', (parts: object) => JSON.stringify({ ...done, ...parts })],
      ] as const) {
        const clear = all.filter(
          parts => (where !== 'around it' || !('status' in parts || 'comments' in parts)) && isClear(made(parts)),
        );
        assert.deepEqual(
          clear.map(parts => JSON.stringify(parts)),
          [],
          where,
        );
      }
    });

  it('takes it away whatever the host and the tests say beside it', () => {
    const facts = {
      draft: true,
      mergeable: true,
      mergeable_state: 'clean',
      coverage: 100,
      test_coverage: { pct: 100 },
    };
    const clear = Object.values(doubtful)
      .flat()
      .filter(parts => isClear({ ...done, ...facts, ...parts }));
    assert.deepEqual(clear, []);
  });

  it('is more pages also where the review has members of that name itself', () => {
    for (const [outer, inner] of [
      [{ links: { next: 'https://x.example/2' } }, { links: { self: 'https://x.example/r' } }],
      [{ meta: { has_more: true } }, { meta: { version: 1 } }],
    ])
      assert.ok(!isClear({ ...outer, data: { ...done, ...inner } }), JSON.stringify(outer));
  });

  it('names the field that says so', () => {
    for (const [parts, gap] of [
      [{ timed_out: true }, '“timed_out” says that the review is not complete'],
      [{ files_skipped: 3 }, '“files_skipped” says that the review is not complete'],
      [{ files_reviewed: 3, files_total: 9 }, '“files_reviewed” is 3 of 9'],
      [{ status_detail: 'stopped after 2 files' }, '“status_detail” says “stopped after 2 files”'],
      [{ risk: 'high' }, '“risk” says “high”'],
      [{ exitCode: 1 }, '“exitCode” says “1”'],
      [{ markdown: '- a.ts:3 assigns in a condition' }, '“markdown” holds what may be findings'],
      [{ approved: false }, '“approved” says “false”'],
      [{ verdict: '❌ Request changes' }, '“verdict” says “❌ Request changes”'],
      [{ error: 'Model overloaded' }, '“error” says “Model overloaded”'],
      [{ errors: [{ message: 'Out of memory' }] }, '“errors” says “Out of memory”'],
      [{ error: { code: 5 } }, '“error” says “{"code":5}”'],
      [{ blockers: 3 }, 'the service counted 3 and sent none'],
    ] as const)
      assert.deepEqual(decodeReview({ ...done, ...parts }).gaps, [gap], JSON.stringify(parts));
  });

  it('counts as much of a review with comments, where it says that the review is not complete', () => {
    const gapsWith = (parts: object): readonly string[] =>
      decodeReview({ ...done, comments: [found], ...parts }).gaps ?? [];
    assert.deepEqual(gapsWith({ timed_out: true }), ['“timed_out” says that the review is not complete']);
    assert.equal(gapsWith({ files_reviewed: 3, files_total: 9 }).length, 1);
    for (const parts of [{ risk: 'high' }, { exit_code: 1 }, { leaks: 1 }, { markdown: '- a.ts:3 is wrong here' }])
      assert.deepEqual(gapsWith(parts), [], JSON.stringify(parts));
    for (const parts of tidy) assert.deepEqual(gapsWith(parts), [], JSON.stringify(parts));
  });

  it('is read in time that grows with the answer, however long its names are', async () => {
    const long = `${'skipped_'.repeat(10_000)}note`;
    const read = (): Review =>
      decodeReview({ ...done, [long]: { data: Array<string>(20_000).fill('It stopped') } }, 'r');
    assert.equal(read().state, 'completed');
    assert.ok((await timeWithin(4_000, read)) < 4_000);
  });

  it('is read in time that grows with the answer, however much stands around each of its lists', async () => {
    const much = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key${index}`, index]));
    const file = { ...much, comments: Array.from({ length: 3_000 }, () => ({ comments: [{ line: 1 }] })) };
    const read = (): Review => decodeReview({ ...done, files: [file] }, 'r');
    assert.equal(read().comments?.length, 3_000);
    assert.ok((await timeWithin(4_000, read)) < 4_000);
  });

  it('reads the comments of a review that is sent twice', () => {
    const twice = [done, { ...done, comments: [found] }];
    assert.deepEqual(
      decodeReview(twice, 'r').comments?.map(({ title }) => title),
      ['Wrong.'],
    );
  });
});
